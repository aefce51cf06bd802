package footfall.cli;

import footfall.eventlog.FollowsGraph;
import footfall.picture.FollowsPicture;
import footfall.screen.SafeText;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Which call follows which, as a picture or as its graph in JSON: {@code export --format svg}. */
final class FollowsDrawing {
    private static final Pattern OTHER_PICTURE = Pattern.compile("(?i)\\.(png|jpe?g|gif|webp|bmp|pdf)$");

    private FollowsDrawing() {}

    /** Refuses file names of other picture formats. */
    static void check(Path out, ConsoleCommand command) {
        if (out != null && OTHER_PICTURE.matcher(out.toString()).find()) {
            throw command.usage("cannot write " + SafeText.of(out.toString())
                    + ": pictures are SVG only; name a file that ends in .svg");
        }
    }

    /** {@code threshold}: null for the lowest with which the picture can be read; {@code out}: null for stdout. */
    static void write(FollowsGraph graph, Threshold threshold, boolean json, Path out, Console console)
            throws IOException, CommandFailed {
        var thinned = threshold == null ? FollowsPicture.readable(graph) : threshold.of(graph);
        if (thinned.edgesLeftOut() > 0 || thinned.activitiesLeftOut() > 0) {
            console.say(leftOut(thinned, threshold));
        }
        if (!json) {
            refuseTooMany(thinned);
        }
        OutFile.write(console, out, to -> {
            if (json) {
                to.write(Json.MAPPER.writeValueAsString(thinned) + "\n");
            } else {
                FollowsPicture.write(thinned, to);
            }
        });
    }

    private static String leftOut(FollowsGraph.Thinned graph, Threshold threshold) {
        var text = "omitted " + ofAll(graph.edgesLeftOut(), graph.edges().size(), "edges")
                + (graph.activitiesLeftOut() == 0
                        ? ""
                        : " and "
                                + ofAll(graph.activitiesLeftOut(), graph.nodes().size(), "activities"))
                + (graph.threshold() > 1 ? " with fewer than " + graph.threshold() + " occurrences" : "");
        return text
                + (threshold == null
                        ? " to fit a screen of " + FollowsPicture.WIDTH_READABLE + " pixels; --threshold 1 draws all"
                        : "");
    }

    private static String ofAll(int left, int kept, String what) {
        return left + " of " + (left + kept) + " " + what;
    }

    /** The layout's time and memory grow with the square of its lines. JSON has no limit. */
    private static void refuseTooMany(FollowsGraph.Thinned graph) throws CommandFailed {
        if (graph.lines() > FollowsPicture.LINES_MAX) {
            throw new CommandFailed("cannot draw " + graph.lines() + " lines: a picture has at most "
                    + FollowsPicture.LINES_MAX + "; raise --threshold, or use --json for the whole graph");
        }
    }

    /** The minimum frequency of an edge: {@code 5} times, or {@code 2.5%} of the most frequent edge. */
    record Threshold(double amount, boolean isPercent) {
        private static final Pattern TIMES = Pattern.compile("[0-9]{1,15}");
        private static final Pattern PERCENT = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,6})?%");

        static final class Converter implements ITypeConverter<Threshold> {
            @Override
            public Threshold convert(String text) {
                boolean isPercent = PERCENT.matcher(text).matches();
                if (!isPercent && !TIMES.matcher(text).matches()) {
                    throw wrong(text);
                }
                var threshold = new Threshold(
                        Double.parseDouble(isPercent ? text.substring(0, text.length() - 1) : text), isPercent);
                if (isPercent && threshold.amount() > 100) {
                    throw wrong(text);
                }
                return threshold;
            }

            private static TypeConversionException wrong(String text) {
                return new TypeConversionException(
                        "invalid threshold \"" + text + "\"; expected a count like 5 or a share like 2.5%");
            }
        }

        FollowsGraph.Thinned of(FollowsGraph graph) {
            return isPercent ? graph.atLeastPercent(amount) : graph.atLeast((long) amount);
        }
    }
}
