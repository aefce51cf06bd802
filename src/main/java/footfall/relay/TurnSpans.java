package footfall.relay;

import com.google.protobuf.ByteString;
import footfall.line.Outcome;
import footfall.turn.Step;
import footfall.turn.Turn;
import footfall.turn.TurnOutcome;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
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
}
