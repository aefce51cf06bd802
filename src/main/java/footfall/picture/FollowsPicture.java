package footfall.picture;

import footfall.eventlog.FollowsGraph;
import footfall.picture.FollowsLayout.Scene;
import footfall.picture.FollowsSvg.Walk;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.elk.alg.layered.LayeredLayoutProvider;
import org.eclipse.elk.alg.layered.options.CycleBreakingStrategy;
import org.eclipse.elk.alg.layered.options.EdgeStraighteningStrategy;
import org.eclipse.elk.alg.layered.options.FixedAlignment;
import org.eclipse.elk.alg.layered.options.LayerConstraint;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeLabelPlacement;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/**
 * A directly-follows graph as a picture: activities as boxes, shaded by frequency; edges as lines, wider with
 * frequency, labeled with count and mean time. Start and end are marked.
 */
public final class FollowsPicture {
    /** The maximum width in pixels that fits a screen. */
    public static final int WIDTH_READABLE = 1_600;

    /** The maximum number of lines: edges, starts and ends. */
    public static final int LINES_MAX = 300;

    private static final int LINES_READABLE = 80;
    private static final String START = "start";
    private static final String END = "end";
    private static final double DOT = 22;
    private static final double BOX_HEIGHT = 46;
    private static final double BOX_PADDING = 28;
    private static final double LABEL_HEIGHT = 18;
    private static final double LABEL_PADDING = 10;
    private static final int WEIGHT_MAX = 100;

    private final FollowsGraph.Thinned graph;
    private final List<Walk> walks = new ArrayList<>();
    private final Map<String, FollowsGraph.Node> nodes = new HashMap<>();
    private long most = 1;

    private FollowsPicture(FollowsGraph.Thinned graph) {
        this.graph = graph;
        graph.nodes().forEach(node -> nodes.put(key(node.activity()), node));
        graph.nodes().stream()
                .filter(node -> node.starts() > 0)
                .forEach(node -> walks.add(new Walk(START, key(node.activity()), node.starts(), null)));
        graph.edges()
                .forEach(edge -> walks.add(new Walk(key(edge.from()), key(edge.to()), edge.count(), edge.meanMs())));
        graph.nodes().stream()
                .filter(node -> node.ends() > 0)
                .forEach(node -> walks.add(new Walk(key(node.activity()), END, node.ends(), null)));
        walks.forEach(walk -> most = Math.max(most, walk.count()));
    }

    /** The graph, thinned just enough to fit a screen. */
    public static FollowsGraph.Thinned readable(FollowsGraph graph) {
        return graph.thinnedUntil(thinned -> thinned.lines() <= LINES_READABLE
                && new FollowsPicture(thinned).scene().width() <= WIDTH_READABLE);
    }

    /** Writes the picture as SVG; does not close the writer. */
    public static void write(FollowsGraph.Thinned graph, Writer out) throws IOException {
        new FollowsPicture(graph).draw(out);
    }

    /** Where the elements of the picture are. */
    public static FollowsLayout layout(FollowsGraph.Thinned graph) {
        var picture = new FollowsPicture(graph);
        var scene = picture.scene();
        return new FollowsLayout(
                scene.width(),
                scene.height(),
                scene.boxes().stream().map(FollowsPicture::box).toList(),
                scene.lines().stream().map(picture::line).toList());
    }

    private static FollowsLayout.Box box(Scene.Box box) {
        var kind = box.key().equals(START)
                ? FollowsLayout.Kind.START
                : box.key().equals(END) ? FollowsLayout.Kind.END : FollowsLayout.Kind.ACTIVITY;
        var corner = new FollowsLayout.Point(box.x(), box.y());
        return new FollowsLayout.Box(kind, activity(box.key()), corner, box.width(), box.height());
    }

    private FollowsLayout.Line line(Scene.Line line) {
        var walk = walks.get(line.index());
        return new FollowsLayout.Line(
                activity(walk.from()),
                activity(walk.to()),
                FollowsLayout.curves(line.points()),
                new FollowsLayout.Point(line.label().x(), line.label().y()),
                line.labelWidth());
    }

    /** Null for the start and the end. */
    private static String activity(String key) {
        return key.startsWith("=") ? key.substring(1) : null;
    }

    /** Distinguishes activities from the keys of start and end. */
    private static String key(String activity) {
        return "=" + activity;
    }

    private void draw(Writer out) throws IOException {
        var scene = scene();
        var svg = new FollowsSvg(out, share(), graph);
        svg.begin(scene);
        for (var line : scene.lines()) {
            var walk = walks.get(line.index());
            svg.line(line, walk, name(walk.from()) + " → " + name(walk.to()));
        }
        for (var line : scene.lines()) {
            svg.label(line, walks.get(line.index()));
        }
        for (var box : scene.boxes()) {
            var node = nodes.get(box.key());
            if (node == null) {
                svg.dot(box, box.key().equals(START));
            } else {
                svg.box(box, node);
            }
        }
        svg.end();
    }

    private FollowsSvg.Share share() {
        long busiest =
                graph.nodes().stream().mapToLong(FollowsGraph.Node::count).max().orElse(1);
        return new FollowsSvg.Share(most, busiest);
    }

    private String name(String key) {
        return key.startsWith("=") ? key.substring(1) : key;
    }

