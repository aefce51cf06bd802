package footfall.serve;

import footfall.eventlog.FollowsGraph;
import footfall.loop.Level;
import footfall.picture.FollowsLayout;
import footfall.picture.FollowsPicture;
import footfall.view.Answers;
import footfall.view.FollowsFold.Follows;
import footfall.view.FollowsMap;
import footfall.view.Selection;
import footfall.view.Single;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parameters of the question which call directly follows which, besides filters, and the map of the answer. */
record FollowsParameters(Query query) {
    /** The time of a layout grows with the square of its lines. */
    private static final int EDGES_MAX = 200;
    /** With more lines a picture is not readable. */
    private static final int EDGES_READABLE = 80;

    private static final Parameter<String> ACTIVITY = Parameter.choice(
            "activity",
            "What a node stands for: calls of a tool, or calls for one intent.",
            Stream.of(Level.values()).map(Level::word).toList(),
            Level.DEFAULT.word());
    private static final Parameter<Double> MIN_SHARE = new Parameter<>(
            "min_share",
            false,
            "Omit nodes and edges with a lower count than this percentage of the most frequent edge, except for the "
                    + "most frequent way into and out of each node. Without min_share and max_edges: as much as fits a "
                    + "screen.",
            new Parameter.Form<>(
                    Map.of("type", "number", "minimum", 0, "maximum", 100),
                    null,
                    FollowsParameters::percent,
                    "a number from 0 to 100"));
    private static final Parameter<Integer> MAX_EDGES = maxEdges();
    private static final Parameter<String> WITH_LAYOUT = Parameter.choice(
            "layout",
            "Whether nodes and edges have positions. Without them, up to 10,000 edges are answered.",
            List.of("true", "false"),
            "true");

    static final Parameter<?>[] ALL = {ACTIVITY, MIN_SHARE, MAX_EDGES, WITH_LAYOUT};

    private static Parameter<Integer> maxEdges() {
        var some = Parameter.whole("max_edges", "", 1, EDGES_MAX).form();
        return new Parameter<>(
                "max_edges",
                false,
                "At most so many edges, with those of the start and of the end; the rarest are omitted.",
                new Parameter.Form<>(
                        Map.of("type", "integer", "minimum", 1, "maximum", EDGES_MAX),
                        null,
                        some.parser(),
                        some.expected()));
    }

    private static Optional<Double> percent(String text) {
        return text.matches("\\d{1,3}(\\.\\d{1,6})?")
                ? Optional.of(Double.valueOf(text)).filter(number -> number <= 100)
                : Optional.empty();
    }

    Single<FollowsMap> ask(Answers answers, Selection selection) {
        var level = Level.valueOf(query.get(ACTIVITY).toUpperCase(Locale.ROOT));
        var answer = answers.follows(selection, level);
        return new Single<>(map(answer.item()), answer.coverage());
    }

    private FollowsMap map(Follows follows) {
        if (query.get(WITH_LAYOUT).equals("false")) {
            return map(follows, new Drawn(asked(follows.graph(), Answers.RANKED_MAX), null));
        }
        boolean isGiven = query.get(MIN_SHARE) != null || query.get(MAX_EDGES) != null;
        return map(follows, isGiven ? Drawn.of(asked(follows.graph(), EDGES_MAX)) : Drawn.readable(follows.graph()));
    }

    /** A graph, and where its elements are; {@code layout} is null when it has no positions. */
    private record Drawn(FollowsGraph.Thinned graph, FollowsLayout layout) {
        static Drawn of(FollowsGraph.Thinned graph) {
            return new Drawn(graph, FollowsPicture.layout(graph));
        }

        /** Thinned in a few large steps until it fits a screen, because each step is laid out. */
        static Drawn readable(FollowsGraph graph) {
            var drawn = of(thinned(graph, EDGES_READABLE));
            while (drawn.layout.width() > FollowsPicture.WIDTH_READABLE
                    && drawn.graph.nodes().size() > 1) {
                double share = FollowsPicture.WIDTH_READABLE / drawn.layout.width();
                int lines = drawn.graph.lines();
                drawn = of(thinned(graph, (int) Math.min(lines - 1, lines * Math.min(0.9, Math.max(0.5, share)))));
            }
            return drawn;
        }
    }

