package footfall.ship;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.line.Rejected;
import footfall.redact.RedactRules;
import footfall.tail.Checkpoint;
import footfall.tail.CheckpointFile;
import footfall.tail.LocalDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What leaves of files that grow, are written anew, and are shipped again by another start. */
class ShippingTest {
  private static final LocalDisk DISK = new LocalDisk();

  @TempDir Path folder;
  private Path file;
  private Path kept;

  @BeforeEach
  void home() throws IOException {
    file = Files.createDirectories(folder.resolve("home/projects/-w")).resolve("s1.jsonl");
    kept = folder.resolve("checkpoint");
  }

  private static final class Memory implements Outlet {
    final List<String> places = new ArrayList<>();
    final List<String> texts = new ArrayList<>();

    @Override
    public boolean send(Outgoing outgoing, Runnable taken) {
      var line = outgoing.line();
      places.add(line.file().generation() + ":" + line.offset() + " after " + outgoing.previousOffset());
      texts.add(new String(line.bytes(), StandardCharsets.UTF_8));
      taken.run();
      return true;
    }

    @Override
    public void send(String fileId, Rejected rejected, Runnable taken) {
      places.add(rejected.reason() + ":" + rejected.offset());
      taken.run();
    }

    @Override
    public void flush() {}
  }

  /** A start over the checkpoint that is there, one round, and the end. */
  private List<String> shipped() throws IOException {
    return memoryOfAStart().places;
  }

  private Memory memoryOfAStart() throws IOException {
    var memory = new Memory();
    var checkpoint = new CheckpointFile(DISK, kept);
    var settings = new ShipSettings(List.of(folder.resolve("home")), RedactRules.DEFAULTS,
        LineParser.LINE_BYTES_MAX, Duration.ZERO, Duration.ZERO);
    var around = new Shipping.Around(DISK, memory, checkpoint::save, Clock.systemUTC(), () -> {});
    var shipping = new Shipping(settings, around, checkpoint.load("here").checkpoint());
    shipping.round();
    shipping.finish();
    return memory;
  }

  private static String line(String uuid) {
    return session("s1").prompt(1, "go").with("uuid", uuid).lines().get(0) + "\n";
  }

  private void append(String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Test
  void halfALineWaitsAndWhatWasShippedIsNotShippedAgain() throws IOException {
    int length = line("u1").length();
    append(line("u1") + line("u2").substring(0, 20));
    assertThat(shipped()).containsExactly("0:0 after -1");
    append(line("u2").substring(20));
    assertThat(shipped()).containsExactly("0:" + length + " after 0");
    assertThat(shipped()).isEmpty();
  }

  @Test
  void aFileThatWasShortenedOrSaysSomethingElseIsANewGeneration() throws IOException {
    append(line("u1") + line("u2"));
    shipped();
    Files.writeString(file, line("u1"));
    assertThat(shipped()).containsExactly("1:0 after -1");
    Files.writeString(file, line("u3") + line("u4"));
    assertThat(shipped()).containsExactly("2:0 after -1", "2:" + line("u3").length() + " after 0");
  }

  @Test
  void aRewriteWithinTheLastKibibyteIsSeenHoweverLittleWasAppendedLast() throws IOException {
    append(line("u1") + line("u2") + line("u3"));
    shipped();
    append(line("u4"));
    shipped();
    Files.writeString(file, line("u1") + line("v2") + line("u3") + line("u4"));
    assertThat(shipped()).hasSize(4).allMatch(place -> place.startsWith("1:"));
  }

  @Test
  void aCheckpointWithAnyByteChangedIsRefusedAndAllIsShippedAgain() throws IOException {
    append(line("u1"));
    shipped();
    var bytes = Files.readAllBytes(kept);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept))).isEqualTo("rw-------");
    for (int i = 0; i < bytes.length; i++) {
      var flipped = bytes.clone();
      flipped[i] ^= 1;
      Files.write(kept, flipped);
      assertThat(new CheckpointFile(DISK, kept).load("here").refused()).isNotNull();
    }
    assertThat(shipped()).containsExactly("0:0 after -1");
  }

  @Test
  void aWholeLineWithoutItsNewlineLeavesAfterTwoSecondsOfQuietAndAHalfOneNever() throws IOException {
    append(line("u1").stripTrailing());
    Files.writeString(file.resolveSibling("s2.jsonl"), line("u2").substring(0, 20));
    var memory = new Memory();
    var now = new AtomicReference<>(Instant.now().plusSeconds(10));
    var settings = ShipSettings.of(List.of(folder.resolve("home")), RedactRules.DEFAULTS,
        LineParser.LINE_BYTES_MAX);
    var around = new Shipping.Around(DISK, memory, saved -> {}, new SteppedClock(now), () -> {});
    var shipping = new Shipping(settings, around, Checkpoint.empty("here"));
    shipping.round();
    now.set(now.get().plusMillis(1_999));
    shipping.round();
    assertThat(memory.places).isEmpty();
    assertThat(shipping.isHalfWaiting()).isTrue();
    now.set(now.get().plusMillis(1));
    shipping.round();
    assertThat(memory.places).containsExactly("0:0 after -1");
    assertThat(shipping.isHalfWaiting()).isFalse();
  }

  private static final class SteppedClock extends Clock {
    private final AtomicReference<Instant> now;

    SteppedClock(AtomicReference<Instant> now) {
      this.now = now;
    }

    @Override
    public ZoneId getZone() { return ZoneOffset.UTC; }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now.get();
    }
  }

  @Test
  void aResultWhoseCallWasShippedBeforeARestartIsRedactedAsWithoutIt() throws IOException {
    var lines = session("s1").prompt(1, "go").assistant(2, "m1", use("Read", "c1"))
        .failed(3, "c1", "File does not exist: /w/shop/secret.txt").lines();
    append(String.join("\n", lines) + "\n");
    var whole = memoryOfAStart().texts;
    Files.delete(file);
    Files.delete(kept);
    var inTwo = new ArrayList<String>();
    append(lines.get(0) + "\n" + lines.get(1) + "\n");
    inTwo.addAll(memoryOfAStart().texts);
    append(lines.get(2) + "\n");
    inTwo.addAll(memoryOfAStart().texts);
    assertThat(whole).hasSize(3);
    assertThat(inTwo).isEqualTo(whole);
  }

  @Test
  void idsOfAnyLengthAreKept() throws IOException {
    var id = "c".repeat(100_000);
    append(String.join("\n", session(id).prompt(1, "go").assistant(2, "m1", use("Read", id)).lines()) + "\n");
    assertThat(shipped()).hasSize(2);
    assertThat(new CheckpointFile(DISK, kept).load("here").checkpoint().cursors()).containsKey(file);
    assertThat(shipped()).isEmpty();
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    append(line("u1"));
    var outside = Files.createDirectory(folder.resolve("outside"));
    Files.move(file, outside.resolve("s1.jsonl"));
    Files.createSymbolicLink(file, outside.resolve("s1.jsonl"));
    Files.createSymbolicLink(folder.resolve("home/projects/-out"), outside);
    Files.createSymbolicLink(folder.resolve("home/projects/-loop"), folder.resolve("home/projects"));
    assertThat(shipped()).isEmpty();
  }
}
