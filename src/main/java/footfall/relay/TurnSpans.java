package footfall.relay;

import com.google.protobuf.ByteString;
import footfall.line.ErrorCategory;
import footfall.line.Outcome;
import footfall.line.Sha256;
import footfall.turn.ClosedBy.TurnOutcome;
import footfall.turn.Step;
import footfall.turn.Turn;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.ArrayValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Turns as spans, by OpenTelemetry's semantic conventions for generative AI: {@code invoke_agent} for the turn and
 * {@code execute_tool} for each call. Contains no content.
 */
final class TurnSpans {
    private static final String SCOPE = "footfall";

    private TurnSpans() {}

    /** Whether the turn has the fields that spans need, except its start. */
    static boolean isComplete(Turn turn) {
        return Stream.of(turn.id(), turn.prompt(), turn.span(), turn.spend(), turn.size(), turn.origin())
                        .allMatch(Objects::nonNull)
                && Stream.of(
                                turn.id().turnId(),
                                turn.id().sessionId(),
                                turn.span().closedBy(),
                                turn.spend().tokens())
                        .allMatch(Objects::nonNull)
                && turn.steps().stream().allMatch(TurnSpans::isComplete);
    }

    private static boolean isComplete(Step step) {
        return step.use() != null
                && step.use().tool() != null
                && step.result() != null
                && step.result().outcome() != null;
    }

    /** {@code turns}: complete, and each with a start. */
    static ExportTraceServiceRequest request(List<Turn> turns) {
        var request = ExportTraceServiceRequest.newBuilder();
        for (var turn : turns) {
            var spans = ScopeSpans.newBuilder()
                    .setScope(InstrumentationScope.newBuilder().setName(SCOPE));
            spans.addSpans(turn(turn));
            turn.steps().forEach(step -> spans.addSpans(step(turn, step)));
            request.addResourceSpans(
                    ResourceSpans.newBuilder().setResource(resource(turn)).addScopeSpans(spans));
        }
        return request.build();
    }

    private static Resource resource(Turn turn) {
        var resource = new SpanAttributes().text("service.name", SCOPE);
        resource.text("host.name", turn.origin().host());
        return Resource.newBuilder().addAllAttributes(resource.all()).build();
    }

    private static Span turn(Turn turn) {
        var agent = turn.id().agentId() == null ? "main" : "subagent";
        var start = turn.span().startedAt();
        var span = Span.newBuilder()
                .setTraceId(ByteString.copyFrom(TurnIds.trace(turn)))
                .setSpanId(ByteString.copyFrom(TurnIds.span(turn)))
                .setName("invoke_agent " + agent)
                .setKind(Span.SpanKind.SPAN_KIND_INTERNAL)
                .setStartTimeUnixNano(nanos(start))
                .setEndTimeUnixNano(nanos(later(turn.span().endedAt(), start)))
                .addAllAttributes(SpanAttributes.of(turn, agent).all());
        if (TurnIds.isChild(turn)) {
            span.setParentSpanId(ByteString.copyFrom(TurnIds.parentSpan(turn)));
        } else if (TurnIds.hasParent(turn)) {
            span.addLinks(Span.Link.newBuilder()
                    .setTraceId(
                            ByteString.copyFrom(TurnIds.traceOf(turn.parent().parentTurnId())))
                    .setSpanId(ByteString.copyFrom(TurnIds.parentSpan(turn))));
        }
        if (turn.span().outcome() == TurnOutcome.ERROR) {
            span.setStatus(Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_ERROR));
        }
        return span.build();
    }

    private static Span step(Turn turn, Step step) {
        var start = later(step.use().startedAt(), turn.span().startedAt());
        var span = Span.newBuilder()
                .setTraceId(ByteString.copyFrom(TurnIds.trace(turn)))
                .setSpanId(ByteString.copyFrom(TurnIds.span(turn, step)))
                .setParentSpanId(ByteString.copyFrom(TurnIds.span(turn)))
                .setName("execute_tool " + step.use().tool())
                .setKind(Span.SpanKind.SPAN_KIND_INTERNAL)
                .setStartTimeUnixNano(nanos(start))
                .setEndTimeUnixNano(nanos(later(step.use().completedAt(), start)))
                .addAllAttributes(SpanAttributes.of(turn, step).all());
        if (step.result().outcome() == Outcome.ERROR) {
            span.setStatus(Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_ERROR));
        }
        return span.build();
    }

    /** Times may be missing. */
    private static Instant later(Instant time, Instant least) {
        return time == null || time.isBefore(least) ? least : time;
    }

    private static long nanos(Instant time) {
        return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
    }

    /**
     * Attributes of a span. Names are written out: the library's constants are deprecated, because the conventions are
     * still in development. What they do not name begins with {@code footfall.}.
     */
    private static final class SpanAttributes {
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
            var attributes = common("execute_tool", turn)
                    .text("gen_ai.tool.name", step.use().tool());
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

    /**
     * IDs of traces and spans, computed from those of turns and calls: a turn that is exported again has the same IDs.
     * A turn is a trace. The turn of a subagent belongs to the trace of the main agent's turn that called it.
     */
    static final class TurnIds {
        private static final int TRACE_BYTES = 16;
        private static final int SPAN_BYTES = 8;

        private TurnIds() {}

        /** Whether the turn's span is a child of the span of the call that runs the subagent. */
        static boolean isChild(Turn turn) {
            var parent = turn.parent();
            // The parent's own trace is known only if the main agent called; else the span is linked to its call.
            return hasParent(turn)
                    && parent.parentTurnId().startsWith(turn.id().sessionId().value() + ":");
        }

        static boolean hasParent(Turn turn) {
            return turn.parent() != null
                    && turn.parent().parentTurnId() != null
                    && turn.parent().parentToolUseId() != null;
        }

        static byte[] trace(Turn turn) {
            return traceOf(
                    isChild(turn) ? turn.parent().parentTurnId() : turn.id().turnId());
        }

        static byte[] traceOf(String turnId) {
            return hash("trace\n" + turnId, TRACE_BYTES);
        }

        static byte[] span(Turn turn) {
            return hash("turn\n" + turn.id().turnId(), SPAN_BYTES);
        }

        /** The call that runs the subagent. */
        static byte[] parentSpan(Turn turn) {
            return step(turn.parent().parentTurnId(), turn.parent().parentToolUseId());
        }

        static byte[] span(Turn turn, Step step) {
            var call = step.use().toolUseId();
            return step(turn.id().turnId(), call == null ? Integer.toString(step.sequence()) : call);
        }

        private static byte[] step(String turnId, String call) {
            return hash("step\n" + turnId + "\n" + call, SPAN_BYTES);
        }

        private static byte[] hash(String text, int length) {
            return Arrays.copyOf(Sha256.of(text), length);
        }
    }
}
