package footfall.service;

import java.io.StringWriter;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** The text of a launchd agent; see launchd.plist(5). */
public final class LaunchAgent {
    public static final String LABEL = "footfall.ship";

    private static final int UMASK = 0077;
    private static final int THROTTLE_SECONDS = 10;

    private final XMLStreamWriter xml;
    private int depth;

    private LaunchAgent(XMLStreamWriter xml) {
        this.xml = xml;
    }

    /** {@code log}: the file for messages. */
    public static String text(Daemon daemon, String log) {
        var text = new StringWriter();
        try {
            new LaunchAgent(XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text)).write(daemon, log);
        } catch (XMLStreamException impossible) {
            throw new IllegalStateException("a string cannot be written to", impossible);
        }
        return text + "\n";
    }

    private void write(Daemon daemon, String log) throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeCharacters("\n");
        xml.writeDTD("<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
                + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">");
        xml.writeCharacters("\n");
        xml.writeStartElement("plist");
        xml.writeAttribute("version", "1.0");
        start("dict");
        entry("Label", "string", LABEL);
        array("ProgramArguments", daemon.command());
        element("key", "EnvironmentVariables");
        start("dict");
        for (var variable : daemon.environment().entrySet()) {
            entry(variable.getKey(), "string", variable.getValue());
        }
        end();
        flag("RunAtLoad", true);
        element("key", "KeepAlive");
        start("dict");
        flag("SuccessfulExit", false);
        end();
        entry("ThrottleInterval", "integer", Integer.toString(THROTTLE_SECONDS));
        entry("ProcessType", "string", "Background");
        entry("Umask", "integer", Integer.toString(UMASK));
        entry("StandardErrorPath", "string", log);
        end();
        line();
        xml.writeEndElement();
        xml.writeEndDocument();
        xml.flush();
    }

    private void array(String key, List<String> values) throws XMLStreamException {
        element("key", key);
        start("array");
        for (var value : values) {
            element("string", value);
        }
        end();
    }

    private void entry(String key, String type, String value) throws XMLStreamException {
        element("key", key);
        element(type, value);
    }

    private void flag(String key, boolean value) throws XMLStreamException {
        element("key", key);
        line();
        xml.writeEmptyElement(Boolean.toString(value));
    }

    private void element(String name, String text) throws XMLStreamException {
        line();
        xml.writeStartElement(name);
        xml.writeCharacters(text);
        xml.writeEndElement();
    }

    private void start(String name) throws XMLStreamException {
        line();
        xml.writeStartElement(name);
        depth++;
    }

    private void end() throws XMLStreamException {
        depth--;
        line();
        xml.writeEndElement();
    }

    private void line() throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
    }
}
