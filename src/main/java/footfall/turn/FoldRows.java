package footfall.turn;

import footfall.line.Hashes;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.RowKind;
import footfall.row.Rows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The row kinds of the fold and their keys. */
public final class FoldRows {
    public static final RowKind<Trail> TRAIL = new RowKind<>(1, "trail", Trail.class);
    public static final RowKind<StepRow> STEP = new RowKind<>(2, "step", StepRow.class).readByTurn();
    public static final RowKind<MessageUsage> USAGE = new RowKind<>(3, "usage", MessageUsage.class).readByTurn();
    public static final RowKind<Emitted> EMITTED = new RowKind<>(4, "emitted", Emitted.class);
    /** A closed turn of a subagent whose parent or project is not known yet. */
    public static final RowKind<Head> PAST = new RowKind<>(5, "past", Head.class);
    /** By call ID: the turn of the call and its subagent. */
    public static final RowKind<Call> CALL = new RowKind<>(6, "call", Call.class);
    /** By agent ID: the call that runs the subagent. */
    public static final RowKind<String> PARENT = new RowKind<>(7, "parent", String.class);
    /** The project of a session's main trail. */
    public static final RowKind<String> PROJECT = new RowKind<>(8, "project", String.class);
    /** The requests of a partition to forget users; one row. */
    public static final RowKind<UserForgets> USER_FORGETS = new RowKind<>(9, "user forgets", UserForgets.class);
    /** A block of {@link SeenLines} of a trail, by its number. Code 10 is that of {@code ShownTurn}. */
    public static final RowKind<Hashes> SEEN = new RowKind<>(11, "seen lines", Hashes.class);

    /** The text of the price list that was applied to a partition; one row. */
    public static final RowKind<String> PRICE_LIST = new RowKind<>(12, "price list", String.class);

    /** By sender: how many of its lines had no effect, because they had been processed before. */
    public static final RowKind<Long> REPEATS = new RowKind<>(13, "repeats", Long.class);

    /** In a partition; the lines of further ones are counted together, as of {@link #OTHER_SENDERS}. */
    private static final int REPEATING_MAX = 4_096;

    /** No sender: {@code repeats} of those that are not counted one by one. */
    public static final long OTHER_SENDERS = 0;

    public static final List<RowKind<?>> KINDS =
            List.of(TRAIL, STEP, USAGE, EMITTED, PAST, CALL, PARENT, PROJECT, USER_FORGETS, SEEN, PRICE_LIST, REPEATS);

    private FoldRows() {}

    public static RowKey<Trail> trail(TrailId trail) {
        return RowKey.all(TRAIL, trail);
    }

    /** A constant in place of a session, for the one row of a partition. */
    private static final TrailId PARTITION = new TrailId(new SessionId("partition"), null);

    private static final RowKey<UserForgets> OF_PARTITION = RowKey.all(USER_FORGETS, PARTITION);
    private static final RowKey<String> LIST_OF_PARTITION = RowKey.all(PRICE_LIST, PARTITION);

    /** The requests of the partition whose rows these are. */
    public static UserForgets userForgets(Rows rows) {
        var stored = rows.get(OF_PARTITION);
        return stored == null ? UserForgets.NONE : stored;
    }

    public static void put(Rows rows, UserForgets forgets) {
        rows.put(OF_PARTITION, forgets);
    }

    /** The text of the price list that was applied to the partition whose rows these are; null for none. */
    public static String priceList(Rows rows) {
        return rows.get(LIST_OF_PARTITION);
    }

    public static void putPriceList(Rows rows, String text) {
        rows.put(LIST_OF_PARTITION, text);
    }

    /** A line of a sender had been processed before. */
    static void repeated(Rows rows, long sender) {
        boolean isFull = rows.get(repeatsOf(sender)) == null
                && (rows.get(repeatsOf(OTHER_SENDERS)) != null || repeats(rows).size() >= REPEATING_MAX);
        var key = repeatsOf(isFull ? OTHER_SENDERS : sender);
        var before = rows.get(key);
        rows.put(key, before == null ? 1 : before + 1);
    }

    private static RowKey<Long> repeatsOf(long sender) {
        return RowKey.all(REPEATS, new TrailId(PARTITION.session(), Long.toHexString(sender)));
    }

    /** The repeated lines of the partition whose rows these are, by sender. */
    public static Map<Long, Long> repeats(Rows rows) {
        var repeats = new HashMap<Long, Long>();
        rows.each(
                RowKey.all(REPEATS, PARTITION.session()),
                (key, count) -> repeats.put(Long.parseUnsignedLong(key.agent(), 16), count));
        return repeats;
    }

    static RowKey<StepRow> step(TrailId trail, int index, String toolUseId) {
        return RowKey.turn(STEP, trail, index, toolUseId);
    }

    static RowKey<MessageUsage> usage(TrailId trail, int index, String messageId) {
        return RowKey.turn(USAGE, trail, index, messageId);
    }

    static RowKey<Call> call(SessionId session, String toolUseId) {
        return RowKey.all(CALL, new TrailId(session, toolUseId));
    }

    static RowKey<String> parent(TrailId subagent) {
        return RowKey.all(PARENT, subagent);
    }

    static RowKey<String> project(SessionId session) {
        return RowKey.all(PROJECT, new TrailId(session, null));
    }

    /**
     * The requests of a partition to forget users: how many it has received, and the sweeps that are still to be
     * done. A sweep forgets the sessions that had begun before its request, whatever happens to them meanwhile.
     */
    public record UserForgets(int count, List<Sweep> sweeps) {
        public static final UserForgets NONE = new UserForgets(0, List.of());

        public UserForgets {
            sweeps = List.copyOf(sweeps);
        }

        /**
         * The sessions of a user whose trails have an epoch before {@code epoch}. Those up to {@code after} in the
         * order of rows are done; null for none. {@code request}: the ID of the request.
         */
        public record Sweep(String user, int epoch, String request, SessionId after) {
            public boolean concerns(Trail trail) {
                return !trail.isForgotten() && trail.epoch() < epoch && user.equals(trail.user());
            }

            public Sweep doneUpTo(SessionId session) {
                return new Sweep(user, epoch, request, session);
            }
        }
    }

    /**
     * A call that runs a subagent. {@code agent} and {@code index} are the trail and turn of the call, -1 while
     * unknown; {@code linkedAgent} is null until a link names it, {@code type} when the call names no type of agent.
     */
    public record Call(String agent, int index, String linkedAgent, String type) {
        static final Call UNKNOWN = new Call(null, -1, null, null);

        // As in RowKey.
        @Override
        public boolean equals(Object other) {
            return other instanceof Call call
                    && index == call.index
                    && Objects.equals(agent, call.agent)
                    && Objects.equals(linkedAgent, call.linkedAgent)
                    && Objects.equals(type, call.type);
        }

        @Override
        public int hashCode() {
            return (Objects.hashCode(agent) * 31 + index) * 31 + Objects.hashCode(linkedAgent);
        }

        boolean isPlaced() {
            return index >= 0;
        }
    }
}
