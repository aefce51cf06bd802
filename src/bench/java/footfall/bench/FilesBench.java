package footfall.bench;

import footfall.testkit.Folders;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code footfall turns --from} over transcripts repeated to 240 MB, start of the JVM included, against
 * {@code jq -c .type} over the same files; in turn, the middle of five. And the peak memory of footfall.
 */
final class FilesBench {
  private static final long BYTES = 240L << 20;
  private static final int ROUNDS = 5;
  private static final double GOAL = 0.25;

  private FilesBench() {}

  /** @param arguments a folder of transcripts, the launcher */
  public static void main(String[] arguments) throws Exception {
    var home = Files.createTempDirectory("footfall-bench");
    try {
      long bytes = repeat(Path.of(arguments[0]), home);
      var jq = new ArrayList<>(List.of("jq", "-c", ".type"));
      Load.files(home).forEach(file -> jq.add(file.path().toString()));
      var footfall = List.of(arguments[1], "turns", "--from", home.toString(), "--json");
      run(footfall);
      var ours = new ArrayList<Run>();
      var theirs = new ArrayList<Run>();
      for (int round = 0; round < ROUNDS; round++) {
        ours.add(run(footfall));
        theirs.add(run(jq));
      }
      double seconds = middle(ours);
      double limit = middle(theirs);
      long peak = ours.stream().mapToLong(Run::peakKilobytes).max().orElse(0);
      System.out.printf(
          "%.0f MB in %,d files: turns --from %.2f s, jq -c .type %.2f s, ratio %.2f (goal %.2f)%n",
          bytes / 1e6, jq.size() - 3, seconds, limit, seconds / limit, GOAL);
      System.out.printf("peak memory of turns --from: %,d MB%n", peak >> 10);
    } finally {
      Folders.delete(home);
    }
  }

  /** Copies under other session ids until there are enough bytes. */
  private static long repeat(Path from, Path home) throws IOException {
    long bytes = 0;
    for (int copy = 0; bytes < BYTES; copy++) {
      var folder = Files.createDirectories(home.resolve("projects").resolve("copy-" + copy));
      for (var file : Load.files(from)) {
        var session = file.source().session().value();
        var other = String.format("%06x", copy) + session.substring(Math.min(6, session.length()));
        var text = Files.readString(file.path(), StandardCharsets.UTF_8).replace(session, other);
        var agent = file.source().agent();
        var name = agent == null ? other + ".jsonl" : other + "/subagents/agent-" + agent + ".jsonl";
        var path = folder.resolve(name);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text, StandardCharsets.UTF_8);
        bytes += Files.size(path);
      }
    }
    return bytes;
  }

  private record Run(double seconds, long peakKilobytes) {}

  private static Run run(List<String> command) throws Exception {
    long began = System.nanoTime();
    var process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    var peak = new long[1];
    var watch = new Thread(() -> peak[0] = peakOf(process));
    watch.start();
    process.getInputStream().transferTo(OutputStream.nullOutputStream());
    int exit = process.waitFor();
    double seconds = (System.nanoTime() - began) / 1e9;
    watch.join();
    if (exit != 0) {
      throw new IllegalStateException(command.get(0) + " ended with " + exit);
    }
    return new Run(seconds, peak[0]);
  }

  /**
   * The high-water mark of its resident memory, asked for until it ends; 0 where the system does not tell.
   */
  private static long peakOf(Process process) {
    long peak = 0;
    var status = Path.of("/proc/" + process.pid() + "/status");
    while (process.isAlive()) {
      try (var lines = Files.lines(status)) {
        peak = Math.max(peak, lines.filter(line -> line.startsWith("VmHWM:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).findFirst().orElse(0));
        Thread.sleep(10);
      } catch (IOException | RuntimeException gone) {
        return peak;
      } catch (InterruptedException stop) {
        return peak;
      }
    }
    return peak;
  }

  private static double middle(List<Run> runs) {
    return runs.stream().map(Run::seconds).sorted().toList().get(runs.size() / 2);
  }
}
