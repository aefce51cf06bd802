package footfall.bench;

import footfall.testkit.Folders;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code errors}, {@code session}, {@code sessions}, {@code turns}, {@code map} and {@code extract} over one
 * transcript of real lines repeated, in 256 MB of heap and with the start of the JVM, beside {@code jq -c
 * .type} over the same file: MB a second, the middle of three.
 */
final class ReportsBench {
  private static final int ROUNDS = 3;
  private static final String HEAP = "-Xmx256m";

  private ReportsBench() {}

  /** @param arguments a folder of transcripts, the launcher, how many MB (default 1,024) */
  public static void main(String[] arguments) throws Exception {
    var folder = Files.createTempDirectory("footfall-reports");
    try {
      long bytes = (arguments.length > 2 ? Long.parseLong(arguments[2]) : 1_024) << 20;
      var file = repeat(Path.of(arguments[0]), folder.resolve("giant.jsonl"), bytes).toString();
      var footfall = arguments[1];
      double limit = rate(file, List.of("jq", "-c", ".type", file));
      System.out.printf("jq -c .type    %7.0f MB/s%n", limit);
      tell("errors", limit, rate(file, List.of(footfall, "errors", file)));
      tell("session", limit, rate(file, List.of(footfall, "session", file)));
      tell("sessions", limit, rate(file, List.of(footfall, "sessions", "--from", file)));
      tell("turns", limit, rate(file, List.of(footfall, "turns", "--from", file)));
      tell("map", limit, rate(file, List.of(footfall, "map", file)));
      tell("extract", limit, rate(file, List.of(footfall, "extract", "--root", file, "--out-dir", folder
          .resolve(
              "out").toString())));
    } finally {
      Folders.delete(folder);
    }
  }

  private static void tell(String command, double limit, double rate) {
    System.out.printf("%-14s %7.0f MB/s, %.1f times jq%n", command, rate, rate / limit);
  }

  private static Path repeat(Path from, Path file, long bytes) throws IOException {
    var transcripts = new ArrayList<Path>();
    Load.files(from).stream().filter(one -> one.source().agent() == null).forEach(one -> transcripts.add(one
        .path()));
    try (var out = Files.newOutputStream(file)) {
      for (long written = 0; written < bytes;) {
        for (var one : transcripts) {
          written += Files.copy(one, out);
          out.write('\n'); // The last line may lack its own.
        }
      }
    }
    return file;
  }

  private static double rate(String file, List<String> command) throws Exception {
    var seconds = new ArrayList<Double>();
    for (int round = 0; round < ROUNDS; round++) {
      var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
      builder.environment().put("FOOTFALL_JAVA_OPTS", HEAP);
      long began = System.nanoTime();
      var process = builder.start();
      process.getInputStream().transferTo(OutputStream.nullOutputStream());
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + " failed");
      }
      seconds.add((System.nanoTime() - began) / 1e9);
    }
    return Files.size(Path.of(file)) / 1e6 / seconds.stream().sorted().toList().get(ROUNDS / 2);
  }
}
