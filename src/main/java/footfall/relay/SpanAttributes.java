package footfall.relay;

import footfall.line.ErrorCategory;
import footfall.turn.Step;
import footfall.turn.Turn;
import footfall.turn.TurnOutcome;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.ArrayValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Attributes of a span. Names are written out: the library's constants are deprecated, because the conventions are
 * still in development. What they do not name begins with {@code footfall.}.
 */
final class SpanAttributes {
    private static final String OTHER = "_OTHER";

    /** Providers by the beginning of a model's name. */
    private static final Map<String, String> PROVIDERS = providers();

    private final List<KeyValue> all = new ArrayList<>();

    private static Map<String, String> providers() {
        var providers = new LinkedHashMap<String, String>();
        providers.put("claude-", "anthropic");
        providers.put("gpt", "openai");
        providers.put("gemini-", "gcp.gemini");
        providers.put("deepseek", "deepseek");
        providers.put("mistral", "mistral_ai");
        providers.put("grok", "x_ai");
        return providers;
    }

    static SpanAttributes of(Turn turn, String agent) {
        var attributes = common("invoke_agent", turn).text("gen_ai.agent.name", agent);
        attributes.text("gen_ai.agent.id", turn.id().agentId());
        attributes.text("gen_ai.agent.version", turn.product().agentVersion());
        var models = turn.spend().models();
        if (!models.isEmpty()) {
            // Transcripts name the model that answered only.
            attributes.text("gen_ai.request.model", models.get(0)).text("gen_ai.response.model", models.get(0));
        }
        var tokens = turn.spend().tokens();
        // By the conventions, input includes what was written to and read from the cache.
        attributes.number("gen_ai.usage.input_tokens", tokens.request());
        attributes.number("gen_ai.usage.output_tokens", tokens.output());
        attributes.number("gen_ai.usage.cache_creation.input_tokens", tokens.cacheCreation());
        attributes.number("gen_ai.usage.cache_read.input_tokens", tokens.cacheRead());
        return attributes.own(turn);
    }

    private SpanAttributes own(Turn turn) {
        text("footfall.turn_id", turn.id().turnId());
        number("footfall.revision", turn.revision());
        text("footfall.closed_by", turn.span().closedBy().word());
        text("footfall.outcome", turn.span().outcome().word());
        if (turn.span().outcome() == TurnOutcome.ERROR) {
            text("error.type", turn.span().closedBy().word());
        }
        add(
                "footfall.interrupted",
                AnyValue.newBuilder().setBoolValue(turn.span().interrupted()));
        number("footfall.length", turn.size().length());
        number("footfall.steps_omitted", turn.stepsOmitted());
        if (turn.spend().costUsd() != null) {
            var cost = turn.spend().costUsd().doubleValue();
            add("footfall.cost_usd", AnyValue.newBuilder().setDoubleValue(cost));
        }
        if (turn.spend().models().size() > 1) {
            var models = ArrayValue.newBuilder();
            turn.spend()
                    .models()
                    .forEach(model -> models.addValues(AnyValue.newBuilder().setStringValue(model)));
            add("footfall.models", AnyValue.newBuilder().setArrayValue(models));
        }
        text("footfall.agent", turn.product().agent());
        text("footfall.project", turn.origin().project());
        return text("footfall.user", turn.origin().user());
    }

    static SpanAttributes of(Turn turn, Step step) {
        var attributes =
                common("execute_tool", turn).text("gen_ai.tool.name", step.use().tool());
        attributes.text("gen_ai.tool.call.id", step.use().toolUseId());
        var result = step.result();
        switch (result.outcome()) {
            case ERROR ->
                attributes.text(
                        "error.type",
                        Optional.ofNullable(result.category())
                                .map(ErrorCategory::word)
                                .orElse(OTHER));
            case PENDING, OK, REJECTED, DENIED, INTERRUPTED, CANCELLED -> {}
        }
        attributes.number("footfall.sequence", step.sequence());
        return attributes.text("footfall.outcome", result.outcome().word());
    }

    private static SpanAttributes common(String operation, Turn turn) {
        return new SpanAttributes()
                .text("gen_ai.operation.name", operation)
                .text("gen_ai.provider.name", provider(turn.spend().models()))
                .text("gen_ai.conversation.id", turn.id().sessionId().value());
    }

    private static String provider(List<String> models) {
        return models.stream()
                .flatMap(model -> PROVIDERS.entrySet().stream()
                        .filter(provider -> model.startsWith(provider.getKey()))
                        .map(Map.Entry::getValue))
                .findFirst()
                .orElse(OTHER);
    }

    /** A value that is null is left out. */
    SpanAttributes text(String name, String value) {
        return value == null ? this : add(name, AnyValue.newBuilder().setStringValue(value));
    }

    private SpanAttributes number(String name, Number value) {
        return value == null ? this : add(name, AnyValue.newBuilder().setIntValue(value.longValue()));
    }

    private SpanAttributes add(String name, AnyValue.Builder value) {
        all.add(KeyValue.newBuilder().setKey(name).setValue(value).build());
        return this;
    }

    List<KeyValue> all() {
        return all;
    }
}
