package footfall.cli;

import footfall.eventlog.EventFormat;
import footfall.eventlog.EventFormat.CsvFormat;
import footfall.eventlog.EventFormat.JsonLinesFormat;
import footfall.eventlog.EventFormat.XesFormat;
import footfall.eventlog.LogRules;
import footfall.eventlog.OcelFormat;
import java.io.IOException;
import java.io.Writer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footfall events}. */
@Command(
        name = "events",
        header = "Export tool calls as an event log for process mining.",
        description = "Writes one event per call, with case, activity, start, completion, agent and outcome. The log "
                + "contains no prompts, inputs or results.",
        footer = {
            "  footfall events ~/.claude --format csv --out calls.csv      every session of this machine",
            "  footfall events 4f2a --format xes --out session.xes         the session whose ID starts with 4f2a",
            "  footfall events DIR --format ocel --out log.json         sessions, turns, agents and tools",
            "  footfall events FILE --case turn --activity detail          one case per turn, shell calls by category",
            "  footfall events FILE --json | jq length                     count the calls",
            "  footfall events FILE --format jsonl | jq -c 'select(.outcome == \"error\")'"
        })
final class EventsCommand extends SettingsCommand {
    @Mixin
    private LogOptions log;

    @Option(
            names = "--format",
            paramLabel = "csv|xes|ocel|jsonl",
            converter = Formats.class,
            completionCandidates = Formats.class,
            description = "CSV with pm4py's default columns, XES (IEEE 1849), OCEL 2.0 in JSON, or one JSON object "
                    + "per line. Default: csv.")
    private Format format;

    @Option(names = "--json", description = "Print the objects of --format jsonl as one JSON array.")
    private boolean json;

    @Option(
            names = "--case",
            paramLabel = "session|turn",
            converter = ChoiceOptions.Case.class,
            completionCandidates = ChoiceOptions.Case.class,
            description = "The unit of a case: a session with its subagents, or one agent's turn. OCEL has no cases; "
                    + "there both are objects. Default: session.")
    private LogRules.CaseBy caseBy = LogRules.CaseBy.SESSION;

    @Option(names = "--no-copies", description = "Skip turns that a resumed or forked session repeats.")
    private boolean noCopies;

    /** Creates an event log writer. */
    enum Format {
        CSV,
        XES,
        OCEL,
        JSONL;

        EventFormat to(Writer out) throws IOException {
            return switch (this) {
                case CSV -> new CsvFormat(out);
                case XES -> new XesFormat(out);
                case OCEL -> new OcelFormat(out);
                case JSONL -> new JsonLinesFormat(out);
            };
        }
    }

    static final class Formats extends ChoiceOptions.Words<Format> {
        Formats() {
            super(Format.values());
        }
    }

    EventsCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws Exception {
        if (json && format != null) {
            throw usage("--json and --format exclude each other; --format jsonl prints one object per line");
        }
        var settings = settings();
        var rules = new LogRules(caseBy, log.activity());
        try (var events = log.read(console, settings)) {
            OutFile.write(console, log.out(), out -> {
                var written = events.write(opened(out), rules, log.choice(!noCopies, console));
                LogOptions.sayMissing(events, written, "no tool calls", console);
            });
        }
        return ExitCodes.OK;
    }

    private EventFormat opened(Writer out) throws IOException {
        if (json) {
            return JsonLinesFormat.array(out);
        }
        return format == null ? Format.CSV.to(out) : format.to(out);
    }
}
