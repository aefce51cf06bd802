package footfall.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import footfall.call.UsageCsv;
import footfall.line.Group;
import footfall.line.SessionId;
import footfall.screen.SafeText;
import footfall.wire.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * Prints records as CSV. The columns are the fields of their JSON; those of an object within have its name and
 * a dot before theirs. A list of texts is joined by spaces; a list of objects, or a map, is written as JSON.
 */
final class CsvOut {
    private static final CSVFormat RFC_4180 =
            CSVFormat.RFC4180.builder().setRecordSeparator("\n").get();

    private CsvOut() {}

    /** The fields of {@code type} without those that are {@code absent}. */
    record Columns(Class<?> type, Set<String> absent) {}

    static void print(Console console, Columns shown, Iterable<?> records) throws IOException {
        var columns = columns(shown.type, "/").stream()
                .filter(column -> !shown.absent.contains(column.substring(1)))
                .toList();
        try (var out = console.writer()) {
            var csv = new CSVPrinter(out, RFC_4180);
            csv.printRecord(columns.stream()
                    .map(column -> column.substring(1).replace('/', '.'))
                    .toList());
            for (var record : records) {
                var json = JsonOut.tree(record);
                csv.printRecord(columns.stream()
                        .map(column -> shown(console, UsageCsv.safe(cell(json.at(column)))))
                        .toList());
            }
        }
    }

    /** On a terminal, no cell changes the order of others. */
    private static String shown(Console console, String cell) {
        return console.isScreen() ? SafeText.of(cell) : cell;
    }

    /** JSON pointers. */
    private static List<String> columns(Class<?> type, String prefix) {
        var columns = new ArrayList<String>();
        var config = Json.MAPPER.getSerializationConfig();
        for (var field : config.introspect(Json.MAPPER.constructType(type)).findProperties()) {
            columns.addAll(columns(field, prefix));
        }
        return columns;
    }

    private static List<String> columns(BeanPropertyDefinition field, String prefix) {
        var type = field.getRawPrimaryType();
        if (Group.class.isAssignableFrom(type)) {
            return columns(type, prefix);
        }
        return type.isRecord() && type != SessionId.class
                ? columns(type, prefix + field.getName() + "/")
                : List.of(prefix + field.getName());
    }

    private static String cell(JsonNode value) {
        if (value.isArray() && StreamSupport.stream(value.spliterator(), false).allMatch(JsonNode::isValueNode)) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(JsonNode::asText)
                    .collect(Collectors.joining(" "));
        }
        return value.isContainerNode() ? value.toString() : value.asText();
    }
}
