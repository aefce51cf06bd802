package footfall.eventlog;

import java.io.IOException;
import java.io.Writer;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

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

    private final XMLStreamWriter xml;
    private String caseId;

    /** Writes the head of the log. */
    public XesFormat(Writer out) throws IOException {
        try {
            xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out);
            head();
        } catch (XMLStreamException why) {
            throw unwritten(why);
        }
    }

    private void head() throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeCharacters("\n");
        open("", "log", "xes.version", VERSION);
        for (var extension : EXTENSIONS) {
            empty(
                    "  ",
                    "extension",
                    "name",
                    extension[0],
                    "prefix",
                    extension[1],
                    "uri",
                    "http://www.xes-standard.org/" + extension[1] + ".xesext");
        }
        open("  ", "global", "scope", "trace");
        empty("    ", "string", "key", "concept:name", "value", "UNKNOWN");
        close("  ");
        open("  ", "global", "scope", "event");
        for (var attribute : EVERY_EVENT_HAS) {
            empty("    ", attribute[0], "key", attribute[1], "value", attribute[2]);
        }
        close("  ");
        empty("  ", "classifier", "name", "Activity", "scope", "event", "keys", "concept:name");
        empty("  ", "string", "key", "lifecycle:model", "value", "standard");
    }

    @Override
    public void event(Event event) throws IOException {
        try {
            if (!event.caseId().equals(caseId)) {
                nextTrace(event);
            }
            open("    ", "event");
            for (var column : Column.ALL) {
                if (column != Column.CASE) {
                    attribute(column, event);
                }
            }
            close("    ");
        } catch (XMLStreamException why) {
            throw unwritten(why);
        }
    }

    private void nextTrace(Event event) throws XMLStreamException {
        if (caseId != null) {
            close("  ");
        }
        caseId = event.caseId();
        open("  ", "trace");
        empty("    ", "string", "key", "concept:name", "value", Column.CASE.textOf(event));
    }

    private void attribute(Column column, Event event) throws XMLStreamException {
        var value = column.textOf(event);
        if (value != null) {
            empty("      ", tag(column.type()), "key", column.name(), "value", value);
        }
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
        try {
            if (caseId != null) {
                close("  ");
            }
            close("");
            xml.writeEndDocument();
            xml.flush();
        } catch (XMLStreamException why) {
            throw unwritten(why);
        }
    }

    /** {@code attributes}: alternating names and values. */
    private void open(String indent, String tag, String... attributes) throws XMLStreamException {
        xml.writeCharacters(indent);
        xml.writeStartElement(tag);
        attributes(attributes);
        xml.writeCharacters("\n");
    }

    private void empty(String indent, String tag, String... attributes) throws XMLStreamException {
        xml.writeCharacters(indent);
        xml.writeEmptyElement(tag);
        attributes(attributes);
        xml.writeCharacters("\n");
    }

    private void attributes(String... attributes) throws XMLStreamException {
        for (int i = 0; i < attributes.length; i += 2) {
            xml.writeAttribute(attributes[i], attributes[i + 1]);
        }
    }

    private void close(String indent) throws XMLStreamException {
        xml.writeCharacters(indent);
        xml.writeEndElement();
        xml.writeCharacters("\n");
    }

    /** Unwraps the I/O error from the XML exception. */
    private static IOException unwritten(XMLStreamException why) {
        return why.getNestedException() instanceof IOException cause ? cause : new IOException(why);
    }
}
