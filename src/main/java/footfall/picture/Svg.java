package footfall.picture;

import footfall.eventlog.XmlLines;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes SVG elements. */
final class Svg extends XmlLines {
    private static final String NAMESPACE = "http://www.w3.org/2000/svg";

    Svg(Writer out) throws IOException {
        super(out, "");
    }

    void begin(double width, double height) throws IOException {
        var w = number(width);
        var h = number(height);
        open("svg", "xmlns", NAMESPACE, "width", w, "height", h, "viewBox", "0 0 " + w + " " + h, "role", "img");
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

    /** {@code more}: further attributes, alternating names and values. */
    void rectangle(String kind, Scene.Box box, String... more) throws IOException {
        var attributes = new ArrayList<>(List.of("class", kind, "x", number(box.x()), "y", number(box.y())));
        attributes.addAll(List.of("width", number(box.width()), "height", number(box.height())));
        attributes.addAll(List.of(more));
        empty("rect", attributes.toArray(String[]::new));
    }

    /** To a hundredth of a pixel. */
    static String number(double value) {
        var text = String.format(Locale.ROOT, "%.2f", value);
        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }

    static String at(Scene.Point point) {
        return number(point.x()) + " " + number(point.y());
    }
}
