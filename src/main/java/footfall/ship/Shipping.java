package footfall.ship;

import footfall.line.LineParser;
import footfall.line.Rejected;
import footfall.redact.Redactor;
import footfall.tail.Checkpoint;
import footfall.tail.CheckpointFile;
import footfall.tail.Disk;
import footfall.tail.FileTail;
import footfall.tail.PromptIndex;
import footfall.tail.Scan;
import footfall.tail.Transcript;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Ships what the files have now, as often as it is told to. A line is read once; the checkpoint moves behind
 * its ack, so that a crash sends again and never passes over. For one thread.
 */
public final class Shipping {
  private final ShipSettings settings;
  private final Around around;
  private final Checkpoint state;
  private final Map<Path, ShippedFile> files = new LinkedHashMap<>();
  private final Map<Path, String> unreadable = new HashMap<>();
  private long lines;
  private long rejected;
  private long savedAtMs;
  private boolean isMoved;

  /** {@code checkpoint}: where it is kept. */
  public record Around(Disk disk, Outlet outlet, CheckpointFile checkpoint, Clock clock) {}

  /** {@code state}: to go on from. */
  public Shipping(ShipSettings settings, Around around, Checkpoint state) {
    this.settings = settings;
    this.around = around;
    this.state = state;
    state.cursors().forEach((path, cursor) -> files.put(path,
        new ShippedFile(new FileTail(around.disk(), path, cursor), this)));
  }

  /** Looks for files and ships what is new in them; the folders that new files may appear in. */
  public List<Path> round() throws IOException {
    var found = Scan.of(around.disk(), settings.homes());
    unreadable.clear();
    found.unreadable().forEach(folder -> unreadable.put(folder, "may not be read"));
    var fresh = new ArrayList<Transcript>();
    for (var entry : found.files()) {
      if (files.containsKey(entry.path())) {
        look(files.get(entry.path()), entry);
      } else {
        head(entry, fresh);
      }
    }
    fresh.sort(Transcript.ORDER);
    for (var file : fresh) {
      var shipped = new ShippedFile(new FileTail(around.disk(), file.path(), null), this);
      files.put(file.path(), shipped);
      look(shipped, around.disk().look(file.path()));
    }
    settle();
    return found.folders();
  }

  private void head(Disk.Entry entry, List<Transcript> fresh) {
    try {
      var head = new FileTail(around.disk(), entry.path(), null).head();
      if (head != null) {
        fresh.add(head);
      }
    } catch (IOException why) {
      unreadable.put(entry.path(), why.getClass().getSimpleName());
    }
  }

  private void look(ShippedFile file, Disk.Entry entry) throws IOException {
    boolean isSame = file.seenSize == entry.size() && file.seenModifiedMs == entry.modifiedMs();
    long now = around.clock().millis();
    boolean isQuiet = isSame && file.waitsSinceMs >= 0
        && now - file.waitsSinceMs >= settings.quiet().toMillis();
    if (isSame && !isQuiet) {
      return;
    }
    try {
      int generation = state.generations().getOrDefault(file.tail().name(), 0);
      long waiting = file.read(generation, isQuiet);
      file.waitsSinceMs = waiting > 0 && !isQuiet ? now : -1;
      file.seenSize = entry.size();
      file.seenModifiedMs = entry.modifiedMs();
    } catch (IOException why) {
      unreadable.put(file.tail().path(), why.getClass().getSimpleName());
    }
    if (!file.isUnderWay()) {
      file.rest();
    }
  }

  /** Takes notice of acks, and saves the checkpoint when it is time. */
  public void settle() throws IOException {
    for (var file : files.values()) {
      if (file.settle()) {
        isMoved = true;
        state.cursors().put(file.tail().path(), file.acknowledged());
        if (!file.isUnderWay()) {
          file.rest();
        }
      }
    }
    if (isMoved && around.clock().millis() - savedAtMs >= settings.checkpointEvery().toMillis()) {
      save();
    }
  }

  private void save() throws IOException {
    around.checkpoint().save(state);
    savedAtMs = around.clock().millis();
    isMoved = false;
  }

  /** Waits for all acks and saves. */
  public void finish() throws IOException {
    around.outlet().flush();
    settle();
    save();
  }

  /** Whether a last line without its newline waits for more, or acks are outstanding. */
  public boolean isWaiting() {
    return files.values().stream().anyMatch(file -> file.waitsSinceMs >= 0 || file.isUnderWay());
  }

  public int files() {
    return files.size();
  }

  public long lines() {
    return lines;
  }

  public long rejected() {
    return rejected;
  }

  /** By path, why it could not be read in the last round. */
  public Map<Path, String> unreadable() {
    return Map.copyOf(unreadable);
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
    lines += isSent ? 1 : 0;
    rejected += isSent ? 0 : 1;
    return isSent;
  }

  void reject(String fileId, Rejected why, Runnable taken) {
    rejected++;
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
