package footfall.session;

import footfall.call.CallDetail;
import footfall.call.Words;
import footfall.line.Line;
import footfall.turn.Prices;
import footfall.turn.Turn;
import java.util.ArrayList;
import java.util.List;

/** The counts of one agent of a session. */
final class AgentTally {
    private static final int TEXT_MAX = 300;

    final CallTally calls;
    final Spent spent;
    final List<SessionReport.ToolCall> listed = new ArrayList<>();
    final List<SessionReport.UserTurn> userTurns = new ArrayList<>();
    private final Room room;
    private final boolean isSubagent;
    String project;
    Turn.Product product = AgentPart.NONE.product();
    String copyOf;
    String firstText;
    String firstPrompt;
    long turns;
    long interrupts;
    long errors;
    long successes;
    long activeMs;

    /** The remaining capacity of the lists of all agents. */
    static final class Room {
        private int calls;
        private int userTurns;
        long callsOmitted;
        long userTurnsOmitted;

        Room(ReportLimits limits) {
            this.calls = limits.callsMax();
            this.userTurns = limits.userTurnsMax();
        }
    }

    AgentTally(ReportLimits limits, Room room, Prices prices, boolean isSubagent) {
        this.spent = new Spent(prices);
        this.calls = new CallTally(limits);
        this.room = room;
        this.isSubagent = isSubagent;
    }

    void add(ReportLine line) {
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
     * A copied line can set the first text, but is counted only in the original. Only a prompt identifies the
     * original: injected texts can occur in unrelated sessions.
     */
    private void copied(ReportLine line) {
        copyOf = copyOf == null && line.line() instanceof Line.Prompt ? line.copyOf() : copyOf;
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
        if (room.calls == 0) {
            room.callsOmitted++;
            return;
        }
        room.calls--;
        listed.add(new SessionReport.ToolCall(
                calls.total(), line.envelope().at(), call.tool(), call.detail(), isSubagent));
    }

    private void sum(Line line) {
        if (line instanceof Line.Assistant answer) {
            spent.add(answer.message(), line.envelope().at());
        } else if (line instanceof Line.ToolResults results) {
            long failed = results.results().stream()
                    .filter(result -> result.error() != null)
                    .count();
            errors += failed;
            successes += results.results().size() - failed;
        } else if (line instanceof Line.TurnDuration turn) {
            activeMs += turn.durationMs();
            if (turn.answer() != null) {
                spent.add(turn.answer(), line.envelope().at());
            }
        }
    }
}
