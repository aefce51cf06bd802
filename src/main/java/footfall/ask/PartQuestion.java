package footfall.ask;

import com.fasterxml.jackson.databind.JavaType;
import footfall.alert.Alert;
import footfall.session.SessionSummary;
import footfall.turn.Turn;
import footfall.view.FollowsFold.FollowsPart;
import footfall.view.Instances.PartialShard;
import footfall.view.Instances.PartialShard.Report;
import footfall.view.OpenTurns;
import footfall.view.Shard;
import footfall.view.Share;
import footfall.view.TopTurns;
import footfall.view.UsagePart;
import footfall.wire.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;

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
}
