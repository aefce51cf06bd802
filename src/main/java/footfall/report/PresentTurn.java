package footfall.report;

import footfall.line.Bytes;
import footfall.line.FileLines;
import footfall.line.LineParser;
import footfall.line.OwnerUuids;
import footfall.line.Parsed;
import footfall.line.PromptIndex;
import footfall.line.TrailId;
import footfall.line.Trigger;
import footfall.tail.LocalDisk;
import footfall.tail.Transcript;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The turn that a transcript ends with, from the end of the file: as much of it as contains the prompt of the turn, but
 * at most {@code BYTES_MAX}. {@code isWhole}: the prompt is in it.
 */
public record PresentTurn(Turn turn, boolean isWhole) {
    static final int BYTES_MAX = 16 << 20;
    private static final int BYTES_LEAST = 64 << 10;
    private static final int GROWTH = 8;

    /**
     * The last turn of the main agent; empty if there is none.
     *
     * @throws UserError when the transcript is of an excluded project
     */
    public static Optional<PresentTurn> of(Path path, TurnRules rules, History history) throws IOException, UserError {
        TranscriptList.refuse(path, history.excluded());
        return of(path, rules, history, BYTES_LEAST);
    }

    /** {@code least}: how many bytes are read first. */
    static Optional<PresentTurn> of(Path path, TurnRules rules, History history, int least) throws IOException {
        var file = Transcript.open(path);
        if (file == null) {
            return Optional.empty();
        }
        try (var bytes = LocalDisk.openFollowingLinks(path)) {
            for (long read = least; ; read *= GROWTH) {
                int length = (int) Math.min(Math.min(read, BYTES_MAX), file.size());
                long from = file.size() - length;
                var tail = new Tail(file, rules, history.parser());
                var found = tail.turn(bytes.bytes(from, length), from);
                boolean isWhole = found.isPresent() && found.get().prompt().trigger() != Trigger.UNKNOWN;
                if (isWhole || from == 0 || length == BYTES_MAX) {
                    return found.map(turn -> new PresentTurn(turn, isWhole || from == 0));
                }
            }
        }
    }

    private static final class Tail {
        private final Transcript file;
        private final FileLines lines;
        private final FileFold fold;
        private TrailId trail;
        private int count;

        Tail(Transcript file, TurnRules rules, LineParser parser) {
            this.file = file;
            this.lines = new FileLines(parser, file.named());
            // Held, so that no turn before is hashed: that takes longer than all the rest.
            this.fold = new FileFold(rules, OwnerUuids.Owners.of(new PromptIndex()), turn -> true);
        }

        /** {@code bytes} begin at {@code from}, perhaps within a line. */
        Optional<Turn> turn(byte[] bytes, long from) {
            var all = Bytes.of(bytes);
            int next = from == 0 ? 0 : Math.min(bytes.length, all.newlineFrom(0) + 1);
            while (next < bytes.length) {
                int end = all.newlineFrom(next);
                lines.each(new Bytes(bytes, next, end), from + next, (part, details) -> line(part));
                next = end + 1;
            }
            return trail == null ? Optional.empty() : fold.present(trail);
        }

        private void line(Parsed part) {
            if (part instanceof Parsed.Accepted accepted) {
                for (var event : fold.line(file, ++count, accepted).events()) {
                    var of = TrailId.of(event.envelope());
                    trail = of.isMain() ? of : trail;
                }
            }
        }
    }
}
