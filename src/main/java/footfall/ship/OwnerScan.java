package footfall.ship;

import footfall.line.Bytes;
import footfall.line.LineParser;
import footfall.line.OwnerUuids;
import footfall.line.Parsed;
import footfall.tail.Cursor;
import footfall.tail.Disk;
import footfall.tail.FileTail;
import footfall.tail.Transcript;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds the Assistant lines to the index of a checkpoint of version 2, which lacks them. Reads every known file
 * again up to its cursor, in the order that determines owners. Skips files that are missing or have changed.
 * Sends nothing.
 */
final class OwnerScan {
    private final Checkpoint checkpoint;
    private final Disk disk;
    private final LineParser parser = new LineParser();

    private OwnerScan(Checkpoint checkpoint, Disk disk) {
        this.checkpoint = checkpoint;
        this.disk = disk;
    }

    static void complete(Checkpoint checkpoint, Disk disk) {
        var scan = new OwnerScan(checkpoint, disk);
        var heads = new ArrayList<NewFiles.NewFile>();
        checkpoint.entries().forEach((path, entry) -> scan.addHead(path, entry.cursor(), heads));
        heads.sort(NewFiles.NewFile.ORDER);
        heads.forEach(scan::read);
    }

    private void addHead(Path path, Cursor cursor, List<NewFiles.NewFile> heads) {
        if (cursor.isElements()) {
            return; // Lines of qbit have no uuid.
        }
        try {
            var head = Transcript.open(path, disk.open(path));
            if (head != null) {
                heads.add(NewFiles.NewFile.of(path.getParent(), disk.stat(path), head));
            }
        } catch (IOException unreadableOrGone) {
            // The shipper's next round reports it.
        }
    }

    private void read(NewFiles.NewFile head) {
        var entry = checkpoint.entries().get(head.path());
        var cursor = entry.cursor();
        try (var tail = FileTail.open(disk, head.path(), cursor, LineParser.LINE_BYTES_MAX)) {
            if (tail.isReplaced()) {
                return;
            }
            var owners = new OwnerUuids(true);
            tail.restart(cursor.file().generation());
            for (var lines = tail.next(true);
                    lines != null && lines.offset() < cursor.offset();
                    lines = tail.next(true)) {
                lines.eachLine((bytes, offset) -> {
                    if (offset < cursor.offset()) {
                        index(owners, tail, bytes, offset);
                    }
                });
            }
            checkpoint.entries().put(head.path(), entry.awaitingAssistant(owners.awaitsAssistant()));
        } catch (IOException unreadableOrGone) {
            // The shipper's next round reports it.
        }
    }

    private void index(OwnerUuids owners, FileTail tail, Bytes bytes, long offset) {
        for (var part : parser.parse(bytes, offset, tail.source())) {
            if (part instanceof Parsed.Accepted accepted) {
                var role = OwnerUuids.Role.of(accepted.line());
                if (owners.picks(role) && role == OwnerUuids.Role.ASSISTANT) {
                    var envelope = accepted.line().envelope();
                    checkpoint
                            .prompts()
                            .ownerOther(envelope.uuid(), envelope.session().value());
                }
            }
        }
    }
}
