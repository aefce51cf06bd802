package footfall.eventlog;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import footfall.turn.Turn;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.ArrayList;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * Writes an event log as a stream: each turn with events, if the format wants them, then every event, case by
 * case in {@link Event#ORDER}, then the end. Holds nothing that grows with the events. The caller closes the
 * output.
 */
public interface EventFormat {
    /** Whether events are grouped by case; otherwise all are ordered by time. */
    default boolean isByCase() {
        return true;
    }

    /** Whether the turns are written before the events. */
    default boolean asksForTurns() {
        return false;
    }

    /** Writes a turn that has events. */
    default void turn(Turn turn) throws IOException {}

    void event(Event event) throws IOException;

    /** Called after the last event; completes and flushes the output. */
    void end() throws IOException;

    /** Writes an event log as CSV (RFC 4180 with a header line) with pm4py's column names. */
    final class CsvFormat implements EventFormat {
        private static final CSVFormat RFC_4180 = CSVFormat.RFC4180
                .builder()
                .setHeader(Column.ALL.stream().map(Column::name).toArray(String[]::new))
                .setRecordSeparator("\n")
                .get();

        private final CSVPrinter csv;

        /** Writes the header line. */
        public CsvFormat(Writer out) throws IOException {
            this.csv = new CSVPrinter(out, RFC_4180);
        }

        @Override
        public void event(Event event) throws IOException {
            var row = new ArrayList<String>(Column.ALL.size());
            for (var column : Column.ALL) {
                row.add(column.textOf(event));
            }
            csv.printRecord(row);
        }

        @Override
        public void end() throws IOException {
            csv.flush();
        }
    }

    /**
     * Writes an event log as one JSON object per line, alone or in one array, with plain names; absent values are
     * omitted.
     */
    final class JsonLinesFormat implements EventFormat {
        private static final JsonFactory JSON = new JsonFactory();

        private final JsonGenerator json;
        private final boolean isArray;
        private String between = "[";

        public JsonLinesFormat(Writer out) throws IOException {
            this(out, false);
        }

        private JsonLinesFormat(Writer out, boolean isArray) throws IOException {
            this.json = JSON.createGenerator(out).setRootValueSeparator(null);
            this.isArray = isArray;
        }

        /** One array, one element a line. */
        public static JsonLinesFormat array(Writer out) throws IOException {
            return new JsonLinesFormat(out, true);
        }

        @Override
        public void event(Event event) throws IOException {
            if (isArray) {
                json.writeRaw(between);
                between = ",\n";
            }
            json.writeStartObject();
            for (var column : Column.ALL) {
                var value = column.of(event);
                if (value != null) {
                    json.writeFieldName(column.plain());
                    write(value);
                }
            }
            json.writeEndObject();
            if (!isArray) {
                json.writeRaw('\n');
            }
        }

        private void write(Object value) throws IOException {
            if (value instanceof Long number) {
                json.writeNumber(number);
            } else if (value instanceof BigDecimal amount) {
                json.writeNumber(Column.text(amount));
            } else if (value instanceof Boolean flag) {
                json.writeBoolean(flag);
            } else {
                json.writeString(Column.text(value));
            }
        }

        @Override
        public void end() throws IOException {
            if (isArray) {
                json.writeRaw(between.equals("[") ? "[]\n" : "]\n");
            }
            json.flush();
        }
    }

    /**
     * Writes an event log as XES (IEEE 1849), one tag a line: a trace per case, one event per call with both its
     * times. The schema has no namespace, so the root has none.
     */
    final class XesFormat implements EventFormat {
        private static final String VERSION = "1849.2016";
        private static final String[][] EXTENSIONS = {
            {"Concept", "concept"}, {"Time", "time"}, {"Lifecycle", "lifecycle"}, {"Organizational", "org"}
        };
        private static final String[][] EVERY_EVENT_HAS = {
            {"string", "concept:name", "UNKNOWN"}, {"date", "time:timestamp", "1970-01-01T00:00:00.000Z"},
            {"string", "lifecycle:transition", "complete"}, {"string", "org:resource", "UNKNOWN"}
        };

        private final XmlLines xml;
        private String caseId;

        /** Writes the head of the log. */
        public XesFormat(Writer out) throws IOException {
            xml = new XmlLines(out, "  ");
            xml.declaration();
            xml.open("log", "xes.version", VERSION);
            for (var extension : EXTENSIONS) {
                var uri = "http://www.xes-standard.org/" + extension[1] + ".xesext";
                xml.empty("extension", "name", extension[0], "prefix", extension[1], "uri", uri);
            }
            xml.open("global", "scope", "trace");
            xml.empty("string", "key", "concept:name", "value", "UNKNOWN");
            xml.close();
            xml.open("global", "scope", "event");
            for (var attribute : EVERY_EVENT_HAS) {
                xml.empty(attribute[0], "key", attribute[1], "value", attribute[2]);
            }
            xml.close();
            xml.empty("classifier", "name", "Activity", "scope", "event", "keys", "concept:name");
            xml.empty("string", "key", "lifecycle:model", "value", "standard");
        }

        @Override
        public void event(Event event) throws IOException {
            if (!event.caseId().equals(caseId)) {
                nextTrace(event);
            }
            xml.open("event");
            for (var column : Column.ALL) {
                var value = column == Column.CASE ? null : column.textOf(event);
                if (value != null) {
                    xml.empty(tag(column.type()), "key", column.name(), "value", value);
                }
            }
            xml.close();
        }

        private void nextTrace(Event event) throws IOException {
            if (caseId != null) {
                xml.close();
            }
            caseId = event.caseId();
            xml.open("trace");
            xml.empty("string", "key", "concept:name", "value", Column.CASE.textOf(event));
        }

        private static String tag(Column.Type type) {
            return switch (type) {
                case TEXT -> "string";
                case TIME -> "date";
                case WHOLE -> "int";
                case DECIMAL -> "float";
                case FLAG -> "boolean";
            };
        }

        @Override
        public void end() throws IOException {
            xml.end();
        }
    }
}
