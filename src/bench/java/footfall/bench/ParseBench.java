package footfall.bench;

import com.fasterxml.jackson.core.JsonFactory;
import footfall.line.Bytes;
import footfall.line.LineParser;
import footfall.redact.RedactedLine.RawLine;
import footfall.redact.Redactor;
import footfall.tail.Chunks;
import footfall.tail.Transcript;
import footfall.testkit.Defaults;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Parsing and redacting transcripts on one thread, MB a second of its CPU time, against Jackson's streaming
 * parser skipping through the same bytes. In memory. The three take turns, so that what else the machine does
 * strikes all of them; a ratio is the middle of those of twelve rounds, after a warm-up of eight.
 */
final class ParseBench {
    private static final int WARM_UP = 8;
    private static final int ROUNDS = 12;
    private static final double REDACT_GOAL = 0.5;

    private final List<RawLine> lines = new ArrayList<>();
    private final JsonFactory json = new JsonFactory();
    private final LineParser parser = new LineParser();
    private final ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
    private long bytes;

    /** @param arguments a folder of transcripts */
    public static void main(String[] arguments) throws IOException {
        var bench = new ParseBench();
        for (var file : Load.files(Path.of(arguments[0]))) {
            bench.read(file);
        }
        System.out.printf("%,d lines, %.1f MB%n", bench.lines.size(), bench.bytes / 1e6);
        bench.compare();
    }

    private void compare() throws IOException {
        var skips = new ArrayList<Double>();
        var parses = new ArrayList<Double>();
        var redactions = new ArrayList<Double>();
        for (int round = 0; round < WARM_UP + ROUNDS; round++) {
            double skip = megabytesASecond(this::skip);
            skips.add(skip);
            parses.add(megabytesASecond(this::parse) / skip);
            redactions.add(megabytesASecond(this::redact) / skip);
        }
        System.out.printf(
                "Jackson alone %.0f MB/s; parse %.2f of it, redact %.2f of it (goal %.1f)%n",
                middle(skips), middle(parses), middle(redactions), REDACT_GOAL);
    }

    private static double middle(List<Double> rounds) {
        return rounds.subList(WARM_UP, rounds.size()).stream().sorted().toList().get(ROUNDS / 2);
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
        redactor = line.offset() == 0 ? new Redactor(Defaults.REDACT) : redactor;
        return redactor.redact(line).size();
    }

    private double megabytesASecond(Pass pass) throws IOException {
        long began = cpu.getCurrentThreadCpuTime();
        long sum = 0;
        for (var line : lines) {
            sum += pass.over(line);
        }
        if (sum == 0) {
            throw new IllegalStateException("nothing was read");
        }
        return bytes / 1e6 / ((cpu.getCurrentThreadCpuTime() - began) / 1e9);
    }
}
