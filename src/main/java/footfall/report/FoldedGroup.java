package footfall.report;

import footfall.line.Dialect;
import footfall.line.OwnerUuids;
import footfall.tail.FileStamp;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import footfall.turn.SessionUsage;
import java.nio.file.Path;
import java.util.List;

/**
 * What a fold made of a group of transcripts: those that have lines of the same sessions, and no session in common with
 * others. So its turns depend on nothing else, except on the owners of prompts. It has no content: the texts of errors
 * are read again from their lines.
 */
record FoldedGroup(
        List<File> files, List<TurnRow> turns, List<ErrorLine> errors, List<SessionRow> sessions, Place used) {

    /**
     * A transcript. {@code stamp} is that of {@link FileStamp} before it was read; {@code sidecar} is the path of the
     * file beside it, null for none. {@code sessions} are those of its lines.
     */
    record File(
            Transcript.Order order,
            String id,
            String stamp,
            String sidecar,
            String sidecarStamp,
            List<String> sessions,
            List<Asked> asked,
            Reading reading) {
        Path path() {
            return Path.of(order.path());
        }

        /** Whether the transcript is as it was when it was read. */
        boolean isCurrent(String now) {
            return stamp.equals(now) && (sidecar == null || sidecarStamp.equals(FileStamp.of(Path.of(sidecar))));
        }
    }

    /** The owner that a line got, null for its own session. */
    record Asked(String session, String asked, List<String> claimed, List<String> released, String owner) {
        static Asked of(OwnerUuids.Uuids uuids, String session, String owner) {
            return new Asked(session, uuids.asked(), uuids.claimed(), uuids.released(), owner);
        }

        /** Asks again. */
        String again(OwnerUuids.Owners prompts) {
            return prompts.ownerOther(new OwnerUuids.Uuids(asked, claimed, released), session);
        }

        Asked ownedBy(String other) {
            return new Asked(session, asked, claimed, released, other);
        }
    }

    /**
     * Where bytes are. {@code used} is the place of the turns' {@link footfall.view.UsageBy.UsedTurn}s, in their order.
     */
    record Place(long offset, int length) {
        static final Place NONE = new Place(0, 0);
    }

    /** A turn, and where its bytes are. Each error in them is the number of an {@link ErrorLine}. */
    record TurnRow(TurnSummary known, Place place) {}

    /**
     * The bytes of a file that are the text of an error as answers write it, between the quotes; or the line that says
     * the error of a call in another way. {@code call} is null for the former.
     */
    record ErrorLine(int file, long offset, int length, String call) {
        boolean isText() {
            return call == null;
        }
    }

    /** {@code file} is the first with a line of the session, {@code place} the number of that line. */
    record SessionRow(int file, long place, SessionUsage usage) {}

    /** Whether the lines of a file can be read at their place. */
    static boolean isErrorReadable(Transcript file) {
        return file.source().dialect().framing() == Dialect.Framing.LINES && !TranscriptPaths.isPacked(file.path());
    }
}
