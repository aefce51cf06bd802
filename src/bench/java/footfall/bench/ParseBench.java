package footfall.bench;

import com.fasterxml.jackson.core.JsonFactory;
import footfall.line.Bytes;
import footfall.line.LineParser;
import footfall.redact.RawLine;
import footfall.redact.RedactRules;
import footfall.redact.Redactor;
import footfall.tail.Chunks;
import footfall.tail.Transcript;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Parsing and redacting transcripts on one thread, MB a second, against Jackson's streaming parser skipping
 * through the same bytes. In memory; the middle of five rounds after a warm-up of three.
 */
final class ParseBench {
  private static final int WARM_UP = 3;
  private static final int ROUNDS = 5;
  private static final double REDACT_GOAL = 0.5;

  private final List<RawLine> lines = new ArrayList<>();
  private final JsonFactory json = new JsonFactory();
  private final LineParser parser = new LineParser();
  private long bytes;

  /** @param arguments a folder of transcripts */
  public static void main(String[] arguments) throws IOException {
    var bench = new ParseBench();
    for (var file : Load.files(Path.of(arguments[0]))) {
      bench.read(file);
    }
    double skip = bench.megabytesASecond(bench::skip);
    double parse = bench.megabytesASecond(bench::parse);
    double redact = bench.megabytesASecond(bench::redact);
    System.out.printf("%,d lines, %.1f MB%n", bench.lines.size(), bench.bytes / 1e6);
    System.out.printf("parse %.0f MB/s, Jackson alone %.0f MB/s, ratio %.2f%n", parse, skip, parse / skip);
    System.out.printf("redact %.0f MB/s, Jackson alone %.0f MB/s, ratio %.2f (goal %.1f)%n", redact, skip,
        redact / skip, REDACT_GOAL);
  }

  private void read(Transcript file) throws IOException {
    try (var chunks = new Chunks(file.path(), 1 << 20, LineParser.LINE_BYTES_MAX)) {
      for (var chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
        chunk.eachLine((line, offset) -> lines.add(new RawLine(file.id(), offset, file.source(), line)));
        bytes += chunk.bytes().length();
      }
    }
  }

  private interface Pass {
    long over(RawLine line) throws IOException;
  }

  private long skip(RawLine line) throws IOException {
    Bytes at = line.bytes();
    long tokens = 0;
    try (var in = json.createParser(at.array(), at.from(), at.length())) {
      while (in.nextToken() != null) {
        tokens++;
      }
    }
    return tokens;
  }

  private long parse(RawLine line) {
    return parser.parse(line.bytes(), line.offset(), line.source()).size();
  }

  private Redactor redactor;

  private long redact(RawLine line) {
    redactor = line.offset() == 0 ? new Redactor(RedactRules.DEFAULTS) : redactor;
    return redactor.redact(line).size();
  }

  private double megabytesASecond(Pass pass) throws IOException {
    var rounds = new ArrayList<Double>();
    for (int round = 0; round < WARM_UP + ROUNDS; round++) {
      long began = System.nanoTime();
      long sum = 0;
      for (var line : lines) {
        sum += pass.over(line);
      }
      if (sum == 0) {
        throw new IllegalStateException("nothing was read");
      }
      rounds.add(bytes / 1e6 / ((System.nanoTime() - began) / 1e9));
    }
    var counted = rounds.subList(WARM_UP, rounds.size()).stream().sorted().toList();
    return counted.get(ROUNDS / 2);
  }
}
