package footfall.picture;

import footfall.eventlog.FollowsGraph;
import footfall.eventlog.XmlLines;
import footfall.picture.FollowsLayout.Scene;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** Draws a directly-follows graph with SVG shapes and text. */
final class FollowsSvg {
    static final double NAME_SIZE = 13;
    static final double DETAIL_SIZE = 11;
    static final double LABEL_SIZE = 11;

    private static final double HEAD_HEIGHT = 74;
    private static final double MARGIN = 24;
    private static final double TITLE_SIZE = 15;
    private static final double NOTE_SIZE = 11;
    private static final double FAILURE_BAR = 3;

    private static final String LEGEND =
            "in a box: calls · mean time of a call; on a line: how often · mean time until the next call starts";
    private static final String STYLE = """
          text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;fill:#24292f}
          .paper{fill:#fcfcfa}.title{font-size:15px;font-weight:600}.note{font-size:11px;fill:#66707c}
          .box{fill:#fcfcfa}.shade{fill:#3f78b5;stroke:#3f78b5;stroke-width:1.2}
          .name{font-size:13px;font-weight:600}.detail{font-size:11px;fill:#4b5560}
          .failed{fill:#b3382c}.bar{fill:#cf4a3c}
          .walk{fill:none;stroke:#76818e;stroke-linecap:butt}.tip{fill:#76818e}
          .label{font-size:11px}
          .start{fill:#2f8f5b}.end{fill:none;stroke:#24292f;stroke-width:2}.core{fill:#24292f}
          @media (prefers-color-scheme:dark){text{fill:#dde2e8}.paper,.box{fill:#15181c}.note{fill:#939daa}
          .shade{fill:#5b9bdf;stroke:#5b9bdf}.detail{fill:#b3bcc7}.failed{fill:#f08a7e}.bar{fill:#e5685b}
          .walk{stroke:#8b97a5}.tip{fill:#8b97a5}.start{fill:#4cbb80}
          .end{stroke:#dde2e8}.core{fill:#dde2e8}}
          """;

    private final Svg svg;
    private final Share share;
    private final FollowsGraph.Thinned graph;

    /** One line of the picture; {@code meanMs} is null at start and end. */
    record Walk(String from, String to, long count, Long meanMs) {
        String label() {
            return meanMs == null
                    ? ShortNumbers.count(count)
                    : ShortNumbers.count(count) + " · " + ShortNumbers.time(meanMs);
        }
    }

    FollowsSvg(Writer out, Share share, FollowsGraph.Thinned graph) throws IOException {
        this.svg = new Svg(out);
        this.share = share;
        this.graph = graph;
    }

    /** The maximum counts, to which others are scaled. */
    record Share(long walks, long calls) {
        /** From 0 to 1; the square root makes rare ones distinguishable. */
        double relativeFrequency(long count) {
            return Math.sqrt((double) count / walks);
        }

        double ofCalls(long count) {
            return Math.sqrt((double) count / calls);
        }
    }

    void begin(Scene scene) throws IOException {
        double width = Math.max(scene.width(), 2 * MARGIN + headWidth());
        svg.begin(width, scene.height() + HEAD_HEIGHT);
        svg.title("Directly-follows graph: " + counted());
        svg.element("style", STYLE);
        svg.empty("rect", "class", "paper", "width", "100%", "height", "100%");
        svg.text("title", MARGIN, 30, counted());
        svg.text("note", MARGIN, 49, LEGEND);
        svg.text("note", MARGIN, 65, leftOut());
        svg.open(
                "g",
                "transform",
                "translate(" + Svg.number((width - scene.width()) / 2) + " " + Svg.number(HEAD_HEIGHT) + ")");
    }

    private double headWidth() {
        double notes =
                Math.max(TextWidths.REGULAR.width(LEGEND, NOTE_SIZE), TextWidths.REGULAR.width(leftOut(), NOTE_SIZE));
        return Math.max(notes, TextWidths.BOLD.width(counted(), TITLE_SIZE));
    }

    private String counted() {
        int all = graph.nodes().size() + graph.activitiesLeftOut();
        var shown = graph.activitiesLeftOut() == 0 ? "" : graph.nodes().size() + " of ";
        return ShortNumbers.count(graph.cases())
                + (graph.cases() == 1 ? " case, " : " cases, ")
                + ShortNumbers.count(graph.events())
                + (graph.events() == 1 ? " call, " : " calls, ")
                + shown
                + all
                + (all == 1 ? " activity" : " activities");
    }

    private String leftOut() {
        int all = graph.edgesLeftOut() + graph.edges().size();
        return graph.edgesLeftOut() == 0
                ? "all " + all + " edges"
                : "left out " + graph.edgesLeftOut() + " of " + all + " edges: fewer than " + graph.threshold()
                        + " occurrences, and not the most frequent way into or out of an activity";
    }

    /** The curve ends at the base of the arrowhead, so that a wide line does not cover it. */
    void line(Scene.Line line, Walk walk, String title) throws IOException {
        double width = 1 + 4 * share.relativeFrequency(walk.count());
        var points = line.points();
        var end = points.get(points.size() - 1);
        var before = before(points);
        double tip = 6 + 1.4 * width;
        double length = Math.hypot(end.x() - before.x(), end.y() - before.y());
        double dx = length == 0 ? 0 : (end.x() - before.x()) / length;
        double dy = length == 0 ? 1 : (end.y() - before.y()) / length;
        var back = new Scene.Point(end.x() - dx * tip, end.y() - dy * tip);
        double half = 2 + width;
        svg.open("g", "opacity", Svg.number(0.45 + 0.55 * share.relativeFrequency(walk.count())));
        svg.title(title + ": " + walk.label());
        svg.empty("path", "class", "walk", "stroke-width", Svg.number(width), "d", curve(points, back));
        svg.empty(
                "path",
                "class",
                "tip",
                "d",
                "M" + Svg.at(end) + "L" + Svg.at(new Scene.Point(back.x() - dy * half, back.y() + dx * half)) + "L"
                        + Svg.at(new Scene.Point(back.x() + dy * half, back.y() - dx * half)) + "Z");
        svg.close();
    }

