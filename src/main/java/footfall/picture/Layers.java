package footfall.picture;

import java.util.ArrayList;
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
 * Lays out a graph in layers from top to bottom, with frequent lines going down. Knows only sizes of boxes
 * and lines. Deterministic.
 */
final class Layers {
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
