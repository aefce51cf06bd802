package footfall.eventlog;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.commons.csv.CSVFormat;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** Reads each format back to rows, as any reader of it would: by plain column name the text there. */
public final class WrittenLog {
    private static final Map<String, String> PLAIN =
            Column.ALL.stream().collect(Collectors.toMap(Column::name, Column::plain));
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private WrittenLog() {}

    public static List<Map<String, String>> csv(String text) throws IOException {
        var rows = new ArrayList<Map<String, String>>();
        try (var parser = CSVFormat.RFC4180
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get()
                .parse(new StringReader(text))) {
            for (var one : parser) {
                var row = new TreeMap<String, String>();
                one.toMap().forEach((name, value) -> put(row, PLAIN.get(name), value.isEmpty() ? null : value));
                rows.add(row);
            }
        }
        return rows;
    }

    public static List<Map<String, String>> jsonLines(String text) throws IOException {
        var rows = new ArrayList<Map<String, String>>();
        for (var line : text.split("\n")) {
            var row = new TreeMap<String, String>();
            if (!line.isEmpty()) {
                JSON.readTree(line).properties().forEach(field -> put(row, field.getKey(), text(field.getValue())));
                rows.add(row);
            }
        }
        return rows;
    }

    private static String text(JsonNode value) {
        return value.isBigDecimal() ? value.decimalValue().stripTrailingZeros().toPlainString() : value.asText();
    }

    public static List<Map<String, String>> xes(String text) throws Exception {
        var rows = new ArrayList<Map<String, String>>();
        var log = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(text)))
                .getDocumentElement();
        for (var trace : children(log, "trace")) {
            for (var event : children(trace, "event")) {
                var row = new TreeMap<String, String>();
                attributes(trace).forEach((key, value) -> put(row, "case", value));
                attributes(event).forEach((key, value) -> put(row, PLAIN.get(key), value));
                rows.add(row);
            }
        }
        return rows;
    }

    private static Map<String, String> attributes(Element of) {
        var found = new TreeMap<String, String>();
        for (var tag : List.of("string", "date", "int", "float", "boolean")) {
            children(of, tag).forEach(one -> found.put(one.getAttribute("key"), one.getAttribute("value")));
        }
        return found;
    }

    private static List<Element> children(Element of, String tag) {
        var found = new ArrayList<Element>();
        for (Node node = of.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && element.getTagName().equals(tag)) {
                found.add(element);
            }
        }
        return found;
    }

    /** The rows without a case; what stands on a turn is put on the event that tells of it. */
    public static List<Map<String, String>> ocel(String text) throws IOException {
        var log = JSON.readTree(text);
        var turns = new HashMap<String, Map<String, String>>();
        for (var object : log.path("objects")) {
            turns.put(object.path("id").asText(), pairs(object.path("attributes"), "name", "value"));
        }
        var rows = new ArrayList<Map<String, String>>();
        for (var event : log.path("events")) {
            var row = pairs(event.path("attributes"), "name", "value");
            put(row, "activity", event.path("type").asText());
            put(row, "complete", event.path("time").asText());
            var turn = turns.get(
                    pairs(event.path("relationships"), "qualifier", "objectId").get("in turn"));
            List.of("trigger", "project", "copy_of", "agent", "agent_version")
                    .forEach(name -> put(row, name, turn.get(name)));
            put(row, "cost_usd", row.get("turn_sequence").equals("0") ? turn.get("cost_usd") : null);
            rows.add(row);
        }
        return rows;
    }

    private static Map<String, String> pairs(JsonNode list, String name, String value) {
        var found = new TreeMap<String, String>();
        list.forEach(one -> found.put(one.path(name).asText(), one.path(value).asText()));
        return found;
    }

    private static void put(Map<String, String> row, String name, String value) {
        if (value != null) {
            row.put(name, value);
        }
    }
}
