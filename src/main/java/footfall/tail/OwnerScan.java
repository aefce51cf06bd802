package footfall.tail;

import footfall.line.LineParser;
import footfall.line.OwnerUuids;
import footfall.line.Parsed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;

/**
 * Completes a checkpoint of version 2, whose index has no Assistant lines: reads every file that it knows
 * again, up to its cursor, in the order in which owners are decided. A file that is gone or has changed is
 * left as it is. Sends nothing.
 */
final class OwnerScan {
  private static final int CHUNK_BYTES = 256 << 10;
  private static final Comparator<Transcript> OWNERS_FIRST =
      Comparator.comparing(Transcript::firstAt, Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(file -> file.source().session().value())
          .thenComparing(Transcript.ORDER);

  private final Checkpoint checkpoint;
  private final Disk disk;
  private final LineParser parser = new LineParser();

  private OwnerScan(Checkpoint checkpoint, Disk disk) {
    this.checkpoint = checkpoint;
    this.disk = disk;
  }

  static void complete(Checkpoint checkpoint, Disk disk) {
    var scan = new OwnerScan(checkpoint, disk);
    var heads = new ArrayList<Transcript>();
    checkpoint.cursors().forEach((path, cursor) -> scan.addHead(path, cursor, heads));
    heads.sort(OWNERS_FIRST);
    heads.forEach(scan::read);
  }

  private void addHead(Path path, Cursor cursor, ArrayList<Transcript> heads) {
    if (cursor.isElements()) {
      return; // Lines of qbit have no uuid.
    }
    try {
      var head = Transcript.open(path, disk.open(path));
      if (head != null) {
        heads.add(head);
      }
    } catch (IOException unreadableOrGone) {
      // The shipper's next round says so.
    }
  }

  private void read(Transcript head) {
    var cursor = checkpoint.cursors().get(head.path());
    var owners = new OwnerUuids(true);
    try (var file = disk.open(head.path())) {
      if (!cursor.isIn(file)) {
        return;
      }
      var lines = new Chunks(new FixedLengthFile(file, cursor.offset()), 0, new Chunks.Sizes(CHUNK_BYTES,
          LineParser.LINE_BYTES_MAX));
      for (var chunk = lines.next(); chunk != null; chunk = lines.next()) {
        chunk.eachLine((bytes, offset) -> parser.parse(bytes, offset, head.source()).forEach(part -> index(
            owners, part)));
      }
      checkpoint.cursors().put(head.path(), cursor.sent(cursor.previous(), owners.awaitsAssistant()));
    } catch (IOException unreadableOrGone) {
      // The shipper's next round says so.
    }
  }

  private void index(OwnerUuids owners, Parsed part) {
    if (part instanceof Parsed.Accepted accepted) {
      var role = OwnerUuids.Role.of(accepted.line());
      if (owners.picks(role) && role == OwnerUuids.Role.ASSISTANT) {
        var envelope = accepted.line().envelope();
        checkpoint.prompts().ownerOther(envelope.uuid(), envelope.session().value());
      }
    }
  }
}
