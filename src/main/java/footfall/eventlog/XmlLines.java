package footfall.eventlog;

import java.io.IOException;
import java.io.Writer;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes XML, one tag a line; escapes all text and attributes. {@code attributes} are alternating names and
 * values.
 */
public class XmlLines {
    private final XMLStreamWriter xml;
    private final String indent;
    private int depth;

    /** {@code indent}: for each level. */
    public XmlLines(Writer out, String indent) throws IOException {
        this.indent = indent;
        try {
            xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out);
        } catch (XMLStreamException why) {
            throw unwritten(why);
        }
    }

    public final void declaration() throws IOException {
        line(() -> xml.writeStartDocument("UTF-8", "1.0"));
    }

    public final void open(String tag, String... attributes) throws IOException {
        line(() -> {
            xml.writeStartElement(tag);
            attributes(attributes);
        });
        depth++;
    }

    public final void empty(String tag, String... attributes) throws IOException {
        line(() -> {
            xml.writeEmptyElement(tag);
            attributes(attributes);
        });
    }

    public final void element(String tag, String text, String... attributes) throws IOException {
        line(() -> {
            xml.writeStartElement(tag);
            attributes(attributes);
            xml.writeCharacters(text);
            xml.writeEndElement();
        });
    }

    public final void close() throws IOException {
        depth--;
        line(xml::writeEndElement);
    }

    /** Closes all elements; does not close the writer. */
    public final void end() throws IOException {
        while (depth > 0) {
            close();
        }
        written(xml::flush);
    }

    private void attributes(String... attributes) throws XMLStreamException {
        for (int i = 0; i < attributes.length; i += 2) {
            xml.writeAttribute(attributes[i], attributes[i + 1]);
        }
    }

    private interface Writing {
        void run() throws XMLStreamException;
    }

    private void line(Writing tag) throws IOException {
        written(() -> {
            if (depth > 0) {
                xml.writeCharacters(indent.repeat(depth));
            }
            tag.run();
            xml.writeCharacters("\n");
        });
    }

    private static void written(Writing writing) throws IOException {
        try {
            writing.run();
        } catch (XMLStreamException why) {
            throw unwritten(why);
        }
    }

    /** Unwraps the I/O error from the XML exception. */
    private static IOException unwritten(XMLStreamException why) {
        return why.getNestedException() instanceof IOException cause ? cause : new IOException(why);
    }
}
