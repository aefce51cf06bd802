package footfall.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import footfall.turn.Step;
import footfall.turn.Turn;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A turn in the JSON of the topic {@code turns}, written down here a second time and by hand, so that a name
 * that changes there is noticed. Absent fields are left out. {@link #pretty} is for comparing: keys sorted, a
 * field a line.
 */
public final class TurnJson {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
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
    put(out, "started_at", turn.startedAt());
    put(out, "ended_at", turn.endedAt());
    put(out, "duration_ms", turn.durationMs());
    put(out, "elapsed_ms", turn.elapsedMs());
    put(out, "closed_by", turn.closedBy().word());
    put(out, "interrupted", turn.interrupted());
    out.put("steps", turn.steps().stream().map(TurnJson::fields).toList());
    put(out, "steps_omitted", turn.stepsOmitted());
    put(out, "length", turn.length());
    put(out, "pattern", turn.pattern());
    put(out, "long", turn.isLong());
    out.put("tokens", tokens(turn));
    put(out, "models", turn.models());
    put(out, "cost_usd", cost(turn.costUsd()));
    put(out, "unpriced_models", turn.unpricedModels());
    put(out, "compactions", turn.compactions());
    put(out, "revision", turn.revision());
    put(out, "agent_version", turn.agentVersion());
    put(out, "project", turn.project());
    put(out, "host", turn.host());
    put(out, "user", turn.user());
    return out;
  }

  private static void identity(Map<String, Object> out, Turn turn) {
    put(out, "turn_id", turn.turnId());
    put(out, "session_id", turn.sessionId());
    put(out, "agent_id", turn.agentId());
    put(out, "index", turn.index());
    put(out, "trigger", turn.trigger().word());
    put(out, "prompt_uuid", turn.promptUuid());
    put(out, "prompt_id", turn.promptId());
    put(out, "copy_of", turn.copyOf());
    put(out, "parent_turn_id", turn.parentTurnId());
    put(out, "parent_tool_use_id", turn.parentToolUseId());
  }

  private static Map<String, Object> tokens(Turn turn) {
    var out = new LinkedHashMap<String, Object>();
    out.put("input", turn.tokens().input());
    out.put("output", turn.tokens().output());
    out.put("cache_creation", turn.tokens().cacheCreation());
    if (turn.tokens().cacheCreation1h() > 0) {
      out.put("cache_creation_1h", turn.tokens().cacheCreation1h());
    }
    out.put("cache_read", turn.tokens().cacheRead());
    return out;
  }

  private static BigDecimal cost(BigDecimal usd) {
    return usd == null ? null : usd.signum() == 0 ? BigDecimal.ZERO : usd.stripTrailingZeros();
  }

  private static Map<String, Object> fields(Step step) {
    var out = new LinkedHashMap<String, Object>();
    put(out, "sequence", step.sequence());
    put(out, "tool", step.tool());
    put(out, "tool_use_id", step.toolUseId());
    put(out, "started_at", step.startedAt());
    put(out, "completed_at", step.completedAt());
    put(out, "parallel", step.parallel());
    put(out, "outcome", step.outcome().word());
    put(out, "error", step.error());
    put(out, "category", step.category() == null ? null : step.category().word());
    put(out, "bash_category", step.bashCategory() == null ? null : step.bashCategory().label());
    put(out, "file_extension", step.fileExtension());
    put(out, "input_bytes", step.inputBytes());
    put(out, "result_bytes", step.resultBytes());
    put(out, "subagent", step.subagent());
    return out;
  }

  private static void put(Map<String, Object> out, String name, Object value) {
    if (value != null) {
      out.put(name, value instanceof Instant at ? at.toString() : value);
    }
  }
}
