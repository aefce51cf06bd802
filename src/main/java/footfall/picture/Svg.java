package footfall.picture;

import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes SVG elements; escapes all text and attributes. */
final class Svg {
    private static final String NAMESPACE = "http://www.w3.org/2000/svg";

    private final XMLStreamWriter xml;

    Svg(Writer out) throws IOException {
        try {
            xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out);
        } catch (XMLStreamException why) {
            throw unwritten(why);
        }
    }

    void begin(double width, double height) throws IOException {
        var size = number(width) + " " + number(height);
        written(() -> {
            xml.writeStartElement("svg");
            attributes(
                    "xmlns",
                    NAMESPACE,
                    "width",
                    number(width),
                    "height",
                    number(height),
                    "viewBox",
                    "0 0 " + size,
                    "role",
                    "img");
            xml.writeCharacters("\n");
        });
    }

    void style(String rules) throws IOException {
        element("style", rules);
    }

    void title(String text) throws IOException {
        element("title", text);
    }

    void text(String kind, double x, double y, String text) throws IOException {
        element("text", text, "class", kind, "x", number(x), "y", number(y));
    }

    void centred(String kind, double x, double y, String text) throws IOException {
        element("text", text, "class", kind, "x", number(x), "y", number(y), "text-anchor", "middle");
    }

    /** {@code attributes}: alternating names and values. */
    void empty(String tag, String... attributes) throws IOException {
        written(() -> {
            xml.writeEmptyElement(tag);
            attributes(attributes);
            xml.writeCharacters("\n");
        });
    }

    void open(String tag, String... attributes) throws IOException {
        written(() -> {
            xml.writeStartElement(tag);
            attributes(attributes);
            xml.writeCharacters("\n");
        });
    }

    void close() throws IOException {
        written(() -> {
            xml.writeEndElement();
            xml.writeCharacters("\n");
        });
    }

    private void element(String tag, String text, String... attributes) throws IOException {
        written(() -> {
            xml.writeStartElement(tag);
            attributes(attributes);
            xml.writeCharacters(text);
            xml.writeEndElement();
            xml.writeCharacters("\n");
        });
    }

    void end() throws IOException {
        written(() -> {
            xml.writeEndElement();
            xml.writeCharacters("\n");
            xml.flush();
        });
    }

    private void attributes(String... attributes) throws XMLStreamException {
        for (int i = 0; i < attributes.length; i += 2) {
            xml.writeAttribute(attributes[i], attributes[i + 1]);
        }
    }

    /** To a hundredth of a pixel. */
    static String number(double value) {
        var text = String.format(Locale.ROOT, "%.2f", value);
        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }

    static String at(Scene.Point point) {
        return number(point.x()) + " " + number(point.y());
    }

    private interface Writing {
        void run() throws XMLStreamException;
    }

    private static void written(Writing writing) throws IOException {
        try {
            writing.run();
        } catch (XMLStreamException why) {
            throw unwritten(why);
        }
    }

    private static IOException unwritten(XMLStreamException why) {
        return why.getNestedException() instanceof IOException cause ? cause : new IOException(why);
    }
}