    private static FollowsMap map(Follows follows, Drawn drawn) {
        var graph = drawn.graph;
        var layout = drawn.layout;
        boolean isLaidOut = layout != null;
        return new FollowsMap(
                follows.level(),
                graph.cases(),
                graph.events(),
                follows.callsOmitted(),
                graph.threshold(),
                graph.activitiesLeftOut(),
                graph.edgesLeftOut(),
                isLaidOut ? rounded(layout.width()) : null,
                isLaidOut ? rounded(layout.height()) : null,
                isLaidOut ? nodes(graph, layout) : nodes(graph),
                isLaidOut ? edges(graph, layout) : FollowsMap.edges(graph.nodes(), graph.edges()));
    }

    private FollowsGraph.Thinned asked(FollowsGraph graph, int otherwise) {
        var share = query.get(MIN_SHARE);
        var edges = query.get(MAX_EDGES);
        int max = edges != null ? edges : otherwise;
        var frequent = graph.atLeastPercent(share == null ? 0 : share);
        return frequent.lines() <= max ? frequent : thinned(graph, max);
    }

    private static FollowsGraph.Thinned thinned(FollowsGraph graph, int lines) {
        return graph.thinnedUntil(thinned -> thinned.lines() <= lines);
    }

    private static List<FollowsMap.Node> nodes(FollowsGraph.Thinned graph) {
        return graph.nodes().stream()
                .map(node -> new FollowsMap.Node(
                        FollowsMap.ACTIVITY,
                        node.activity(),
                        node.count(),
                        node.failures(),
                        node.meanMs(),
                        node.starts(),
                        node.ends(),
                        null,
                        null,
                        null,
                        null))
                .toList();
    }

    private static List<FollowsMap.Node> nodes(FollowsGraph.Thinned graph, FollowsLayout layout) {
        var counted =
                graph.nodes().stream().collect(Collectors.toMap(FollowsGraph.Node::activity, Function.identity()));
        return layout.boxes().stream()
                .map(box -> {
                    var none = new FollowsGraph.Node(null, graph.cases(), 0, 0, 0, 0);
                    var node = box.activity() == null ? none : counted.get(box.activity());
                    return new FollowsMap.Node(
                            box.kind().name().toLowerCase(Locale.ROOT),
                            node.activity(),
                            node.count(),
                            node.failures(),
                            node.meanMs(),
                            node.starts(),
                            node.ends(),
                            rounded(box.corner().x()),
                            rounded(box.corner().y()),
                            rounded(box.width()),
                            rounded(box.height()));
                })
                .toList();
    }

    private static List<FollowsMap.Edge> edges(FollowsGraph.Thinned graph, FollowsLayout layout) {
        var lines = new HashMap<List<Optional<String>>, FollowsLayout.Line>();
        layout.lines().forEach(line -> lines.put(ends(line.from(), line.to()), line));
        var edges = new ArrayList<FollowsMap.Edge>();
        for (var edge : FollowsMap.edges(graph.nodes(), graph.edges())) {
            var line = lines.get(ends(edge.from(), edge.to()));
            var points = line.points().stream()
                    .map(point -> List.of(rounded(point.x()), rounded(point.y())))
                    .toList();
            var label = new FollowsMap.Label(
                    rounded(line.label().x()), rounded(line.label().y()), rounded(line.labelWidth()));
            edges.add(new FollowsMap.Edge(edge.from(), edge.to(), edge.count(), edge.meanMs(), points, label));
        }
        return edges;
    }

    private static List<Optional<String>> ends(String from, String to) {
        return List.of(Optional.ofNullable(from), Optional.ofNullable(to));
    }

    /** To a tenth of a pixel. */
    private static double rounded(double pixels) {
        return Math.round(pixels * 10) / 10.0;
    }
}
