package footfall.faults;

import footfall.desire.DesireRules;
import footfall.faults.Guarantee.LinesInOrder;
import footfall.line.SessionId;
import footfall.redact.Identity;
import footfall.session.SessionSummary;
import footfall.testkit.Cluster;
import footfall.testkit.FileTallies;
import footfall.testkit.Shipment;
import footfall.topology.CommittedReader;
import footfall.turn.HourTokens;
import footfall.turn.Invocation;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.LineHeaders;
import footfall.wire.RejectedLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Both ends at one moment: what the files contain, what the topics contain that consumers may read, and what clients
 * have got of it. {@code forgotten}: the IDs of sessions.
 */
record Observed(Files files, Topics topics, Received received, Set<String> forgotten) {
    /** A turn that came as an event, and the number of its revision. */
    record Revision(String turnId, int number) {
        /** Instead of events that do not exist any more. */
        static final Revision MISSING = new Revision("that is missing", -1);
    }

    /**
     * What the files come to without a broker. {@code lines}: redacted, in the order of each file, of all sessions;
     * {@code calls}: the session of each call by its ID, of all sessions; the others without the sessions that were
     * forgotten.
     */
    record Files(
            List<Shipment.Sent> lines,
            Map<String, String> calls,
            Map<String, Turn> turns,
            Map<String, SessionSummary> sessions,
            FileTallies tallies,
            Tokens tokens) {}

    /**
     * The whole logs of {@code lines}, {@code turns} and {@code invocations}, each partition in its order; of the
     * others the last record of each key.
     */
    record Topics(
            List<Line> lines,
            List<RejectedLine> rejected,
            List<Logged<Turn>> turns,
            List<Logged<Invocation>> invocations,
            Map<String, SessionSummary> sessions,
            Set<String> open,
            FileTallies tallies,
            Tokens tokens) {

        /** The last revision of each turn that was not withdrawn. */
        Map<String, Turn> lastTurns() {
            return last(turns);
        }

        Map<String, Invocation> lastInvocations() {
            return last(invocations);
        }

        private static <V> Map<String, V> last(List<Logged<V>> log) {
            var last = new TreeMap<String, V>();
            log.forEach(record -> last.put(record.key(), record.value()));
            last.values().removeIf(value -> value == null);
            return last;
        }
    }

    record Line(int partition, String session, byte[] value, LineHeaders headers) {}

    /** A record of a compacted topic; {@code value} is null for a tombstone. */
    record Logged<V>(String key, V value) {}

    static Files files(GrowingTalk talk, Set<String> forgotten, TurnRules rules) {
        var shipment = Shipment.ofPaths(talk.transcripts(), new Identity(null, null));
        var turns = new TreeMap<>(shipment.turns(rules));
        turns.values().removeIf(turn -> forgotten.contains(turn.id().sessionId().value()));
        var sessions = new TreeMap<>(shipment.sessions(rules.prices()));
        sessions.keySet().removeAll(forgotten);
        var walks = shipment.walks(rules).stream()
                .filter(turn -> !forgotten.contains(turn.sessionId().value()))
                .toList();
        var tokens = walks.stream()
                .flatMap(turn -> turn.given().bill().usage().stream())
                .map(HourTokens::tokens)
                .reduce(Tokens.ZERO, Tokens::plus);
        return new Files(
                shipment.records(),
                talk.calls(),
                turns,
                sessions,
                FileTallies.of(walks, DesireRules.DEFAULTS, null),
                tokens);
    }

    static Topics topics(CommittedReader committed) {
        var rejected = new ArrayList<RejectedLine>();
        committed.each(Channels.REJECTED, record -> rejected.add(record.value()));
        var sessions = Cluster.last(committed, Channels.SESSIONS);
        return new Topics(
                lines(committed),
                rejected,
                log(committed, Channels.TURNS),
                log(committed, Channels.INVOCATIONS),
                sessions,
                new TreeSet<>(Cluster.last(committed, Channels.OPEN).keySet()),
                Cluster.tallies(committed),
                Cluster.usedTokens(committed));
    }

    /** Whether all of them are on the topic. */
    static boolean haveArrived(List<Shipment.Sent> lines, CommittedReader committed) {
        var places = lines(committed).stream()
                .map(line -> LinesInOrder.place(line.headers()))
                .toList();
        return lines.stream()
                .map(line -> LinesInOrder.place(line.lineHeaders()))
                .allMatch(places::contains);
    }

    /** Without the requests to forget, which are on the same topic. */
    static List<Line> lines(CommittedReader committed) {
        var lines = new ArrayList<Line>();
        committed.each(
                Channels.LINES,
                record -> LineHeaders.of(record.headers())
                        .ifPresent(headers ->
                                lines.add(new Line(record.partition(), record.key(), record.value(), headers))));
        return lines;
    }

    private static <V> List<Logged<V>> log(CommittedReader committed, Channel<String, V> channel) {
        var log = new ArrayList<Logged<V>>();
        committed.each(channel, record -> log.add(new Logged<>(record.key(), record.value())));
        return log;
    }

    boolean isForgotten(SessionId session) {
        return forgotten.contains(session.value());
    }
}
