package footfall.picture;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.eventlog.FollowsGraph;
import footfall.eventlog.FollowsGraph.Edge;
import footfall.eventlog.FollowsGraph.Node;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class FollowsPictureTest {
    private static final FollowsGraph SMALL = new FollowsGraph(
            12,
            1_543,
            List.of(
                    new Node("Read", 1_234, 0, 350, 10, 2),
                    new Node("Bash:Version Control", 300, 15, 65_000, 2, 10),
                    new Node("Edit", 9, 0, 1_250, 0, 0)),
            List.of(
                    new Edge("Read", "Read", 800, 1_000),
                    new Edge("Read", "Bash:Version Control", 290, 7_200_000),
                    new Edge("Bash:Version Control", "Edit", 9, 12),
                    new Edge("Edit", "Read", 1, 1)));

    private static String svg(FollowsGraph.Thinned graph) throws IOException {
        var out = new StringWriter();
        FollowsPicture.write(graph, out);
        return out.toString();
    }

    private static Element parsed(String svg) throws Exception {
        var factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)))
                .getDocumentElement();
    }

    private static List<Element> elements(Element of, String tag) {
        var found = new ArrayList<Element>();
        var list = of.getElementsByTagNameNS("http://www.w3.org/2000/svg", tag);
        for (int i = 0; i < list.getLength(); i++) {
            found.add((Element) list.item(i));
        }
        return found;
    }

    private static List<String> texts(Element svg, String tag) {
        return elements(svg, tag).stream().map(Element::getTextContent).toList();
    }

    @Test
    void everythingThatIsWrittenOnAPicture() throws Exception {
        var svg = parsed(svg(SMALL.atLeast(2)));
        assertThat(texts(svg, "text"))
                .containsExactly(
                        "12 cases, 1,543 calls, 3 activities",
                        "in a box: calls · mean time of a call; on a line: how often · mean time until the next "
                                + "call starts",
                        "all 4 edges",
                        "10",
                        "2",
                        "800 · 1 s",
                        "290 · 2 h",
                        "9 · 12 ms",
                        "1 · 1 ms",
                        "2",
                        "10",
                        "Read",
                        "1,234 · 350 ms",
                        "Bash:Version Control",
                        "300 · 1.1 min · 15 failed",
                        "Edit",
                        "9 · 1.3 s");
        assertThat(texts(svg, "title"))
                .containsExactly(
                        "Directly-follows graph: 12 cases, 1,543 calls, 3 activities",
                        "start → Read: 10",
                        "start → Bash:Version Control: 2",
                        "Read → Read: 800 · 1 s",
                        "Read → Bash:Version Control: 290 · 2 h",
                        "Bash:Version Control → Edit: 9 · 12 ms",
                        "Edit → Read: 1 · 1 ms",
                        "Read → end: 2",
                        "Bash:Version Control → end: 10",
                        "start of a case",
                        "Read: 1,234 · 350 ms",
                        "Bash:Version Control: 300 · 1.1 min · 15 failed",
                        "Edit: 9 · 1.3 s",
                        "end of a case");
    }

    @Test
    void whatIsLeftOutIsSaid() throws Exception {
        assertThat(texts(parsed(svg(SMALL.atLeast(100))), "text"))
                .contains(
                        "12 cases, 1,543 calls, 2 of 3 activities",
                        "left out 2 of 4 edges: fewer than 100 occurrences, and not the most frequent way into or out "
                                + "of an activity");
    }

    @Test
    void theSameGraphIsTheSamePicture() throws Exception {
        assertThat(svg(SMALL.atLeast(1))).isEqualTo(svg(SMALL.atLeast(1)));
    }

    @Test
    void aGraphWithoutAnythingIsAPictureToo() throws Exception {
        var svg = parsed(svg(new FollowsGraph(0, 0, List.of(), List.of()).atLeast(1)));
        assertThat(texts(svg, "text")).contains("0 cases, 0 calls, 0 activities");
    }

    @Test
    void namesOfStrangersAreTextAndNothingElse() throws Exception {
        var hostile = "</text><script>alert(1)</script>\"'&";
        var svg = svg(new FollowsGraph(1, 1, List.of(new Node(hostile, 1, 0, 0, 1, 1)), List.of()).atLeast(1));
        assertThat(svg).doesNotContain("<script");
        assertThat(texts(parsed(svg), "title")).contains(hostile + ": 1 · 0 ms");
    }

    @Test
    void aLongNameIsCutInItsMiddleAndStandsWholeInTheTitle() throws Exception {
        var name = "mcp:a_server_with_quite_a_long_name:and_a_tool_with_another";
        var svg = parsed(svg(new FollowsGraph(1, 1, List.of(new Node(name, 1, 0, 0, 1, 1)), List.of()).atLeast(1)));
        assertThat(texts(svg, "text")).contains("mcp:a_server_with…ool_with_another");
        assertThat(texts(svg, "title")).contains(name + ": 1 · 0 ms");
    }

    @Test
    void withThirtyActivitiesNoBoxTouchesAnotherAndAllStandInThePicture() throws Exception {
        var graph = thirty().thinnedUntil(one -> one.lines() <= 80);
        var svg = parsed(svg(graph));
        double width = Double.parseDouble(svg.getAttribute("width"));
        double height = Double.parseDouble(svg.getAttribute("height"));
        var boxes = elements(svg, "rect").stream()
                .filter(rect -> rect.getAttribute("class").equals("shade"))
                .map(FollowsPictureTest::corners)
                .toList();
        assertThat(graph.nodes()).hasSizeGreaterThan(24);
        assertThat(boxes).hasSameSizeAs(graph.nodes());
        for (var box : boxes) {
            assertThat(box[0]).isBetween(0.0, width);
            assertThat(box[2]).isBetween(0.0, width);
            assertThat(box[3]).isBetween(0.0, height);
            assertThat(boxes)
                    .filteredOn(other -> other != box)
                    .noneMatch(
                            other -> box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]);
        }
    }

    @Test
    void aReadablePictureFitsAScreen() throws Exception {
        for (var graph : List.of(thirty(), ring(40), fan(60))) {
            var readable = FollowsPicture.readable(graph);
            var svg = parsed(svg(readable));
            assertThat(readable.nodes()).isNotEmpty();
            assertThat(number(svg, "width")).isLessThanOrEqualTo(1_600);
        }
        assertThat(FollowsPicture.readable(SMALL)).isEqualTo(SMALL.atLeast(1));
    }

    @Test
    void activitiesAsFrequentAsEachOtherAreNotAllLeftOutAtOnce() {
        var readable = FollowsPicture.readable(fan(60));
        assertThat(readable.nodes()).hasSizeBetween(5, 59);
        assertThat(readable.activitiesLeftOut()).isEqualTo(60 - readable.nodes().size());
    }

    /** Each leads to the next, and the last to the first. */
    private static FollowsGraph ring(int size) {
        var nodes = new ArrayList<Node>();
        var edges = new ArrayList<Edge>();
        for (int i = 0; i < size; i++) {
            nodes.add(new Node("Activity " + i, 5, 0, 10, i == 0 ? 1 : 0, i == size - 1 ? 1 : 0));
            edges.add(new Edge("Activity " + i, "Activity " + (i + 1) % size, 5, 10));
        }
        return new FollowsGraph(1, 5L * size, nodes, edges);
    }

    /** Cases of one call each: all side by side, all as frequent. */
    private static FollowsGraph fan(int size) {
        var nodes = new ArrayList<Node>();
        for (int i = 0; i < size; i++) {
            nodes.add(new Node("Activity " + i, 7, 0, 10, 7, 7));
        }
        return new FollowsGraph(7L * size, 7L * size, nodes, List.of());
    }

    private static double[] corners(Element rect) {
        double x = number(rect, "x");
        double y = number(rect, "y");
        return new double[] {x, y, x + number(rect, "width"), y + number(rect, "height")};
    }

    private static double number(Element of, String name) {
        return Double.parseDouble(of.getAttribute(name));
    }

    /** Thirty activities, of which each leads to some others, the first ones more often. */
    static FollowsGraph thirty() {
        var random = new Random(7);
        var nodes = new ArrayList<Node>();
        var edges = new ArrayList<Edge>();
        for (int i = 0; i < 30; i++) {
            nodes.add(new Node(
                    "Activity " + i,
                    2_000 / (i + 1),
                    i % 4 == 0 ? 20 / (i + 1) : 0,
                    40L * i * i,
                    i < 3 ? 40 - 10 * i : 0,
                    i > 2 && i < 6 ? 20 : 0));
            for (int k = 0; k < 5; k++) {
                edges.add(new Edge(
                        "Activity " + i,
                        "Activity " + (i + 1 + k * random.nextInt(7)) % 30,
                        1 + random.nextInt(600 / (i + 1)),
                        random.nextInt(90_000)));
            }
        }
        return new FollowsGraph(
                90,
                nodes.stream().mapToLong(Node::count).sum(),
                nodes,
                edges.stream()
                        .collect(Collectors.toMap(edge -> edge.from() + ">" + edge.to(), edge -> edge, (a, b) -> a))
                        .values()
                        .stream()
                        .toList());
    }
}
