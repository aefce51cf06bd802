package footfall.alert;

import footfall.line.McpTool;
import footfall.turn.Origin;
import footfall.turn.Output;
import footfall.turn.Turn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Detects tools that fail in many sessions at once. A level is raised once per outage, at the failure that
 * reaches it; all levels are cleared when the outage ends. Ingestion times need not be ordered, because
 * failures come from several partitions.
 */
public final class OutageAlerts {
    private final OutageRules rules;

    public OutageAlerts(OutageRules rules) {
        this.rules = rules;
    }

    /** The subjects of a failure: the tool, and its MCP server. */
    public static List<String> subjects(String tool) {
        var mcp = McpTool.of(tool);
        return mcp == null ? List.of(tool) : List.of(tool, mcp.begin());
    }

    /** Whether a failure is live; a copy or history is not. */
    public static boolean isNews(Output.StepFailed failed, Instant arrival, AlertRules rules) {
        return !failed.isCopy()
                && failed.lineAt() != null
                && !failed.lineAt().isBefore(arrival.minus(rules.alertMaxAge()));
    }

    /** Adds a failure in the session with this hash; {@code before} is null for a tool without state. */
    public Outage failed(String tool, Outage before, Instant arrival, int session, Consumer<Alert> out) {
        var known = before == null ? Outage.none(tool) : before;
        var failures = new ArrayList<>(known.failures());
        var sessions = new ArrayList<>(known.sessions());
        int at = (int) failures.stream().filter(one -> !one.isAfter(arrival)).count();
        failures.add(at, arrival);
        sessions.add(at, session);
        var recent = within(
                new Outage(tool, failures, known.began(), known.raised(), sessions), failures.get(failures.size() - 1));
        int level = rules.level(recent.sessions());
        if (level <= known.raised().size()) {
            return recent;
        }
        var raised = new Levels(known.raised(), 0).with(level, arrival).at();
        var began = known.began() == null ? recent.failures().get(0) : known.began();
        var now = new Outage(tool, recent.failures(), began, raised, recent.sessions());
        out.accept(alert(now, level, Alert.State.RAISED));
        return now;
    }

    private Outage within(Outage outage, Instant now) {
        var from = now.minus(rules.window());
        int all = outage.failures().size();
        int old =
                (int) outage.failures().stream().filter(at -> !at.isAfter(from)).count();
        int first = Math.max(old, all - rules.rememberedMax());
        return new Outage(
                outage.tool(),
                outage.failures().subList(first, all),
                outage.began(),
                outage.raised(),
                outage.sessions().subList(first, all));
    }

    /** Expires failures. Empty when no state is left. */
    public Optional<Outage> passed(Outage before, Instant now, Consumer<Alert> out) {
        var after = within(before, now);
        if (rules.isOver(after.failures().size()) && !after.raised().isEmpty()) {
            for (int level = 1; level <= after.raised().size(); level++) {
                if (after.raised().get(level - 1) != null) {
                    out.accept(alert(after, level, Alert.State.CLEARED));
                }
            }
            after = new Outage(after.tool(), after.failures(), null, List.of(), after.sessions());
        }
        return Optional.of(after).filter(left -> !left.failures().isEmpty());
    }

    private Alert alert(Outage outage, int level, Alert.State state) {
        return new Alert(
                outage.tool() + ":" + Alert.Kind.OUTAGE.word() + ":" + level,
                Alert.Kind.OUTAGE,
                level,
                state,
                outage.failures().size(),
                rules.limit(level),
                null,
                null,
                null,
                new Turn.Product(null, null),
                new Origin(null, null, null),
                outage.began(),
                outage.raised().get(level - 1));
    }
}
