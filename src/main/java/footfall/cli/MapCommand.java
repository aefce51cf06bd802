package footfall.cli;

import footfall.eventlog.FollowsGraph;
import footfall.eventlog.FollowsTally;
import footfall.eventlog.LogRules;
import footfall.picture.FollowsPicture;
import footfall.screen.SafeText;
import footfall.wire.Json;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code footfall map}. */
@Command(
        name = "map",
        header = "Draw which tool call follows which, as a picture (SVG).",
        description = "Shows how often one call follows another, the mean time between them, and where turns start and "
                + "end. Turns that a resumed or forked session repeats are not counted.",
        footer = {
            "  footfall map ~/.claude --out map.svg                    draw the paths of this machine's agents",
            "  footfall map 4f2a --activity detail --out map.svg       one session, shell calls by category",
            "  footfall map DIR --threshold 5%% --out map.svg          edges at least 5%% as frequent as the first",
            "  footfall map DIR --threshold 1 --json                   print the whole graph as JSON"
        })
final class MapCommand extends SettingsCommand {
    private static final Pattern OTHER_PICTURE = Pattern.compile("(?i)\\.(png|jpe?g|gif|webp|bmp|pdf)$");

    @Mixin
    private LogOptions log;

    @Option(names = "--json", description = "Print the graph, with the same threshold, as one JSON object.")
    private boolean json;

    @Option(
            names = "--case",
            paramLabel = "session|turn",
            converter = ChoiceOptions.Case.class,
            completionCandidates = ChoiceOptions.Case.class,
            description = "The unit of a path: the calls of one agent's turn, or of a session with its subagents, in "
                    + "order of time. Default: turn.")
    private LogRules.CaseBy caseBy = LogRules.CaseBy.TURN;

    @Option(
            names = "--threshold",
            paramLabel = "N|P%",
            converter = Threshold.Converter.class,
            description = "Omit activities and edges with fewer than N occurrences, or fewer than P percent "
                    + "of the most frequent edge. The most frequent way into and out of each activity is kept. "
                    + "Default: the lowest N with which the picture has at most 80 lines and fits a screen of "
                    + "1600 pixels. 1 omits nothing, up to 300 lines.")
    private Threshold threshold;

    MapCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws Exception {
        checkPicture();
        var settings = settings();
        var rules = new LogRules(caseBy, log.activity());
        var tally = new FollowsTally();
        try (var events = log.read(console, settings)) {
            var written = events.writeTo(rules, log.choice(false, console), tally::add);
            LogOptions.sayMissing(events, written, "no tool calls to draw", console);
        }
        var thinned = thinned(tally.graph());
        if (thinned.edgesLeftOut() > 0 || thinned.activitiesLeftOut() > 0) {
            console.say(leftOut(thinned));
        }
        refuseTooMany(thinned);
        OutFile.write(console, log.out(), out -> {
            if (json) {
                out.write(Json.MAPPER.writeValueAsString(thinned) + "\n");
            } else {
                FollowsPicture.write(thinned, out);
            }
        });
        return ExitCodes.OK;
    }

    /** Refuses file names of other picture formats. */
    private void checkPicture() {
        if (log.out() != null
                && !json
                && OTHER_PICTURE.matcher(log.out().toString()).find()) {
            throw usage("cannot write " + SafeText.of(log.out().toString())
                    + ": map writes SVG only; name a file that ends in .svg");
        }
    }

    private FollowsGraph.Thinned thinned(FollowsGraph graph) {
        return threshold == null ? FollowsPicture.readable(graph) : threshold.of(graph);
    }

    private String leftOut(FollowsGraph.Thinned graph) {
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
    private void refuseTooMany(FollowsGraph.Thinned graph) throws CommandFailed {
        if (!json && graph.lines() > FollowsPicture.LINES_MAX) {
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
