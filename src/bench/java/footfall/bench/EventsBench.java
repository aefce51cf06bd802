package footfall.bench;

import footfall.testkit.Folders;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code footfall events} in each format over one transcript of one session, made by repeating to a size, in
 * 256 MB of heap, against {@code jq -c .type} over the same file: MB/s of transcript, start of the JVM
 * included, the better of two.
 */
final class EventsBench {
  private static final int ROUNDS = 2;

  private EventsBench() {}

  /** @param arguments a folder of transcripts, the launcher, megabytes (1000 unless told) */
  public static void main(String[] arguments) throws Exception {
    long bytes = (arguments.length > 2 ? Long.parseLong(arguments[2]) : 1_000) * 1_000_000;
    var folder = Files.createTempDirectory("footfall-bench");
    try {
      var file = folder.resolve("giant.jsonl");
      repeat(Path.of(arguments[0]), file, bytes);
      double megabytes = Files.size(file) / 1e6;
      double limit = megabytes / best(List.of("jq", "-c", ".type", file.toString()));
      System.out.printf("%.0f MB in one session; jq -c .type %.0f MB/s%n", megabytes, limit);
      for (var format : List.of("csv", "jsonl", "xes", "ocel")) {
        double speed = megabytes / best(List.of(arguments[1], "events", file.toString(), "--format", format));
        System.out.printf("events --format %-5s %.0f MB/s, %.2f of jq%n", format, speed, speed / limit);
      }
    } finally {
      Folders.delete(folder);
    }
  }

  /** Copies all lines into one session, each round under other ids, so that nothing is taken for a repeat. */
  private static void repeat(Path from, Path to, long bytes) throws IOException {
    var texts = new ArrayList<String>();
    for (var file : Load.files(from)) {
      texts.add(Files.readString(file.path(), StandardCharsets.UTF_8).strip() + "\n");
    }
    long written = 0;
    try (var out = new BufferedOutputStream(Files.newOutputStream(to))) {
      for (int round = 0; written < bytes; round++) {
        for (var text : texts) {
          var copy = text.replaceAll("\"sessionId\":\"[^\"]*\"", "\"sessionId\":\"giant\"").replace("toolu_",
              round + "_").replace("\"uuid\":\"", "\"uuid\":\"" + round + "-").replace("\"id\":\"msg_",
                  "\"id\":\"" + round + "_").getBytes(StandardCharsets.UTF_8);
          out.write(copy);
          written += copy.length;
        }
      }
    }
  }

  private static double best(List<String> command) throws Exception {
    double best = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
      builder.environment().put("FOOTFALL_JAVA_OPTS", "-Xmx256m");
      long began = System.nanoTime();
      var process = builder.start();
      process.getInputStream().transferTo(OutputStream.nullOutputStream());
      int exit = process.waitFor();
      best = Math.min(best, (System.nanoTime() - began) / 1e9);
      if (exit != 0) {
        throw new IllegalStateException(command.get(0) + " ended with " + exit);
      }
    }
    return best;
  }
}
