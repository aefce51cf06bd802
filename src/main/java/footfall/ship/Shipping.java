package footfall.ship;

import footfall.line.Dialect;
import footfall.line.LineParser;
import footfall.line.Rejected;
import footfall.redact.Redactor;
import footfall.tail.Checkpoint;
import footfall.tail.Disk;
import footfall.tail.FileTail;
import footfall.tail.PromptIndex;
import footfall.tail.Scan;
import footfall.tail.Transcript;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Ships what the files have now, as often as it is told to. A line is read once; the checkpoint moves behind
 * its ack, so that a crash sends again and never passes over. A file that cannot be read, or is gone, costs
 * itself alone; a checkpoint that cannot be kept costs sending twice. For one thread.
 */
public final class Shipping {
  /** As {@link Transcript#ORDER}, but an owner of copies is by session before it is by path. */
  private static final Comparator<Transcript> ORDER =
      Comparator.comparing(Transcript::firstAt, Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(file -> file.source().session().value())
          .thenComparing(Transcript.ORDER);

  /** Between two checkpoints passes so many times what one took: of many files it is megabytes. */
  private static final long SAVES_APART = 50;
  private static final long SAVING_MS_MAX = 200;

  private final ShipSettings settings;
  private final Around around;
  private final Checkpoint state;
  private final Map<Path, ShippedFile> files = new LinkedHashMap<>();
  private final Map<Path, String> unreadable = new HashMap<>();
  private final ShipCount count = new ShipCount();
  private ShippedFile reading;
  private long savedAtMs;
  private long savingMs;
  private boolean isMoved;
  private String unkept;

  /** {@code pulse} runs now and then while lines move. */
  public record Around(Disk disk, Outlet outlet, Keeper checkpoint, Clock clock, Runnable pulse) {}

  /** Where the checkpoint is kept. */
  public interface Keeper {
    void save(Checkpoint checkpoint) throws IOException;
  }

  /** {@code state}: to go on from. */
  public Shipping(ShipSettings settings, Around around, Checkpoint state) {
    this.settings = settings;
    this.around = around;
    this.state = state;
    state.cursors().forEach((path, cursor) -> files.put(path,
        new ShippedFile(new FileTail(around.disk(), path, cursor), this)));
  }

  /** Looks for files and ships what is new in them; the folders that new files may appear in. */
  public List<Path> round() {
    var found = Scan.of(around.disk(), settings.homes());
    unreadable.clear();
    found.unreadable().forEach(folder -> unreadable.put(folder, "may not be read"));
    var fresh = new HashMap<Path, Disk.Entry>();
    for (var entry : found.files()) {
      if (!files.containsKey(entry.path())) {
        fresh.put(entry.path(), entry);
      }
    }
    var heads = heads(fresh);
    var there = new HashSet<Path>();
    for (var entry : found.files()) {
      there.add(entry.path());
      if (files.containsKey(entry.path()) && !fresh.containsKey(entry.path())) {
        look(files.get(entry.path()), entry);
      }
    }
    for (var head : heads) {
      look(files.get(head.path()), fresh.get(head.path()));
    }
    files.forEach((path, file) -> {
      if (!there.contains(path)) {
        file.gone();
      }
    });
    settle();
    return found.folders();
  }

  /** New files that have something, in the order in which they are taken. */
  private List<Transcript> heads(Map<Path, Disk.Entry> fresh) {
    var heads = new ArrayList<Transcript>();
    for (var entry : fresh.values()) {
      try {
        var head = new FileTail(around.disk(), entry.path(), null).head();
        // An array that is written anew is not followed yet; what reads it once knows it by its elements.
        if (head != null && head.source().dialect() == Dialect.CLAUDE) {
          heads.add(head);
        }
      } catch (IOException why) {
        missed(entry.path(), why);
      }
    }
    heads.sort(ORDER);
    for (var head : heads) {
      var shipped = new ShippedFile(new FileTail(around.disk(), head.path(), null), this);
      shipped.size = head.size();
      files.put(head.path(), shipped);
    }
    return heads;
  }

  private void missed(Path path, IOException why) {
    if (!(why instanceof NoSuchFileException)) { // What is gone is no file any more.
      unreadable.put(path, why.getClass().getSimpleName());
    }
  }

  private void look(ShippedFile file, Disk.Entry entry) {
    file.size = entry.size();
    boolean isSame = file.isSame(entry);
    long now = around.clock().millis();
    boolean isQuiet = isSame && file.waitsSinceMs >= 0
        && now - file.waitsSinceMs >= settings.quiet().toMillis();
    if (isSame && !isQuiet) {
      return;
    }
    reading = file;
    try {
      int generation = state.generations().getOrDefault(file.tail().name(), 0);
      long waiting = file.read(generation, isQuiet);
      file.waitsSinceMs = waiting > 0 && !isQuiet ? now : -1;
      file.seen(entry, now);
    } catch (IOException why) {
      missed(file.tail().path(), why);
      file.seen(null, now);
    } finally {
      reading = null;
    }
    if (!file.isUnderWay()) {
      file.rest();
    }
    settleWhenDue();
  }

  /** As {@link #settle}, at most as often as checkpoints are written. */
  void settleWhenDue() {
    if (isDue()) {
      settle();
    }
  }

  /** Takes notice of acks, and saves the checkpoint when it is time. */
  public void settle() {
    for (var file : files.values()) {
      if (file.settle()) {
        isMoved = true;
        state.cursors().put(file.tail().path(), file.acknowledged());
        if (!file.isUnderWay() && file != reading) {
          file.rest();
        }
      }
    }
    around.pulse().run();
    if (isMoved && isDue()) {
      try {
        save();
      } catch (IOException said) {
        // It is in the progress, and tried again: meanwhile more would be sent twice, nothing passed over.
      }
    }
  }

  /** A clock may be set back. */
  private boolean isDue() {
    long apart = Math.max(settings.checkpointEvery().toMillis(), SAVES_APART * savingMs);
    return Math.abs(around.clock().millis() - savedAtMs) >= apart;
  }

  private void save() throws IOException {
    savedAtMs = around.clock().millis();
    try {
      around.checkpoint().save(state);
      isMoved = false;
      unkept = null;
    } catch (IOException why) {
      unkept = why.getClass().getSimpleName() + ": " + why.getMessage();
      throw why;
    } finally {
      savingMs = Math.min(SAVING_MS_MAX, Math.abs(around.clock().millis() - savedAtMs));
    }
  }

  /** Waits for all acks and saves. */
  public void finish() throws IOException {
    around.outlet().flush();
    keep();
  }

  /** Saves what is acknowledged by now, and waits for nothing. */
  public void keep() throws IOException {
    settle();
    save();
  }

  /** Whether a last line without its newline waits for more. */
  public boolean isHalfWaiting() {
    return files.values().stream().anyMatch(file -> file.waitsSinceMs >= 0);
  }

  /** Whether acks are outstanding, or a checkpoint that says of them. */
  public boolean isUnsettled() {
    return isMoved || files.values().stream().anyMatch(ShippedFile::isUnderWay);
  }

  public ShipProgress progress() {
    long behind = files.values().stream().mapToLong(ShippedFile::behind).sum();
    return count.progress(files.size(), behind, unreadable, unkept);
  }

  ShipSettings settings() {
    return settings;
  }

  PromptIndex prompts() {
    return state.prompts();
  }

  Redactor redactor() {
    return new Redactor(settings.redact(), new LineParser(settings.lineBytesMax()));
  }

  boolean send(Outlet.Outgoing outgoing, Runnable taken) {
    boolean isSent = around.outlet().send(outgoing, taken);
    if (isSent) {
      count.sent();
    } else {
      count.rejected(Rejected.Reason.UNSENDABLE);
    }
    return isSent;
  }

  void reject(String fileId, Rejected why, Runnable taken) {
    count.rejected(why.reason());
    around.outlet().send(fileId, why, taken);
  }

  /** On disk before a line of it leaves, so that no number ever means two contents. */
  int replaced(String name, int generation) throws IOException {
    int next = Math.max(generation, state.generations().getOrDefault(name, 0)) + 1;
    state.generations().put(name, next);
    save();
    return next;
  }
}
