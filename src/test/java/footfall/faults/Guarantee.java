package footfall.faults;

import footfall.testkit.TurnJson;
import footfall.testkit.TurnText;
import footfall.turn.Step;
import footfall.wire.LineHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What holds of both ends whatever happened to the processes between them. */
interface Guarantee {
    List<Guarantee> ALL = List.of(
            new EveryLineAtLeastOnce(),
            new LinesInOrder(),
            new OneContentPerRevision(),
            new EveryStepInOneTurn(),
            new TurnsEqualFiles(),
            new TalliesEqualTurns(),
            new ForgottenStaysForgotten(),
            new AnswersEqualFiles(),
            new EveryTurnExported(),
            new EveryEventOnce(),
            new SinkEqualsTurns(),
            new PageShowsTurns());

    /** One message for each line, turn or record that breaks it. */
    Stream<String> broken(Observed observed);

    default String title() {
        return getClass().getSimpleName();
    }

    /** The messages of all guarantees that are broken; empty when all hold. */
    static List<String> allBroken(Observed observed) {
        return ALL.stream()
                .flatMap(guarantee -> guarantee.broken(observed).map(message -> guarantee.title() + ": " + message))
                .toList();
    }

    /** Each redacted line of each file is on the topic {@code lines}, with its content; guarantee 12. */
    static final class EveryLineAtLeastOnce implements Guarantee {
        private static final Pattern KEYED = Pattern.compile("\"(input|value)\":\"[0-9a-f]{12}\"");

        @Override
        public Stream<String> broken(Observed observed) {
            var sent = new HashMap<String, List<Observed.Line>>();
            observed.topics()
                    .lines()
                    .forEach(line ->
                            sent.merge(LinesInOrder.place(line.headers()), List.of(line), EveryLineAtLeastOnce::both));
            return observed.files().lines().stream().flatMap(line -> {
                var place = LinesInOrder.place(line.lineHeaders());
                var found = sent.get(place);
                if (found == null) {
                    return Stream.of("a line is missing on lines: " + place);
                }
                return found.stream().allMatch(one -> unkeyed(one.value()).equals(unkeyed(line.value())))
                        ? Stream.of()
                        : Stream.of("a line has another content on lines: " + place);
            });
        }

        /** Each shipper has a key of its own for the hashes of files and inputs. */
        private static String unkeyed(byte[] line) {
            return KEYED.matcher(new String(line, StandardCharsets.UTF_8)).replaceAll("\"$1\":\"\"");
        }

        private static List<Observed.Line> both(List<Observed.Line> some, List<Observed.Line> more) {
            return Stream.concat(some.stream(), more.stream()).toList();
        }
    }

    /**
     * The lines of a session are in one partition; those of each file come there for the first time in the order of the
     * file, and no gap or bad line is recorded on {@code rejected}; guarantee 12.
     */
    static final class LinesInOrder implements Guarantee {
        /** A file and an offset. */
        static String place(LineHeaders headers) {
            return headers.file() + " at " + headers.offset();
        }

        @Override
        public Stream<String> broken(Observed observed) {
            return Stream.of(partitions(observed), order(observed), rejected(observed))
                    .flatMap(messages -> messages);
        }

        private static Stream<String> partitions(Observed observed) {
            var partitions = new HashMap<String, Integer>();
            return observed.topics().lines().stream()
                    .filter(line -> partitions.merge(line.session(), line.partition(), (first, next) -> first)
                            != line.partition())
                    .map(line -> "session " + line.session() + " is in the partitions " + partitions.get(line.session())
                            + " and " + line.partition());
        }

        private static Stream<String> order(Observed observed) {
            var files = new HashMap<String, List<Long>>();
            observed.files()
                    .lines()
                    .forEach(line -> files.computeIfAbsent(
                                    line.lineHeaders().file().toString(), none -> new ArrayList<>())
                            .add(line.lineHeaders().offset()));
            var seen = new HashMap<String, Integer>();
            var places = new HashSet<String>();
            var broken = new ArrayList<String>();
            for (var line : observed.topics().lines()) {
                if (places.add(place(line.headers()))) {
                    var file = line.headers().file().toString();
                    int number = seen.merge(file, 1, Integer::sum) - 1;
                    var offsets = files.getOrDefault(file, List.of());
                    var expected = number < offsets.size() ? offsets.get(number) : null;
                    if (expected == null || expected != line.headers().offset()) {
                        broken.add("the line " + place(line.headers()) + " comes where the one at " + expected
                                + " is expected");
                    }
                }
            }
            return broken.stream();
        }

        private static Stream<String> rejected(Observed observed) {
            return observed.topics().rejected().stream().map(row -> "rejected has " + row);
        }
    }

