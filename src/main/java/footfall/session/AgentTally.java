package footfall.session;

import footfall.call.CallDetail;
import footfall.call.Counts;
import footfall.call.Words;
import footfall.line.BashCategory;
import footfall.line.FileExtension;
import footfall.line.Line;
import footfall.turn.Prices;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The counts of one agent of a session. */
final class AgentTally {
    private static final int TEXT_MAX = 300;
    private static final int OPEN_MAX = 1_000;

    final CallTally calls;
    final Spent spent;
    final List<SessionReport.ToolCall> listed = new ArrayList<>();
    private final Map<String, Open> open = new LinkedHashMap<>();
    final List<SessionReport.UserTurn> userTurns = new ArrayList<>();
    private final Room room;
    private final boolean isSubagent;
    String project;
    Turn.Product product = AgentPart.NONE.product();
    String copyOf;
    String firstText;
    String firstPrompt;
    long turns;
    long prompts;
    long interrupts;
    long compactions;
    long errors;
    long successes;
    long activeMs;
    /** What the last line changed; null for nothing. */
    MessageChange change;

    /** The text of the last prompt that waits for its turn; null for none. */
    private String waiting;

    /** A call without a result, and its number among all. */
    private record Open(CallDetail call, long seq) {
        Open after(long dropped) {
            return seq > dropped ? new Open(call, seq - 1) : this;
        }
    }

    /** The remaining capacity of the lists of all agents. */
    static final class Room {
        private int calls;
        private int userTurns;
        long callsOmitted;
        long userTurnsOmitted;

        Room(SessionReport.ReportLimits limits) {
            this.calls = limits.callsMax();
            this.userTurns = limits.userTurnsMax();
        }
    }

    AgentTally(SessionReport.ReportLimits limits, Room room, Prices prices, boolean isSubagent) {
        this.spent = new Spent(new Metering(prices, TurnRules.UsageTimes.HOURS));
        this.calls = new CallTally(limits);
        this.room = room;
        this.isSubagent = isSubagent;
    }

    void add(ReportLine added) {
        waiting = added.waiting() == null ? waiting : added.waiting();
        var line = added.asking(waiting);
        change = null;
        seen(line);
        if (project == null) {
            project = line.line().envelope().project();
        }
        if (line.copyOf() != null) {
            copied(line);
            return;
        }
        if (line.qualifies()) {
            userTurn(line);
        } else if (line.line() instanceof Line.Interrupt interrupt && !interrupt.isText()) {
            interrupts++;
        } else if (line.line() instanceof Line.Compaction && turns > 0) {
            compactions++;
        }
        for (var call : line.calls()) {
            call(line.line(), call);
        }
        sum(line.line());
    }

    /** A line without effect is not shipped, so a summary does not include its version either. */
    private void seen(ReportLine line) {
        if (!(line.line() instanceof Line.Nothing)) {
            var made = line.marks().product();
            product = new Turn.Product(
                    made.agent(), made.agentVersion() == null ? product.agentVersion() : made.agentVersion());
        }
    }

    /**
     * A copied line can set the first text, but is counted only in the original. Only a prompt or an answer identifies
     * the original: injected texts can occur in unrelated sessions.
     */
    private void copied(ReportLine line) {
        boolean isOfTurn = line.line() instanceof Line.Prompt || line.line() instanceof Line.Assistant;
        copyOf = copyOf == null && isOfTurn ? line.copyOf() : copyOf;
        if (line.qualifies()) {
            noteFirst(line, Words.withoutTags(line.text()));
        }
    }

    private void noteFirst(ReportLine line, String text) {
        firstText = firstText == null ? text : firstText;
        if (firstPrompt == null && !line.isInterrupt()) {
            firstPrompt = text;
        }
    }

    private void userTurn(ReportLine line) {
        turns++;
        prompts += MainPart.isOfUser(line.line()) && !line.isInterrupt() ? 1 : 0;
        interrupts += line.isInterrupt() ? 1 : 0;
        var text = Words.withoutTags(line.text());
        noteFirst(line, text);
        if (room.userTurns == 0) {
            room.userTurnsOmitted++;
            return;
        }
        room.userTurns--;
        var at = line.line().envelope().at();
        userTurns.add(new SessionReport.UserTurn(Words.cut(text, TEXT_MAX), at, line.isInterrupt(), turns));
    }

