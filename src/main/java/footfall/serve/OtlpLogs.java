package footfall.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** The log records of an export request of OTLP, with those of their attributes that are single values, as texts. */
final class OtlpLogs {
    private OtlpLogs() {}

    /** {@code record}: gets the name of an event and its attributes. */
    static void ofProtobuf(byte[] body, BiConsumer<String, Map<String, String>> record)
            throws InvalidProtocolBufferException {
        for (var resource : ExportLogsServiceRequest.parseFrom(body).getResourceLogsList()) {
            for (var scope : resource.getScopeLogsList()) {
                for (var log : scope.getLogRecordsList()) {
                    var attributes = new HashMap<String, String>();
                    log.getAttributesList().forEach(one -> put(attributes, one.getKey(), text(one.getValue())));
                    record.accept(log.getBody().getStringValue(), attributes);
                }
            }
        }
    }

    private static String text(AnyValue value) {
        return switch (value.getValueCase()) {
            case STRING_VALUE -> value.getStringValue();
            case BOOL_VALUE -> Boolean.toString(value.getBoolValue());
            case INT_VALUE -> Long.toString(value.getIntValue());
            case DOUBLE_VALUE -> Double.toString(value.getDoubleValue());
            default -> null;
        };
    }

    static void ofJson(byte[] body, BiConsumer<String, Map<String, String>> record) throws IOException {
        for (var resource : Json.tree(body).path("resourceLogs")) {
            for (var scope : resource.path("scopeLogs")) {
                for (var log : scope.path("logRecords")) {
                    var attributes = new HashMap<String, String>();
                    log.path("attributes")
                            .forEach(one -> put(attributes, one.path("key").asText(), text(one.path("value"))));
                    record.accept(log.path("body").path("stringValue").asText(), attributes);
                }
            }
        }
    }

    /** The value is an object with one field, which is named after the type. */
    private static String text(JsonNode value) {
        var only = value.elements();
        return only.hasNext() ? only.next().asText(null) : null;
    }

    private static void put(Map<String, String> attributes, String key, String text) {
        if (text != null) {
            attributes.put(key, text);
        }
    }
}
