package footfall.report;

import footfall.eventlog.EventFormat;
import footfall.eventlog.FollowsGraph;
import footfall.eventlog.FollowsTally;
import footfall.eventlog.LogRules;
import footfall.line.LineParser;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Defaults;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The event log of transcripts as the text that a format makes of it. */
public final class LogText {
    private static final Reading.Progress SILENT = new Reading.Progress() {
        @Override
        public void total(long bytes) {}

        @Override
        public void read(long bytes) {}
    };

    private LogText() {}

    /** Opens a format on a writer. */
    public interface Opens {
        EventFormat to(Writer out) throws IOException;
    }

    /** Of one transcript, named after no session. */
    public static String ofLines(List<String> lines, LogRules rules, Opens format) throws Exception {
        var file = Files.createTempFile("footfall-test", ".jsonl");
        try {
            Files.write(file, String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
            return ofPlaces(List.of(file), rules, format);
        } finally {
            Files.delete(file);
        }
    }

    public static String ofPlaces(List<Path> places, LogRules rules, Opens format) throws Exception {
        return ofPlaces(places, rules, List.of(format)).get(0);
    }

    /** Of one session, in whatever files. */
    static String ofSession(Selection session, LogRules rules, Opens format) throws Exception {
        return of(List.of(), List.of(session), rules, List.of(format)).get(0);
    }

    /** Read once, written in each format. */
    public static List<String> ofPlaces(List<Path> places, LogRules rules, List<Opens> formats) throws Exception {
        return of(places, List.of(), rules, formats);
    }

    /** The directly-follows graph of the same files. */
    static FollowsGraph graph(List<Path> places, LogRules rules, boolean withCopies) throws Exception {
        var tally = new FollowsTally();
        try (var log = new EventLog.Reader(
                        Defaults.TURNS, new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE), null)
                .read(places, List.of(), SILENT)) {
            log.writeTo(rules, new EventLog.Choice(null, withCopies), tally::add);
        }
        return tally.graph();
    }

    private static List<String> of(List<Path> places, List<Selection> sessions, LogRules rules, List<Opens> formats)
            throws Exception {
        var logs = new EventLog.Reader(
                Defaults.TURNS, new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE), null);
        var texts = new ArrayList<String>();
        try (var log = logs.read(places, sessions, SILENT)) {
            for (var format : formats) {
                var out = new StringWriter();
                log.write(format.to(out), rules, new EventLog.Choice(null, true));
                texts.add(out.toString());
            }
        }
        return texts;
    }
}
