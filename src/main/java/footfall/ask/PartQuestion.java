package footfall.ask;

import com.fasterxml.jackson.databind.JavaType;
import footfall.alert.Alert;
import footfall.loop.Level;
import footfall.pattern.Subject;
import footfall.session.SessionSummary;
import footfall.turn.Position;
import footfall.turn.Turn;
import footfall.view.Direction;
import footfall.view.Filter;
import footfall.view.FollowsFold.FollowsPart;
import footfall.view.Instances.PartialShard;
import footfall.view.Instances.PartialShard.Report;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.Share;
import footfall.view.StoreKind;
import footfall.view.TopTurns;
import footfall.view.TopTurns.TurnSort;
import footfall.view.UsageBy;
import footfall.view.UsagePart;
import footfall.view.UsageQuestion;
import footfall.wire.Json;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The questions that instances ask each other: a path under {@code /internal/v1}, and what answers it. */
public enum PartQuestion {
    TURNS(Shard.Slice.class, Turn.class, (shard, asked) -> shard.turns(asked.selection(), asked.range())),
    SESSIONS(
            Shard.Slice.class,
            SessionSummary.class,
            (shard, asked) -> shard.sessions(asked.selection(), asked.range())),
    ALERTS(Shard.Slice.class, Alert.class, (shard, asked) -> shard.alerts(asked.selection(), asked.range())),
    TURN(Turn.class, null, (shard, asked) -> shard.turn(asked.name()).orElse(null)),
    SESSION(
            SessionSummary.class,
            null,
            (shard, asked) -> shard.session(asked.name()).orElse(null)),
    SESSION_IDS(List.class, String.class, (shard, asked) -> shard.sessionIds(asked.name(), asked.limit())),
    /** Renamed when it got filters: an instance of an earlier build, which would ignore them, does not answer. */
    OPEN_TURNS(OpenTurns.class, null, (shard, asked) -> shard.openTurns(asked.selection(), asked.limit())),
    REPEATS(Shard.Repeats.class, null, (shard, asked) -> shard.repeats()),
    TALLIED(
            Shard.Tallied.class,
            null,
            (shard, asked) -> shard.tallied(asked.kinds(), asked.selection(), asked.scanMax())),
    SAMPLE(
            Shard.SamplePart.class,
            null,
            (shard, asked) -> shard.sample(asked.kinds(), asked.selection(), asked.scanMax())),
    TOOL(Shard.ToolPart.class, null, (shard, asked) -> shard.tool(asked.name(), asked.selection(), asked.scanMax())),
    TOP_TURNS(
            TopTurns.Part.class,
            null,
            (shard, asked) -> shard.topTurns(asked.sort(), asked.selection(), asked.limit(), asked.scanMax())),
    FOLLOWS(
            FollowsPart.class,
            null,
            (shard, asked) -> shard.follows(asked.level(), asked.selection(), asked.scanMax())),
    /** Named anew whenever another store answers a question: an instance of an earlier build then does not answer. */
    SPENT(
            UsagePart.class,
            null,
            (shard, asked) -> shard.usage(asked.usage(), asked.scanMax()).shown(asked.usage()));

    /** Where their paths begin. */
    public static final String ROOT = "/internal/v1/";

    private final Class<?> type;
    private final Class<?> of;
    private final BiFunction<Shard, PartParameters, Object> answer;

