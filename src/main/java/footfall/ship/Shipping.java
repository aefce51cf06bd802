package footfall.ship;

import footfall.line.FileId;
import footfall.line.LineParser;
import footfall.redact.Redactor;
import footfall.tail.Cursor;
import footfall.tail.Disk;
import footfall.tail.ProjectCheck;
import footfall.tail.Scan;
import footfall.tail.Transcript;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Ships what the files have now, as often as it is told to. A line is read once; the checkpoint moves after
 * its ack: a crash sends again and skips nothing. A file that cannot be read costs itself alone, a checkpoint
 * that cannot be kept costs sending twice. Ends with {@link InterruptException} when interrupted. One thread.
 */
public final class Shipping {
  private final ShipSettings settings;
  private final Dependencies around;
  private final ProjectCheck projects;
  private final Checkpoint state;
  private final Map<Path, ShippedFile> files = new LinkedHashMap<>();
  private ShipTotals total = new ShipTotals();
  private final UnreadFiles unread = new UnreadFiles();
  private final ShipCount count = new ShipCount();
  private final CheckpointSchedule saving;
  private final Readers readers;
  private ShippedFile reading;

  /** {@code pulse} runs now and then while lines move. */
  public record Dependencies(Disk disk, Outlet outlet, Keeper checkpoint, Clock clock, Runnable pulse) {}

  public interface Keeper {
    void save(Checkpoint checkpoint) throws IOException;
  }

  public Shipping(ShipSettings settings, Dependencies around, Checkpoint state) {
    this(settings, around, state, Readers.threads());
  }

  Shipping(ShipSettings settings, Dependencies around, Checkpoint state, Readers readers) {
    this.readers = readers;
    this.settings = settings;
    this.projects = new ProjectCheck(settings.excluded(), around.disk());
    this.around = new Dependencies(projects.guarded(), around.outlet(), around.checkpoint(), around.clock(),
        around.pulse());
    this.state = state;
    this.saving = new CheckpointSchedule(() -> around.checkpoint().save(state), around.clock(), settings
        .checkpointEvery());
    state.entries().forEach((path, entry) -> files.put(path, new ShippedFile(path, entry, this)));
  }

  /** Looks for files and ships what is new in them; the folders that new files may appear in. */
  public List<Path> round() {
    while (true) {
      try {
        return look();
      } catch (LineRefused refused) {
        again();
      }
    }
  }

  /** Looks once more, as nothing more comes: a whole last line needs neither newline nor quiet. */
  public void roundForGood() {
    projects.ends();
    round();
  }

  /** Nothing behind a refused record has left: all files begin again where their acks end. */
  private void again() {
    acknowledge();
    files.values().removeIf(ShippedFile::isNew); // They are taken in their order again.
    total = new ShipTotals();
    files.replaceAll((path, file) -> file.again());
  }

  private List<Path> look() {
    var found = projects.of(settings.homes());
    unread.begins(found);
    var fresh = NewFiles.of(found, files.keySet(), around.disk(), unread);
    fresh.heads().forEach(this::met);
    var there = new HashSet<Path>();
    for (var entry : found.files()) {
      there.add(entry.path());
      if (files.containsKey(entry.path()) && !fresh.has(entry.path())) {
        look(files.get(entry.path()), entry);
      }
    }
    look(fresh);
    forget(there, found);
    settleNow();
    return found.folders();
  }

  private void forget(Set<Path> there, Scan.Found found) {
    int gone = state.goneSinceMs().size();
    boolean isMoved = state.goneSinceMs().keySet().removeAll(there);
    isMoved |= files.entrySet().removeIf(file -> !there.contains(file.getKey()) && file.getValue().gone()
        && state.forgets(file.getKey(), found, around.clock().millis()));
    if (isMoved || gone != state.goneSinceMs().size()) {
      saving.moved();
    }
  }

  private void met(Transcript head) {
    var shipped = new ShippedFile(head.path(), CheckpointEntry.start(Cursor.start(head.id().name(), 0)),
        this);
    shipped.found(head.size());
    files.put(head.path(), shipped);
  }

