package footfall.row;

import footfall.line.SessionId;
import footfall.line.TrailId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * Names a row. Components that a kind does not use are left out from the right: {@code agent} null with
 * {@code index} -1 and {@code id} null. The same with fewer components is a prefix of keys.
 *
 * <pre>
 *   kind  session  00  agent  00  index       id
 *   1 B   UTF-8        UTF-8      4 B, big    UTF-8
 * </pre>
 *
 * Ids hold no zero byte ({@code line.Ids}); the main agent is the empty text.
 */
public record RowKey<V>(RowKind<V> kind, SessionId session, String agent, int index, String id) {
    private static final int NO_INDEX = -1;

    public RowKey {
        Objects.requireNonNull(kind, "kind is null");
        Objects.requireNonNull(session, "session is null");
    }

    /** The prefix of all rows of a kind in one session. */
    public static <V> RowKey<V> all(RowKind<V> kind, SessionId session) {
        return new RowKey<>(kind, session, null, NO_INDEX, null);
    }

    /** The prefix of all rows of a kind in one trail. */
    public static <V> RowKey<V> all(RowKind<V> kind, TrailId trail) {
        return new RowKey<>(kind, trail.session(), word(trail), NO_INDEX, null);
    }

    /** A row of a turn, or the prefix of all of a kind in it. */
    public static <V> RowKey<V> turn(RowKind<V> kind, TrailId trail, int index) {
        return new RowKey<>(kind, trail.session(), word(trail), index, null);
    }

    /** A row of a turn with an id. */
    public static <V> RowKey<V> turn(RowKind<V> kind, TrailId trail, int index, String id) {
        return new RowKey<>(kind, trail.session(), word(trail), index, id);
    }

    /** The trail that the row belongs to. */
    public TrailId trailId() {
        return new TrailId(session, agent.isEmpty() ? null : agent);
    }

    /**
     * The prefix of the rows that are read together, by session or by turn as the kind says.
     *
     * @throws IllegalArgumentException when this is a wider prefix than that
     */
    public RowKey<V> group() {
        if (!kind.isReadByTurn()) {
            return all(kind, session);
        }
        if (agent == null || index == NO_INDEX) {
            throw new IllegalArgumentException(kind + " rows must be read by turn");
        }
        return new RowKey<>(kind, session, agent, index, null);
    }

    /** Whether this row has this prefix, which is of its kind and session. */
    public boolean isBelow(RowKey<?> prefix) {
        return (prefix.agent == null || prefix.agent.equals(agent))
                && (prefix.index == NO_INDEX || prefix.index == index)
                && (prefix.id == null || prefix.id.equals(id));
    }

    // Called for each line; a generated hashCode would use method handles, which
    // are slow before JIT compilation.
    @Override
    public boolean equals(Object other) {
        return other instanceof RowKey<?> key
                && index == key.index
                && kind == key.kind
                && Objects.equals(id, key.id)
                && Objects.equals(agent, key.agent)
                && session.equals(key.session);
    }

    @Override
    public int hashCode() {
        int hash = kind.code() * 31 + session.hashCode();
        hash = hash * 31 + (agent == null ? 0 : agent.hashCode());
        hash = hash * 31 + index;
        return hash * 31 + (id == null ? 0 : id.hashCode());
    }

    private static String word(TrailId trail) {
        return trail.agent() == null ? "" : trail.agent();
    }

    /** The bytes as documented above, up to the last component. */
    public byte[] bytes() {
        var sessionBytes = session.value().getBytes(StandardCharsets.UTF_8);
        var agentBytes = agent == null ? new byte[0] : agent.getBytes(StandardCharsets.UTF_8);
        var idBytes = id == null ? new byte[0] : id.getBytes(StandardCharsets.UTF_8);
        var out = ByteBuffer.allocate(7 + sessionBytes.length + agentBytes.length + idBytes.length);
        out.put(kind.code()).put(sessionBytes).put((byte) 0);
        if (agent != null) {
            out.put(agentBytes).put((byte) 0);
        }
        if (index != NO_INDEX) {
            out.putInt(index).put(idBytes);
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    /** Parses a complete key of a kind. */
    public static <V> RowKey<V> parse(RowKind<V> kind, byte[] bytes) {
        int sessionEnd = zeroAt(bytes, 1);
        int agentEnd = zeroAt(bytes, sessionEnd + 1);
        var session = new SessionId(text(bytes, 1, sessionEnd));
        var agent = text(bytes, sessionEnd + 1, agentEnd);
        if (agentEnd + 1 >= bytes.length) {
            return new RowKey<>(kind, session, agent, NO_INDEX, null);
        }
        int index = ByteBuffer.wrap(bytes).getInt(agentEnd + 1);
        var id = agentEnd + 5 == bytes.length ? null : text(bytes, agentEnd + 5, bytes.length);
        return new RowKey<>(kind, session, agent, index, id);
    }

    private static int zeroAt(byte[] bytes, int from) {
        int i = from;
        while (bytes[i] != 0) {
            i++;
        }
        return i;
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
