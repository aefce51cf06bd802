package footfall.pattern;

import footfall.line.SessionId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * The keys of a running tally's rows. Numbers are big-endian, with the sign turned so that their bytes sort
 * as they do.
 *
 * <pre>
 *   01  subject                             its total
 *       16 B
 *   02  day  subject  session               sums of a session's turns of that day
 *       4 B  16 B     UTF-8
 *   03  subject  session                    how many of a session's turns there are
 *       16 B     UTF-8
 *   04  subject  seconds  nanos  turn_id    a member
 *       16 B     8 B      4 B    UTF-8
 * </pre>
 *
 * {@link StoredTally.StoredWays}, {@link UsageTally} and {@link Expired} have the other kinds. A subject is the
 * first 16 bytes of the SHA-256 of its key.
 */
final class TallyKey {
    static final byte TOTAL = 1;
    static final byte SHARE = 2;
    static final byte SESSION = 3;
    static final byte MEMBER = 4;

    private static final int PRINT = 16;
    private static final int DAY = 4;

    private TallyKey() {}

    static byte[] total(byte[] subject) {
        return ByteBuffer.allocate(1 + PRINT).put(TOTAL).put(subject).array();
    }

    static byte[] totals() {
        return new byte[] {TOTAL};
    }

    static byte[] share(int day, byte[] subject, SessionId session) {
        var id = utf8(session.value());
        return ByteBuffer.allocate(1 + DAY + PRINT + id.length)
                .put(SHARE)
                .putInt(day ^ Integer.MIN_VALUE)
                .put(subject)
                .put(id)
                .array();
    }

    static byte[] shares() {
        return new byte[] {SHARE};
    }

    /** The day in the key of a share. */
    static int dayOf(byte[] share) {
        return ByteBuffer.wrap(share).getInt(1) ^ Integer.MIN_VALUE;
    }

    /** The subject in the key of a share. */
    static byte[] subjectOf(byte[] share) {
        var subject = new byte[PRINT];
        ByteBuffer.wrap(share).position(1 + DAY).get(subject);
        return subject;
    }

    /** The beginning of the keys of a subject's sessions. */
    static byte[] sessions(byte[] subject) {
        return ByteBuffer.allocate(1 + PRINT).put(SESSION).put(subject).array();
    }

    static byte[] session(byte[] subject, SessionId session) {
        var id = utf8(session.value());
        return ByteBuffer.allocate(1 + PRINT + id.length)
                .put(SESSION)
                .put(subject)
                .put(id)
                .array();
    }

    static byte[] member(byte[] subject, Instant startedAt, String turnId) {
        var id = utf8(turnId);
        return ByteBuffer.allocate(1 + PRINT + Long.BYTES + Integer.BYTES + id.length)
                .put(MEMBER)
                .put(subject)
                .putLong(startedAt.getEpochSecond() ^ Long.MIN_VALUE)
                .putInt(startedAt.getNano())
                .put(id)
                .array();
    }

    /** The prefix of all members of a subject. */
    static byte[] members(byte[] subject) {
        return ByteBuffer.allocate(1 + PRINT).put(MEMBER).put(subject).array();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
