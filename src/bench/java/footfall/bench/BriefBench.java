package footfall.bench;

import footfall.testkit.Folders;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * {@code footfall brief} of one transcript repeated to 240 MB, start of the JVM included, against
 * {@code jq -c .type} over the same file; in turn, the middle of five.
 */
final class BriefBench {
  private static final long BYTES = 240L << 20;
  private static final int ROUNDS = 5;

  private BriefBench() {}

  /** @param arguments a folder of transcripts, of which the largest is taken; the launcher */
  public static void main(String[] arguments) throws Exception {
    var folder = Files.createTempDirectory("footfall-bench");
    try {
      var file = folder.resolve("talk.jsonl");
      repeat(largest(Path.of(arguments[0])), file);
      var brief = List.of(arguments[1], "brief", file.toString());
      var jq = List.of("jq", "-c", ".type", file.toString());
      seconds(brief);
      var ours = new ArrayList<Double>();
      var theirs = new ArrayList<Double>();
      for (int round = 0; round < ROUNDS; round++) {
        ours.add(seconds(brief));
        theirs.add(seconds(jq));
      }
      double megabytes = Files.size(file) / 1e6;
      System.out.printf("%.0f MB: brief %.0f MB/s, jq -c .type %.0f MB/s, ratio of times %.2f%n", megabytes,
          megabytes / middle(ours), megabytes / middle(theirs), middle(ours) / middle(theirs));
    } finally {
      Folders.delete(folder);
    }
  }

  private static Path largest(Path from) throws IOException {
    return Load.files(from).stream().filter(file -> file.path().toString().endsWith(".jsonl"))
        .max(Comparator.comparing(file -> file.size())).orElseThrow().path();
  }

  private static void repeat(Path from, Path to) throws IOException {
    var bytes = Files.readAllBytes(from);
    try (var out = Files.newOutputStream(to)) {
      for (long written = 0; written < BYTES; written += bytes.length + 1) {
        out.write(bytes);
        out.write('\n');
      }
    }
  }

  private static double seconds(List<String> command) throws Exception {
    long began = System.nanoTime();
    var process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    process.getInputStream().transferTo(OutputStream.nullOutputStream());
    int exit = process.waitFor();
    if (exit != 0) {
      throw new IllegalStateException(command.get(0) + " ended with " + exit);
    }
    return (System.nanoTime() - began) / 1e9;
  }

  private static double middle(List<Double> seconds) {
    return seconds.stream().sorted().toList().get(seconds.size() / 2);
  }
}
