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

    /** Adds a failure; {@code before} is null for a tool without state. */
    public Outage failed(String tool, Outage before, Instant arrival, Consumer<Alert> out) {
        var known = before == null ? Outage.none(tool) : before;
        var failures = new ArrayList<>(known.failures());
        failures.add(arrival);
        failures.sort(null);
        var recent = within(failures, failures.get(failures.size() - 1));
        int level = rules.level(recent.size());
        if (level <= known.raised().size()) {
            return new Outage(tool, recent, known.began(), known.raised());
        }
        var raised = new Levels(known.raised(), 0).with(level, arrival).at();
        var now = new Outage(tool, recent, known.began() == null ? recent.get(0) : known.began(), raised);
        out.accept(alert(now, level, Alert.State.RAISED));
        return now;
    }

    private List<Instant> within(List<Instant> failures, Instant now) {
        var from = now.minus(rules.window());
        var recent = failures.stream().filter(at -> at.isAfter(from)).toList();
        return recent.subList(Math.max(0, recent.size() - rules.rememberedMax()), recent.size());
    }

    /** Expires failures. Empty when no state is left. */
    public Optional<Outage> passed(Outage before, Instant now, Consumer<Alert> out) {
        var recent = within(before.failures(), now);
        var after = new Outage(before.tool(), recent, before.began(), before.raised());
        if (rules.isOver(recent.size()) && !after.raised().isEmpty()) {
            for (int level = 1; level <= after.raised().size(); level++) {
                if (after.raised().get(level - 1) != null) {
                    out.accept(alert(after, level, Alert.State.CLEARED));
                }
            }
            after = new Outage(before.tool(), recent, null, List.of());
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
