package footfall.ship;

import static footfall.testkit.Transcripts.session;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.line.Rejected;
import footfall.redact.RedactRules;
import footfall.tail.CheckpointFile;
import footfall.tail.LocalDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Random programs over a home: what files go through, rounds, crashes with lines on their way, checkpoints
 * lost and flipped. Whatever happened, in the end some file id says the whole file, line by line; and no
 * place ever says two things, unless a checkpoint was lost, or a crash came between a line and the
 * checkpoint that would have said that it was sent. {@code -Dfootfall.programs} says how many, {@code
 * -Dfootfall.seed} from which seed on.
 */
class ShippingProgramsTest {
  private static final int PROGRAMS = Integer.getInteger("footfall.programs", 100);
  private static final long SEED = Long.getLong("footfall.seed", 1);
  private static final int STEPS = 25;
  private static final int FILES = 3;

  @Test
  void whateverHappensToFilesAndShipperEveryLineThatStandsHasLeft() throws IOException {
    for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
      var folder = Files.createTempDirectory("programs");
      try {
        new Program(seed, folder).run();
      } finally {
        delete(folder);
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** A broker that keeps what it was sent, and acknowledges when it is told to. */
  private static final class Broker implements Outlet {
    final Map<String, String> byPlace = new HashMap<>();
    final Set<String> files = new HashSet<>();
    final List<String> doubles = new ArrayList<>();
    final ArrayDeque<Runnable> open = new ArrayDeque<>();

    @Override
    public boolean send(Outgoing outgoing, Runnable taken) {
      var line = outgoing.line();
      var said = line.promptUuid();
      var before = byPlace.put(line.file() + "@" + line.offset(), said);
      if (before != null && !before.equals(said)) {
        doubles.add(line.file() + "@" + line.offset());
      }
      files.add(line.file().toString());
      assertThat(outgoing.previousOffset()).isLessThan(line.offset());
      open.add(taken);
      return true;
    }

    @Override
    public void send(String fileId, Rejected rejected, Runnable taken) {
      open.add(taken);
    }

    void acknowledge(int max) {
      for (int i = 0; i < max && !open.isEmpty(); i++) {
        open.remove().run();
      }
    }

    @Override
    public void flush() {
      acknowledge(Integer.MAX_VALUE);
    }
  }

  private static final class Program {
    private final Random random;
    private final long seed;
    private final Path folder;
    private final Path kept;
    private final CheckpointFile checkpoint;
    private final Broker broker = new Broker();
    private final List<List<String>> lines = new ArrayList<>();
    private final String[] half = new String[FILES];
    private Shipping shipping;
    private boolean isForgotten;
    private int uuids;

    Program(long seed, Path folder) throws IOException {
      this.seed = seed;
      this.random = new Random(seed);
      this.folder = Files.createDirectories(folder.resolve("home/projects/-w"));
      this.kept = folder.resolve("checkpoint");
      this.checkpoint = new CheckpointFile(new LocalDisk(), kept);
      for (int i = 0; i < FILES; i++) {
        lines.add(new ArrayList<>());
      }
      start();
    }

    private void start() throws IOException {
      broker.open.clear(); // What was on its way arrived, but nobody heard of it.
      var home = folder.getParent().getParent();
      var settings = new ShipSettings(List.of(home), RedactRules.DEFAULTS, LineParser.LINE_BYTES_MAX,
          Duration.ofDays(1), Duration.ZERO);
      var around = new Shipping.Around(new LocalDisk(), broker, checkpoint::save, Clock.systemUTC(),
          () -> {});
      shipping = new Shipping(settings, around, checkpoint.load("here").checkpoint());
    }

    void run() throws IOException {
      for (int i = 0; i < STEPS; i++) {
        step(random.nextInt(FILES));
      }
      for (int file = 0; file < FILES; file++) {
        endHalf(file);
      }
      shipping.round();
      shipping.finish();
      assertHolds();
    }

    private void step(int file) throws IOException {
      switch (random.nextInt(12)) {
        case 0, 1, 2 -> append(file);
        case 3 -> startHalf(file);
        case 4 -> endHalf(file);
        case 5 -> cut(file, random.nextInt(lines.get(file).size() + 1));
        case 6 -> replace(file);
        case 7 -> cut(file, -1);
        case 8, 9 -> shipping.round();
        case 10 -> crash();
        default -> broker.acknowledge(random.nextInt(4));
      }
    }

    private void crash() throws IOException {
      isForgotten |= shipping.isUnsettled(); // Sent, and no checkpoint says so.
      int what = random.nextInt(6);
      if (what == 0 && Files.exists(kept)) {
        Files.delete(kept);
        isForgotten = true;
      } else if (what == 1 && Files.exists(kept)) {
        var bytes = Files.readAllBytes(kept);
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        Files.write(kept, bytes);
        isForgotten = true;
      }
      start();
    }

    private Path path(int file) {
      return folder.resolve("s" + file + ".jsonl");
    }

    private String line(int file) {
      return session("s" + file).prompt(1, "go").with("uuid", "u" + uuids++).lines().get(0);
    }

    private void add(int file, String text) throws IOException {
      Files.writeString(path(file), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void append(int file) throws IOException {
      endHalf(file);
      var line = line(file);
      lines.get(file).add(line);
      add(file, line + "\n");
    }

    private void startHalf(int file) throws IOException {
      endHalf(file);
      var line = line(file);
      int at = 1 + random.nextInt(line.length() - 1);
      lines.get(file).add(line);
      half[file] = line.substring(at) + "\n";
      add(file, line.substring(0, at));
    }

    private void endHalf(int file) throws IOException {
      if (half[file] != null) {
        add(file, half[file]);
        half[file] = null;
      }
    }

    /** To so many lines; -1 deletes it.  */
    private void cut(int file, int to) throws IOException {
      endHalf(file);
      var left = lines.get(file);
      left.subList(Math.max(0, to), left.size()).clear();
      if (to < 0) {
        Files.deleteIfExists(path(file));
      } else {
        write(path(file), left);
      }
    }

    private void replace(int file) throws IOException {
      endHalf(file);
      var left = lines.get(file);
      int from = random.nextInt(left.size() + 1);
      int count = left.size() - from + random.nextInt(2);
      left.subList(from, left.size()).clear();
      for (int i = 0; i < count; i++) {
        left.add(line(file));
      }
      var beside = folder.resolve("beside");
      write(beside, left);
      Files.move(beside, path(file), StandardCopyOption.REPLACE_EXISTING);
    }

    private static void write(Path path, List<String> lines) throws IOException {
      Files.writeString(path, lines.isEmpty() ? "" : String.join("\n", lines) + "\n");
    }

    /** Whether a file id's places say the whole file. */
    private boolean has(String id, List<String> content) {
      long offset = 0;
      for (var line : content) {
        var uuid = line.replaceAll(".*\"uuid\":\"(u\\d+)\".*", "$1");
        if (!uuid.equals(broker.byPlace.get(id + "@" + offset))) {
          return false;
        }
        offset += line.length() + 1;
      }
      return true;
    }

    private void assertHolds() {
      for (int file = 0; file < FILES; file++) {
        var content = lines.get(file);
        assertThat(broker.files).as("seed %d, file %d", seed, file)
            .satisfies(ids -> assertThat(content.isEmpty() || ids.stream().anyMatch(id -> has(id, content)))
                .isTrue());
      }
      if (!isForgotten) {
        assertThat(broker.doubles).as("seed %d", seed).isEmpty();
      }
    }
  }
}