    PartQuestion(Class<?> type, Class<?> of, BiFunction<Shard, PartParameters, Object> answer) {
        this.type = type;
        this.of = of;
        this.answer = answer;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String path() {
        return ROOT + word();
    }

    /** The names of the parameters of all questions. */
    public static List<String> parameters() {
        return PartParameters.names();
    }

    /**
     * The answer for an instance, to be written as JSON in which users are as it sees them.
     *
     * @throws IllegalArgumentException when a parameter is missing or invalid
     */
    public Object answer(Map<String, String> parameters, Asker asker, BiFunction<Share, Duration, PartialShard> here) {
        var asked = new PartParameters(parameters, asker);
        var shard = here.apply(asked.share(), asked.within());
        var part = answer.apply(shard, asked);
        return new PartAnswer<>(part, shard.report());
    }

    <T> PartAnswer<T> read(byte[] json) throws IOException {
        var types = Json.MAPPER.getTypeFactory();
        JavaType part = of == null ? types.constructType(type) : types.constructParametricType(type, of);
        return Json.MAPPER.readValue(json, types.constructParametricType(PartAnswer.class, part));
    }

    /** The answer of an instance about its partitions, and what it could not read. */
    record PartAnswer<T>(T part, Report report) {}

    /**
     * The parameters of a question from one instance to another, as text. Reading throws
     * {@link IllegalArgumentException} for an invalid value.
     */
    static final class PartParameters {
        private static final String AFTER = "after";
        private static final String LIMIT = "limit";
        private static final String SCAN_MAX = "scan_max";
        private static final String ORDER = "order";
        private static final String COUNTED = "counted";
        private static final String KINDS = "kinds";
        private static final String NAME = "name";
        private static final String SORT = "sort";
        private static final String LEVEL = "level";
        private static final String BY = "by";
        private static final String ZONE = "zone";
        private static final String WASTED = "wasted";
        private static final String WITHIN_MS = "within_ms";

        private static final Duration ALWAYS = Duration.ofDays(1);

        private final SortedMap<String, String> texts;
        private final Asker asker;

        PartParameters(Map<String, String> texts, Asker asker) {
            this.texts = new TreeMap<>(texts);
            this.asker = asker;
        }

        static PartParameters of(Share share) {
            var parameters = new PartParameters(Map.of(), Asker.OF_NAMES);
            share.partitions()
                    .forEach((store, partitions) ->
                            parameters.texts.put(word(store), numbers(new TreeSet<>(partitions))));
            return parameters;
        }

        /** The names of all parameters. */
        static List<String> names() {
            return Stream.of(
                            Stream.of(StoreKind.values()).map(PartParameters::word),
                            Stream.of(Filter.values()).map(Filter::word),
                            Stream.of(
                                    AFTER, LIMIT, SCAN_MAX, ORDER, COUNTED, KINDS, NAME, SORT, LEVEL, BY, ZONE, WASTED,
                                    WITHIN_MS))
                    .flatMap(Function.identity())
                    .toList();
        }

        private static String word(StoreKind store) {
            return store.name().toLowerCase(Locale.ROOT);
        }

        private static String numbers(Set<Integer> numbers) {
            return numbers.stream().map(Object::toString).collect(Collectors.joining(","));
        }

        PartParameters with(Selection selection) {
            texts.putAll(selection.parameters());
            return this;
        }

        PartParameters with(Shard.Range range) {
            if (range.after() != null) {
                texts.put(AFTER, range.after().cursor());
            }
            texts.put(LIMIT, Integer.toString(range.limit()));
            texts.put(ORDER, range.direction().word());
            if (range.isCounted()) {
                texts.put(COUNTED, "true");
            }
            return scanMax(range.scanMax());
        }

        PartParameters scanMax(int scanMax) {
            texts.put(SCAN_MAX, Integer.toString(scanMax));
            return this;
        }

        /** The time for scans. */
        PartParameters within(Duration within) {
            texts.put(WITHIN_MS, Long.toString(within.toMillis()));
            return this;
        }

        PartParameters limit(int limit) {
            texts.put(LIMIT, Integer.toString(limit));
            return this;
        }

        PartParameters name(String name) {
            texts.put(NAME, name);
            return this;
        }

        PartParameters with(Set<Subject.Kind> kinds) {
            texts.put(KINDS, kinds.stream().map(Enum::name).sorted().collect(Collectors.joining(",")));
            return this;
        }

        PartParameters with(TurnSort sort) {
            texts.put(SORT, sort.name());
            return this;
        }

        PartParameters with(Level level) {
            texts.put(LEVEL, level.name());
            return this;
        }

        PartParameters with(UsageQuestion question) {
            texts.put(BY, question.by().stream().map(Enum::name).collect(Collectors.joining(",")));
            texts.put(ZONE, question.zone().getId());
            if (question.wasted()) {
                texts.put(WASTED, "true");
            }
            return with(question.selection());
        }

        /** As the query of a URL. */
        String query() {
            return texts.entrySet().stream()
                    .map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
                    .collect(Collectors.joining("&"));
        }

        Share share() {
            var partitions = new EnumMap<StoreKind, Set<Integer>>(StoreKind.class);
            for (var store : StoreKind.values()) {
                var numbers = texts.get(word(store));
                if (numbers != null) {
                    partitions.put(
                            store,
                            Stream.of(numbers.split(",")).map(Integer::valueOf).collect(Collectors.toSet()));
                }
            }
            return new Share(partitions);
        }

        Selection selection() {
            var values = new EnumMap<Filter, String>(Filter.class);
            for (var filter : Filter.values()) {
                if (texts.containsKey(filter.word())) {
                    values.put(filter, texts.get(filter.word()));
                }
            }
            try {
                var selection = Selection.parse(values);
                var user = values.get(Filter.USER);
                return user == null ? selection : selection.withUsers(asker.comparedWith(user));
            } catch (Filter.InvalidFilter invalid) {
                throw new IllegalArgumentException("an invalid filter", invalid);
            }
        }

        Shard.Range range() {
            var cursor = texts.get(AFTER);
            var after = cursor == null
                    ? null
                    : Position.ofCursor(cursor).orElseThrow(() -> new IllegalArgumentException("an invalid cursor"));
            var direction = Direction.ofWord(texts.getOrDefault(ORDER, Direction.ASC.word()))
                    .orElseThrow(() -> new IllegalArgumentException("an invalid order"));
            return new Shard.Range(after, limit(), scanMax(), direction, texts.containsKey(COUNTED));
        }

        int limit() {
            return whole(LIMIT);
        }

        int scanMax() {
            return Math.min(whole(SCAN_MAX), AnswerRules.SCAN_MAX);
        }

        /** An earlier build does not say it. */
        Duration within() {
            return texts.containsKey(WITHIN_MS) ? Duration.ofMillis(whole(WITHIN_MS)) : ALWAYS;
        }

        private int whole(String name) {
            return Integer.parseInt(text(name));
        }

        String name() {
            return text(NAME);
        }

        private String text(String name) {
            var text = texts.get(name);
            if (text == null) {
                throw new IllegalArgumentException("the parameter " + name + " is missing");
            }
            return text;
        }

        Set<Subject.Kind> kinds() {
            return Stream.of(text(KINDS).split(",")).map(Subject.Kind::valueOf).collect(Collectors.toSet());
        }

        TurnSort sort() {
            return TurnSort.valueOf(text(SORT));
        }

        Level level() {
            return Level.valueOf(text(LEVEL));
        }

        UsageQuestion usage() {
            var by = Stream.of(text(BY).split(","))
                    .filter(word -> !word.isEmpty())
                    .map(UsageBy::valueOf)
                    .toList();
            try {
                return new UsageQuestion(
                        by, selection(), ZoneId.of(text(ZONE)), asker::user, texts.containsKey(WASTED));
            } catch (DateTimeException invalid) {
                throw new IllegalArgumentException("an invalid time zone", invalid);
            }
        }
    }

    /** What the instance that asks may know of users. */
    public interface Asker {
        /** Sees names. */
        Asker OF_NAMES = new Asker() {
            @Override
            public UnaryOperator<String> comparedWith(String user) {
                return UnaryOperator.identity();
            }

            @Override
            public String user(String name) {
                return name;
            }
        };

        /** How users are compared with the one that is asked for, which may be a pseudonym. */
        UnaryOperator<String> comparedWith(String user);

        /** A user as it sees it. */
        String user(String name);
    }
}