    /** No revision of a turn has two contents or comes twice, and revisions count up from 0; guarantees 7 and 18. */
    static final class OneContentPerRevision implements Guarantee {
        @Override
        public Stream<String> broken(Observed observed) {
            var broken = new ArrayList<String>();
            var contents = new HashMap<String, String>();
            var next = new HashMap<String, Integer>();
            for (var record : observed.topics().turns()) {
                var turn = record.value();
                if (turn == null) {
                    continue; // A turn that was forgotten.
                }
                var revision = "turn " + record.key() + ", revision " + turn.revision();
                var content = TurnJson.line(turn);
                var before = contents.put(revision, content);
                if (before != null) {
                    broken.add(revision
                            + (before.equals(content)
                                    ? " comes twice"
                                    : " has two contents: " + before + " and " + content));
                }
                int expected = next.getOrDefault(record.key(), 0);
                if (turn.revision() != expected) {
                    broken.add(revision + " comes where revision " + expected + " is expected");
                }
                next.put(record.key(), turn.revision() + 1);
            }
            return broken.stream();
        }
    }

    /**
     * Each call of the transcripts is a step of exactly one last revision of one turn, and exactly one last record on
     * {@code invocations}; guarantees 4 and 11.
     */
    static final class EveryStepInOneTurn implements Guarantee {
        @Override
        public Stream<String> broken(Observed observed) {
            var calls = new TreeMap<>(observed.files().calls());
            calls.values().removeAll(observed.forgotten());
            var turns = new HashMap<String, List<String>>();
            observed.topics()
                    .lastTurns()
                    .forEach((id, turn) -> turn.steps().stream()
                            .map(Step::use)
                            .forEach(use -> turns.merge(use.toolUseId(), List.of(id), EveryStepInOneTurn::both)));
            var invocations = new HashMap<String, List<String>>();
            observed.topics()
                    .lastInvocations()
                    .forEach((key, row) ->
                            invocations.merge(row.use().toolUseId(), List.of(key), EveryStepInOneTurn::both));
            return Stream.concat(
                    wrong(calls.keySet(), turns, "turns"), wrong(calls.keySet(), invocations, "invocations"));
        }

        private static Stream<String> wrong(Set<String> calls, Map<String, List<String>> found, String topic) {
            var all = new TreeSet<>(calls);
            all.addAll(found.keySet());
            return all.stream()
                    .filter(call -> !calls.contains(call)
                            || found.getOrDefault(call, List.of()).size() != 1)
                    .map(call -> "the call " + call
                            + (calls.contains(call) ? "" : ", which no transcript may contain,")
                            + " is on " + topic + " in " + found.getOrDefault(call, List.of()));
        }

        private static List<String> both(List<String> some, List<String> more) {
            return Stream.concat(some.stream(), more.stream()).toList();
        }
    }

    /**
     * The last revision of each turn, and the last summary of each session, are those of the files; no turn is open;
     * guarantees 11, 13 and 24.
     */
    static final class TurnsEqualFiles implements Guarantee {
        @Override
        public Stream<String> broken(Observed observed) {
            var files = observed.files();
            var topics = observed.topics();
            var turns = differences(
                    "turn",
                    TurnText.of(files.turns().values()),
                    TurnText.of(topics.lastTurns().values()));
            var sessions = differences("session", files.sessions(), topics.sessions());
            var open = topics.open().stream().map(key -> "a turn is open on the topic open: " + key);
            return Stream.of(turns, sessions, open).flatMap(messages -> messages);
        }

        static <V> Stream<String> differences(String what, Map<String, V> expected, Map<String, V> found) {
            var keys = new TreeSet<>(expected.keySet());
            keys.addAll(found.keySet());
            return keys.stream()
                    .filter(key -> !Objects.equals(expected.get(key), found.get(key)))
                    .map(key -> "the " + what + " " + key + " is " + found.get(key) + " and not " + expected.get(key));
        }
    }

    /**
     * Nothing of a session that was forgotten is left on {@code turns}, {@code invocations}, {@code sessions} and
     * {@code open}, however often its lines are sent again; guarantee 19.
     */
    static final class ForgottenStaysForgotten implements Guarantee {
        @Override
        public Stream<String> broken(Observed observed) {
            var topics = observed.topics();
            var turns = topics.lastTurns().values().stream()
                    .filter(turn -> observed.isForgotten(turn.id().sessionId()))
                    .map(turn -> "turns has " + turn.id().turnId());
            var invocations = topics.lastInvocations().entrySet().stream()
                    .filter(row -> observed.isForgotten(row.getValue().sessionId()))
                    .map(row -> "invocations has " + row.getKey());
            var sessions = topics.sessions().keySet().stream()
                    .filter(observed.forgotten()::contains)
                    .map(session -> "sessions has " + session);
            var open = topics.open().stream()
                    .filter(key -> observed.forgotten().contains(key.replaceFirst("/.*", "")))
                    .map(key -> "open has " + key);
            return Stream.of(turns, invocations, sessions, open).flatMap(messages -> messages);
        }
    }
}
