package footfall.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import footfall.loop.Loop;
import footfall.loop.Recovery;
import footfall.turn.HourTokens;
import footfall.turn.Step;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.turn.TurnOutcome;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A turn in the JSON of the topic {@code turns}, written down here a second time and by hand, so that a name
 * that changes there is noticed. Absent fields are left out, and the outcome {@code ok}. {@link #pretty} is for
 * comparing: keys sorted, a field a line.
 */
public final class TurnJson {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private TurnJson() {}

    /** One line. */
    public static String line(Turn turn) {
        return written(fields(turn), false);
    }

    public static String pretty(Turn turn) {
        return pretty(line(turn));
    }

    public static String pretty(String line) {
        try {
            return written(JSON.treeToValue(JSON.readTree(line), TreeMap.class), true);
        } catch (JsonProcessingException wrong) {
            throw new UncheckedIOException(wrong);
        }
    }

    public static JsonNode tree(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException wrong) {
            throw new UncheckedIOException(wrong);
        }
    }

    private static String written(Object value, boolean pretty) {
        try {
            return (pretty ? JSON.writerWithDefaultPrettyPrinter() : JSON.writer()).writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static Map<String, Object> fields(Turn turn) {
        var out = new LinkedHashMap<String, Object>();
        identity(out, turn);
        put(out, "started_at", turn.span().startedAt());
        put(out, "ended_at", turn.span().endedAt());
        put(out, "duration_ms", turn.span().durationMs());
        put(out, "elapsed_ms", turn.span().elapsedMs());
        put(out, "closed_by", turn.span().closedBy().word());
        if (turn.span().outcome() != TurnOutcome.OK) {
            put(out, "outcome", turn.span().outcome().word());
        }
        put(out, "interrupted", turn.span().interrupted());
        out.put("steps", turn.steps().stream().map(TurnJson::fields).toList());
        put(out, "steps_omitted", turn.stepsOmitted());
        put(out, "length", turn.size().length());
        put(out, "pattern", turn.size().pattern());
        put(out, "long", turn.size().isLong());
        out.put("tokens", tokens(turn.spend().tokens()));
        put(out, "models", turn.spend().models());
        put(out, "cost_usd", cost(turn.spend().costUsd()));
        put(out, "unpriced_models", turn.spend().unpricedModels());
        put(out, "price_list", turn.spend().priceList());
        out.put("usage", turn.spend().usage().stream().map(TurnJson::fields).toList());
        out.put("loops", turn.detours().loops().stream().map(TurnJson::fields).toList());
        out.put("returns", turn.detours().returns());
        out.put(
                "recoveries",
                turn.detours().recoveries().stream().map(TurnJson::fields).toList());
        if (turn.detours().detourTotals() != null) {
            out.put("detour_totals", DetoursJson.fields(turn.detours().detourTotals()));
        }
        put(out, "compactions", turn.compactions());
        put(out, "revision", turn.revision());
        put(out, "agent", turn.product().agent());
        put(out, "agent_version", turn.product().agentVersion());
        put(out, "project", turn.origin().project());
        put(out, "host", turn.origin().host());
        put(out, "user", turn.origin().user());
        return out;
    }

    private static void identity(Map<String, Object> out, Turn turn) {
        put(out, "turn_id", turn.id().turnId());
        put(out, "session_id", turn.id().sessionId().value());
        put(out, "agent_id", turn.id().agentId());
        put(out, "index", turn.id().index());
        put(out, "trigger", turn.prompt().trigger().word());
        put(out, "prompt_uuid", turn.prompt().promptUuid());
        put(out, "prompt_id", turn.prompt().promptId());
        put(out, "copy_of", turn.prompt().copyOf());
        put(out, "parent_turn_id", turn.parent().parentTurnId());
        put(out, "parent_tool_use_id", turn.parent().parentToolUseId());
        put(out, "subagent_type", turn.parent().subagentType());
    }

    static Map<String, Object> tokens(Tokens tokens) {
        var out = new LinkedHashMap<String, Object>();
        put(out, "input", tokens.input());
        put(out, "output", tokens.output());
        put(out, "cache_creation", tokens.cacheCreation());
        if (tokens.isComplete() && tokens.cacheCreation1h() > 0) {
            out.put("cache_creation_1h", tokens.cacheCreation1h());
        }
        put(out, "cache_read", tokens.cacheRead());
        put(out, "web_searches", tokens.webSearches());
        return out;
    }

    private static Map<String, Object> fields(HourTokens one) {
        var out = new LinkedHashMap<String, Object>();
        put(out, "hour", one.hour());
        put(out, "model", one.model());
        out.put("tokens", tokens(one.tokens()));
        put(out, "cost_usd", cost(one.costUsd()));
        return out;
    }

    private static Map<String, Object> fields(Loop loop) {
        var out = new LinkedHashMap<String, Object>();
        out.put("level", loop.level().word());
        out.put("name", loop.name());
        out.put("rounds", loop.rounds());
        out.put("from", loop.from());
        out.put("steps", loop.steps());
        out.put("excess", loop.excess());
        out.put("time_ms", loop.timeMs());
        out.put("failures", loop.failures());
        out.put("parallel", loop.parallel());
        out.put("one_target", loop.oneTarget());
        return out;
    }

    private static Map<String, Object> fields(Recovery recovery) {
        var out = new LinkedHashMap<String, Object>();
        out.put("from", recovery.from());
        out.put("tool", recovery.tool());
        out.put("recovered", recovery.recovered());
        out.put("steps", recovery.steps());
        out.put("way", recovery.way());
        return out;
    }

    static BigDecimal cost(BigDecimal usd) {
        return usd == null ? null : usd.signum() == 0 ? BigDecimal.ZERO : usd.stripTrailingZeros();
    }

    private static Map<String, Object> fields(Step step) {
        var out = new LinkedHashMap<String, Object>();
        put(out, "sequence", step.sequence());
        put(out, "tool", step.use().tool());
        put(out, "intent", step.use().intent());
        put(out, "tool_use_id", step.use().toolUseId());
        put(out, "started_at", step.use().startedAt());
        put(out, "completed_at", step.use().completedAt());
        put(out, "parallel", step.parallel());
        put(out, "outcome", step.result().outcome().word());
        put(
                out,
                "permission",
                step.result().permission() == null
                        ? null
                        : step.result().permission().word());
        put(out, "error", step.result().error());
        put(
                out,
                "category",
                step.result().category() == null
                        ? null
                        : step.result().category().word());
        put(out, "subject", step.result().subject());
        put(
                out,
                "bash_category",
                step.result().bashCategory() == null
                        ? null
                        : step.result().bashCategory().label());
        put(out, "file_extension", step.result().fileExtension());
        put(out, "input_bytes", step.result().inputBytes());
        put(out, "result_bytes", step.result().resultBytes());
        put(out, "subagent", step.result().subagent());
        return out;
    }

    private static void put(Map<String, Object> out, String name, Object value) {
        if (value != null) {
            out.put(name, value instanceof Instant at ? at.toString() : value);
        }
    }
}
