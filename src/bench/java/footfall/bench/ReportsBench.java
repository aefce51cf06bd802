package footfall.bench;

import footfall.testkit.Folders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code errors}, {@code session}, {@code sessions}, {@code turns}, {@code paths}, {@code desires}, {@code
 * map} and {@code extract} over one transcript of real lines repeated, and {@code turns} over one of qbit
 * with as many turns as there can be; in 256 MB of heap, beside {@code jq -c .type} over the same file: MB a
 * second, the better of two, and the most memory that the process had.
 */
final class ReportsBench {
  private static final int ROUNDS = 2;

  private ReportsBench() {}

  /** @param arguments a folder of transcripts, the launcher, how many MB (default 1,000) */
  public static void main(String[] arguments) throws Exception {
    long bytes = (arguments.length > 2 ? Long.parseLong(arguments[2]) : 1_000) * 1_000_000;
    var footfall = arguments[1];
    var folder = Files.createTempDirectory("footfall-reports");
    try {
      var file = Giant.claude(Path.of(arguments[0]), folder.resolve("giant.jsonl"), bytes);
      tell(file, footfall, List.of(
          List.of("errors", file.toString()),
          List.of("session", file.toString()),
          List.of("sessions", "--from", file.toString()),
          List.of("turns", "--from", file.toString()),
          List.of("paths", "--turns", "--from", file.toString()),
          List.of("desires", "--from", file.toString()),
          List.of("map", file.toString()),
          List.of("extract", "--root", file.toString(), "--out-dir", folder.resolve("out").toString())));
      Files.delete(file);
      var dense = Giant.qbit(folder.resolve("dense"), bytes);
      tell(dense, footfall, List.of(List.of("turns", "--min-length", "0", "--from", dense.toString())));
    } finally {
      Folders.delete(folder);
    }
  }

  private static void tell(Path file, String footfall, List<List<String>> commands) throws Exception {
    double megabytes = Files.size(file) / 1e6;
    double limit = megabytes / Timed.best(List.of("jq", "-c", ".type", file.toString()), ROUNDS).seconds();
    System.out.printf("%.0f MB, jq -c .type %.0f MB/s%n", megabytes, limit);
    for (var words : commands) {
      var command = new ArrayList<>(List.of(footfall));
      command.addAll(words);
      Timed.best(command, ROUNDS).tell(words.get(0), megabytes, limit);
    }
  }
}