  /** In their order; when there is much to read, it is read before its turn. */
  private void look(NewFiles fresh) {
    if (fresh.bytes() < readers.bytesMin()) {
      fresh.heads().forEach(head -> look(files.get(head.path()), fresh.entry(head)));
      return;
    }
    fresh.parts().forEach(heads -> lookAhead(fresh, heads));
  }

  private void lookAhead(NewFiles fresh, List<Transcript> heads) {
    long now = around.clock().millis(); // What is written from here on is looked at again.
    var sources = heads.stream().map(head -> files.get(head.path()))
        .map(file -> file.ahead(projects.isEnd())).toList();
    try (var ahead = ReadAhead.of(sources, readers)) {
      for (var head : heads) {
        var file = files.get(head.path());
        var check = new FileCheck(fresh.entry(head), now, projects.isEnd());
        read(file, () -> file.take(check, ahead.next()));
      }
    }
  }

  private void look(ShippedFile file, Disk.Entry entry) {
    file.found(entry.size());
    var check = file.due(entry, around.clock().millis(), projects.isEnd());
    if (check != null) {
      read(file, () -> file.read(check));
    }
  }

  /** Hands over what a file has. */
  private interface Work {
    void run() throws IOException;
  }

  private void read(ShippedFile file, Work work) {
    reading = file;
    try {
      work.run();
    } catch (IOException why) {
      unread.file(file.path(), why);
      file.unread();
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
    if (saving.isDue()) {
      settleNow();
    }
  }

  /** Takes notice of acks, and saves the checkpoint when it is time. */
  public void settle() {
    try {
      settleNow();
    } catch (LineRefused refused) {
      again();
      round();
    }
  }

  private void settleNow() {
    around.outlet().check();
    acknowledge();
    around.pulse().run();
    saving.saveWhenDue();
  }

  private void acknowledge() {
    for (var file : total.underWay()) {
      if (file.settle()) {
        saving.moved();
        state.entries().put(file.path(), file.acknowledged());
        if (!file.isUnderWay() && file != reading) {
          file.rest();
        }
      }
    }
    total.underWay().removeIf(file -> !file.isUnderWay());
  }

  /** Waits for all acks and saves. */
  public void finish() throws IOException {
    while (true) {
      try {
        around.outlet().flush();
        keep();
        return;
      } catch (LineRefused refused) {
        again();
        round();
      }
    }
  }

  /** Saves what is acknowledged by now, and waits for nothing. */
  public void keep() throws IOException {
    acknowledge();
    around.pulse().run();
    saving.save();
  }

  /** Whether a last line without its newline waits for more. */
  public boolean isHalfWaiting() {
    return files.values().stream().anyMatch(ShippedFile::isHalfWaiting);
  }

  /** Whether acks are outstanding, or a checkpoint that says of them. */
  public boolean isUnsettled() {
    return saving.isMoved() || !total.underWay().isEmpty();
  }

  public ShipProgress progress() {
    var unreadable = unread.why().keySet().stream().map(files::get);
    long there = unreadable.filter(file -> file != null && !file.isGone()).count();
    return count.progress((int) (total.files() - there), total.behind(), unread, saving.unkept());
  }

  /** Of all files that were found and are there still. */
  public long bytes() {
    return total.size();
  }

  /** Files that are not read to their end, when nothing is under way: a last line is torn. */
  public List<Path> torn() {
    return files.entrySet().stream().filter(file -> file.getValue().behind() > 0).map(Map.Entry::getKey)
        .toList();
  }

  /** The file that lines are being handed over from; null between files. */
  public Path reading() {
    return reading == null ? null : reading.path();
  }

  ShipSettings settings() {
    return settings;
  }

  ShipTotals total() {
    return total;
  }

  Checkpoint state() {
    return state;
  }

  Disk disk() {
    return around.disk();
  }

  Redactor redactor() {
    return new Redactor(settings.redact(), new LineParser(settings.lineBytesMax(), settings
        .excluded()::isProject));
  }

  Outlet outlet() {
    return around.outlet();
  }

  void acknowledged(ShipCount more) {
    count.add(more);
  }

  /** The next generation of a file; on disk before a line of it leaves: no number ever means two contents. */
  int replaced(FileId file) throws IOException {
    int next = state.replaced(file);
    saving.save();
    return next;
  }
}
