package footfall.turn;

import footfall.line.Sha256;
import footfall.loop.Loop;
import footfall.row.RowBytes;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Detects whether a turn changed since its last emission: the first 8 bytes of the SHA-256 of its bytes, without the
 * revision and what a record may leave out. Stored: a new component causes one more revision of each turn that is
 * emitted again.
 */
final class Fingerprint {
    private Fingerprint() {}

    static long of(Turn turn) {
        var onOneTarget =
                turn.detours().loops().stream().filter(Loop::oneTarget).toList();
        var found = new Detours(
                onOneTarget,
                turn.detours().returns(),
                turn.detours().repeats(),
                List.of(),
                turn.detours().asked(),
                null);
        return hash(turn.revised(0).with(turn.steps(), 0, null, found));
    }

    private record Repeated(String turnId, int length, boolean isLong, String copyOf, String version, Origin origin) {}

    /** The fields of the turn that are repeated in every step's row. */
    static long ofWhatStepsRepeat(Turn turn) {
        return hash(new Repeated(
                turn.id().turnId(),
                turn.size().length(),
                turn.size().isLong(),
                turn.prompt().copyOf(),
                turn.product().agentVersion(),
                turn.origin()));
    }

    private static long hash(Record value) {
        return ByteBuffer.wrap(Sha256.of(RowBytes.of(value))).getLong();
    }
}
