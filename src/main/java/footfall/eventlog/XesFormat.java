package footfall.eventlog;

import java.io.IOException;
import java.io.Writer;

/**
 * Writes an event log as XES (IEEE 1849), one tag a line: a trace per case, one event per call with both its
 * times. The schema has no namespace, so the root has none.
 */
public final class XesFormat implements EventFormat {
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