    private Scene scene() {
        var layers = new Layers();
        if (!graph.nodes().isEmpty()) {
            layers.box(START, DOT, DOT, Layers.Rank.FIRST);
        }
        for (var node : graph.nodes()) {
            layers.box(key(node.activity()), boxWidth(node), BOX_HEIGHT, Layers.Rank.ANY);
        }
        if (!graph.nodes().isEmpty()) {
            layers.box(END, DOT, DOT, Layers.Rank.LAST);
        }
        for (var walk : walks) {
            layers.line(
                    walk.from(),
                    walk.to(),
                    weight(walk),
                    new Scene.Point(
                            TextWidths.REGULAR.width(walk.label(), FollowsSvg.LABEL_SIZE) + LABEL_PADDING,
                            LABEL_HEIGHT));
        }
        return layers.scene();
    }

    private static double boxWidth(FollowsGraph.Node node) {
        return BOX_PADDING
                + Math.max(
                        TextWidths.BOLD.width(TextWidths.fitting(node.activity()), FollowsSvg.NAME_SIZE),
                        TextWidths.REGULAR.width(
                                FollowsSvg.detail(node) + FollowsSvg.failures(node), FollowsSvg.DETAIL_SIZE));
    }

    private int weight(Walk walk) {
        return (int) Math.max(1, Math.round((double) WEIGHT_MAX * walk.count() / most));
    }

    /**
     * Lays out a graph in layers from top to bottom, with frequent lines going down. Knows only sizes of boxes
     * and lines. Deterministic.
     */
    private static final class Layers {
        /** The position. */
        enum Rank {
            FIRST,
            LAST,
            ANY
        }

        private final ElkNode root = ElkGraphUtil.createGraph();
        private final Map<String, ElkNode> boxes = new LinkedHashMap<>();
        private final List<ElkEdge> lines = new ArrayList<>();

        Layers() {
            LayoutMetaDataService.getInstance(); // Registers the types of the options, which the layout requires.
            root.setProperty(LayeredOptions.DIRECTION, Direction.DOWN);
            root.setProperty(LayeredOptions.EDGE_ROUTING, EdgeRouting.SPLINES);
            root.setProperty(LayeredOptions.CYCLE_BREAKING_STRATEGY, CycleBreakingStrategy.GREEDY);
            root.setProperty(LayeredOptions.NODE_PLACEMENT_BK_FIXED_ALIGNMENT, FixedAlignment.BALANCED);
            root.setProperty(LayeredOptions.NODE_PLACEMENT_BK_EDGE_STRAIGHTENING, EdgeStraighteningStrategy.NONE);
            root.setProperty(LayeredOptions.THOROUGHNESS, 20);
            root.setProperty(LayeredOptions.SPACING_NODE_NODE, 20.0);
            root.setProperty(LayeredOptions.SPACING_EDGE_NODE, 10.0);
            root.setProperty(LayeredOptions.SPACING_EDGE_EDGE, 8.0);
            root.setProperty(LayeredOptions.SPACING_NODE_SELF_LOOP, 16.0);
            root.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, 34.0);
            root.setProperty(LayeredOptions.SPACING_EDGE_NODE_BETWEEN_LAYERS, 16.0);
            root.setProperty(LayeredOptions.PADDING, new ElkPadding(24));
        }

        void box(String key, double width, double height, Rank rank) {
            var node = ElkGraphUtil.createNode(root);
            node.setDimensions(width, height);
            if (rank != Rank.ANY) {
                node.setProperty(
                        LayeredOptions.LAYERING_LAYER_CONSTRAINT,
                        rank == Rank.FIRST ? LayerConstraint.FIRST : LayerConstraint.LAST);
            }
            boxes.put(key, node);
        }

        /** {@code weight}, from 0 to 100: the priority of a short, straight, downward line. */
        void line(String from, String to, int weight, Scene.Point label) {
            var edge = ElkGraphUtil.createSimpleEdge(boxes.get(from), boxes.get(to));
            edge.setProperty(LayeredOptions.PRIORITY_DIRECTION, weight);
            edge.setProperty(LayeredOptions.PRIORITY_SHORTNESS, weight);
            edge.setProperty(LayeredOptions.PRIORITY_STRAIGHTNESS, weight);
            var text = ElkGraphUtil.createLabel("label", edge);
            text.setDimensions(label.x(), label.y());
            text.setProperty(LayeredOptions.EDGE_LABELS_PLACEMENT, EdgeLabelPlacement.CENTER);
            text.setProperty(LayeredOptions.EDGE_LABELS_INLINE, true);
            lines.add(edge);
        }

        Scene scene() {
            new LayeredLayoutProvider().layout(root, new BasicProgressMonitor());
            var placed = new ArrayList<Scene.Box>();
            boxes.forEach((key, node) ->
                    placed.add(new Scene.Box(key, node.getX(), node.getY(), node.getWidth(), node.getHeight())));
            var drawn = new ArrayList<Scene.Line>();
            for (int i = 0; i < lines.size(); i++) {
                drawn.add(line(i, lines.get(i)));
            }
            return new Scene(root.getWidth(), root.getHeight(), placed, drawn);
        }

        private static Scene.Line line(int index, ElkEdge edge) {
            var section = edge.getSections().get(0);
            var points = new ArrayList<Scene.Point>();
            points.add(new Scene.Point(section.getStartX(), section.getStartY()));
            section.getBendPoints().forEach(bend -> points.add(new Scene.Point(bend.getX(), bend.getY())));
            points.add(new Scene.Point(section.getEndX(), section.getEndY()));
            var label = edge.getLabels().get(0);
            return new Scene.Line(index, points, new Scene.Point(label.getX(), label.getY()), label.getWidth());
        }
    }
}