    private void call(Line line, CallDetail call) {
        calls.add(call);
        if (call.toolUseId() != null) {
            open.put(call.toolUseId(), new Open(call, calls.total()));
            if (open.size() > OPEN_MAX) {
                open.remove(open.keySet().iterator().next());
            }
        }
        if (room.calls == 0) {
            room.callsOmitted++;
            return;
        }
        room.calls--;
        listed.add(new SessionReport.ToolCall(
                calls.total(), line.envelope().at(), call.tool(), call.detail(), isSubagent));
    }

    /** The call of a script is no call of its own: those of the script count. */
    private void drop(Line.ScriptEnd line) {
        var dropped = open.remove(line.toolUseId());
        if (dropped == null) {
            return;
        }
        calls.remove(dropped.call);
        if (listed.removeIf(listing -> listing.seq() == dropped.seq)) {
            room.calls++;
        } else {
            room.callsOmitted--;
        }
        open.replaceAll((id, call) -> call.after(dropped.seq));
        listed.replaceAll(listing -> listing.after(dropped.seq));
    }

    private void sum(Line line) {
        change = spent.add(line);
        spent.report(line);
        for (var result : AgentPart.results(line)) {
            open.remove(result.toolUseId());
            errors += result.error() == null ? 0 : 1;
            successes += result.error() == null ? 1 : 0;
        }
        if (line.failed() != null) { // Its launch counted as a success.
            errors++;
            successes = Math.max(0, successes - 1);
        }
        activeMs += AgentPart.durationMs(line);
        if (line instanceof Line.ScriptEnd script) {
            drop(script);
        }
    }

    /** The calls of one agent, by tool, extension, path and command. */
    static final class CallTally {
        private static final int NAMES_MAX = 10_000;
        private static final int COMMANDS_SHOWN = 50;

        private final Counts tools = new Counts(NAMES_MAX);
        private final Counts extensions = new Counts(NAMES_MAX);
        private final Counts categories = new Counts(NAMES_MAX);
        private final Counts commands;
        private final Map<String, BashCategory> categoryOf = new HashMap<>();
        private final Map<String, Counts> paths = new LinkedHashMap<>();
        private final int pathsMax;
        private long pathsOmitted;

        CallTally(SessionReport.ReportLimits limits) {
            this.commands = new Counts(limits.commandsMax());
            this.pathsMax = limits.pathsMax();
        }

        void add(CallDetail call) {
            tools.add(call.tool());
            if (call.path() != null) {
                extensions.add(FileExtension.of(call.path()));
                touch(call.path(), call.tool());
            }
            if (call.category() != null) {
                categories.add(call.category().label());
            }
            if (call.command() != null) {
                long omitted = commands.omitted();
                commands.add(call.command());
                if (commands.omitted() == omitted) {
                    categoryOf.putIfAbsent(call.command(), call.category());
                }
            }
        }

        /** Of a call on no file and without a command line. */
        void remove(CallDetail call) {
            tools.remove(call.tool());
        }

        private void touch(String path, String tool) {
            var counts = paths.get(path);
            if (counts == null && paths.size() >= pathsMax) {
                pathsOmitted++;
                return;
            } else if (counts == null) {
                counts = new Counts(NAMES_MAX);
                paths.put(path, counts);
            }
            counts.add(tool);
        }

        long total() {
            return tools.total();
        }

        Map<String, Long> tools() {
            return tools.ranked();
        }

        Map<String, Long> extensions() {
            return extensions.ranked();
        }

        Map<String, Long> categories() {
            return categories.ranked();
        }

        /** In the order of first use. */
        Map<String, Map<String, Long>> paths() {
            var all = new LinkedHashMap<String, Map<String, Long>>();
            paths.forEach((path, counts) -> all.put(path, counts.ranked()));
            return all;
        }

        List<SessionReport.BashCommand> commands() {
            return commands.ranked(COMMANDS_SHOWN).entrySet().stream()
                    .map(entry -> new SessionReport.BashCommand(
                            Words.cut(entry.getKey(), CallDetail.COMMAND_MAX),
                            Words.first(entry.getKey()),
                            entry.getValue(),
                            categoryOf.get(entry.getKey())))
                    .toList();
        }

        long pathsOmitted() {
            return pathsOmitted;
        }

        long commandsOmitted() {
            return commands.omitted();
        }
    }
}
