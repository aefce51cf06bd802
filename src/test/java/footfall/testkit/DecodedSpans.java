package footfall.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import footfall.wire.Json;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Spans of a request as JSON for people: hexadecimal IDs, times as text, attributes by their names. */
public final class DecodedSpans {
    private static final long NANOS = 1_000_000_000;

    private DecodedSpans() {}

    public static List<JsonNode> of(ExportTraceServiceRequest request) {
        var spans = new ArrayList<JsonNode>();
        request.getResourceSpansList()
                .forEach(resource -> resource.getScopeSpansList().stream()
                        .flatMap(scope -> scope.getSpansList().stream())
                        .forEach(span ->
                                spans.add(span(span, resource.getResource().getAttributesList()))));
        return spans;
    }

    private static ObjectNode span(Span span, List<KeyValue> resource) {
        var node = Json.MAPPER.createObjectNode();
        node.put("name", span.getName());
        node.put("kind", word(span.getKind().name()));
        node.put("trace_id", hex(span.getTraceId()));
        node.put("span_id", hex(span.getSpanId()));
        if (!span.getParentSpanId().isEmpty()) {
            node.put("parent_span_id", hex(span.getParentSpanId()));
        }
        span.getLinksList().forEach(link -> node.put("link", hex(link.getTraceId()) + "/" + hex(link.getSpanId())));
        node.put("start", time(span.getStartTimeUnixNano()));
        node.put("end", time(span.getEndTimeUnixNano()));
        if (span.hasStatus()) {
            node.put("status", word(span.getStatus().getCode().name()));
        }
        attributes(node.putObject("attributes"), span.getAttributesList());
        attributes(node.putObject("resource"), resource);
        return node;
    }

    private static String word(String constant) {
        return constant.substring(constant.lastIndexOf('_') + 1).toLowerCase(Locale.ROOT);
    }

    private static String hex(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    private static String time(long nanos) {
        return Instant.ofEpochSecond(nanos / NANOS, nanos % NANOS).toString();
    }

    private static void attributes(ObjectNode node, List<KeyValue> attributes) {
        attributes.forEach(attribute -> node.set(attribute.getKey(), value(attribute.getValue())));
    }

    private static JsonNode value(AnyValue value) {
        return switch (value.getValueCase()) {
            case STRING_VALUE -> Json.MAPPER.valueToTree(value.getStringValue());
            case INT_VALUE -> Json.MAPPER.valueToTree(value.getIntValue());
            case BOOL_VALUE -> Json.MAPPER.valueToTree(value.getBoolValue());
            case DOUBLE_VALUE -> Json.MAPPER.valueToTree(value.getDoubleValue());
            case ARRAY_VALUE ->
                Json.MAPPER.valueToTree(value.getArrayValue().getValuesList().stream()
                        .map(DecodedSpans::value)
                        .toList());
            default -> throw new IllegalStateException(value.getValueCase().name());
        };
    }
}