    /** The last control point before the end. */
    private static Scene.Point before(List<Scene.Point> points) {
        var end = points.get(points.size() - 1);
        for (int i = points.size() - 2; i > 0; i--) {
            if (Math.hypot(points.get(i).x() - end.x(), points.get(i).y() - end.y()) > 0.5) {
                return points.get(i);
            }
        }
        return points.get(0);
    }

    private static String curve(List<Scene.Point> points, Scene.Point end) {
        var path = new StringBuilder("M").append(Svg.at(points.get(0)));
        int last = points.size() - 1;
        if (last % 3 != 0) {
            for (int i = 1; i < last; i++) {
                path.append('L').append(Svg.at(points.get(i)));
            }
            return path.append('L').append(Svg.at(end)).toString();
        }
        for (int i = 1; i <= last; i += 3) {
            var three = new StringJoiner(" ", "C", "");
            three.add(Svg.at(points.get(i)))
                    .add(Svg.at(points.get(i + 1)))
                    .add(Svg.at(i + 2 == last ? end : points.get(i + 2)));
            path.append(three);
        }
        return path.toString();
    }

    void label(Scene.Line line, Walk walk) throws IOException {
        var at = line.label();
        var paper = new Scene.Box(null, at.x() + 2, at.y() + 2, line.labelWidth() - 4, 14);
        svg.rectangle("paper", paper, "rx", "3", "opacity", "0.85");
        svg.centred("label", at.x() + line.labelWidth() / 2, at.y() + 13, walk.label());
    }

    void dot(Scene.Box box, boolean isStart) throws IOException {
        double radius = box.width() / 2;
        var x = Svg.number(box.x() + radius);
        var y = Svg.number(box.y() + radius);
        svg.open("g");
        svg.title(isStart ? "start of a case" : "end of a case");
        svg.empty("circle", "class", isStart ? "start" : "end", "cx", x, "cy", y, "r", Svg.number(radius - 1));
        if (isStart) {
            var triangle = String.format(
                    Locale.ROOT,
                    "M%s %sl8 5l-8 5Z",
                    Svg.number(box.x() + radius - 2.5),
                    Svg.number(box.y() + radius - 5));
            svg.empty("path", "class", "box", "d", triangle);
        } else {
            svg.empty("circle", "class", "core", "cx", x, "cy", y, "r", Svg.number(radius - 6));
        }
        svg.close();
    }

    void box(Scene.Box box, FollowsGraph.Node node) throws IOException {
        double middle = box.x() + box.width() / 2;
        svg.open("g");
        svg.title(node.activity() + ": " + detail(node) + failures(node));
        svg.rectangle("box", box, "rx", "7", "fill-opacity", "1");
        var shade = Svg.number(0.06 + 0.4 * share.ofCalls(node.count()));
        svg.rectangle("shade", box, "rx", "7", "fill-opacity", shade);
        svg.centred("name", middle, box.y() + 20, TextWidths.fitting(node.activity()));
        svg.centred("detail", middle, box.y() + 36, detail(node) + failures(node));
        if (node.failures() > 0) {
            double width = (box.width() - 16) * node.failures() / node.count();
            double top = box.y() + box.height() - FAILURE_BAR - 1;
            svg.rectangle("bar", new Scene.Box(null, box.x() + 8, top, Math.max(2, width), FAILURE_BAR));
        }
        svg.close();
    }

    /** {@code 412 · 1.2 s}: count and mean time of a call. */
    static String detail(FollowsGraph.Node node) {
        return ShortNumbers.count(node.count()) + " · " + ShortNumbers.time(node.meanMs());
    }

    static String failures(FollowsGraph.Node node) {
        return node.failures() == 0 ? "" : " · " + ShortNumbers.count(node.failures()) + " failed";
    }

    void end() throws IOException {
        svg.end();
    }

    /** Short numbers for pictures. */
    private static final class ShortNumbers {
        private static final long SECOND_MS = 1_000;
        private static final long MINUTE_MS = 60 * SECOND_MS;
        private static final long HOUR_MS = 60 * MINUTE_MS;
        private static final long DAY_MS = 24 * HOUR_MS;

        /** {@code 1,234}; {@code 12.3k} from ten thousand; {@code 1.2M} from a million. */
        static String count(long count) {
            if (count < 10_000) {
                return String.format(Locale.ROOT, "%,d", count);
            }
            return count < 999_950 ? decimal(count / 1e3) + "k" : decimal(count / 1e6) + "M";
        }

        /** {@code 350 ms}, {@code 1.2 s}, {@code 3.4 min}, {@code 2 h}, {@code 5.5 d}. */
        static String time(long ms) {
            if (ms < SECOND_MS) {
                return ms + " ms";
            } else if (ms < MINUTE_MS) {
                return decimal((double) ms / SECOND_MS) + " s";
            } else if (ms < HOUR_MS) {
                return decimal((double) ms / MINUTE_MS) + " min";
            }
            return ms < DAY_MS ? decimal((double) ms / HOUR_MS) + " h" : decimal((double) ms / DAY_MS) + " d";
        }

        private static String decimal(double value) {
            var text = String.format(Locale.ROOT, "%.1f", value);
            return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
        }
    }

    /** Writes SVG elements. */
    private static final class Svg extends XmlLines {
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
}
