package footfall.alert;

import footfall.row.RowKind;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a project with a budget cost since the start of its period. {@code raised}: when the levels were raised, from
 * level 1, null for a skipped level. {@code isRemoving}: parts of earlier periods may be left.
 */
public record ProjectCost(String project, Instant start, BigDecimal usd, List<Instant> raised, boolean isRemoving) {
    /** Stored with the tallies. */
    public static final RowKind<ProjectCost> KIND = new RowKind<>(21, "cost of a project", ProjectCost.class);

    public static final RowKind<Part> PART = new RowKind<>(22, "part of a project's cost", Part.class);

    /** What one turn, or session beside its turns, gave to it in one hour. */
    public record Part(BigDecimal usd) {}

    public ProjectCost {
        raised = Collections.unmodifiableList(new ArrayList<>(raised));
    }

    static ProjectCost none(String project, Instant start) {
        return new ProjectCost(project, start, BigDecimal.ZERO, List.of(), true);
    }

    /** With no level raised. */
    public ProjectCost cleared() {
        return new ProjectCost(project, start, usd, List.of(), isRemoving);
    }

    /** Of which no part of an earlier period is left. */
    public ProjectCost removed() {
        return new ProjectCost(project, start, usd, raised, false);
    }
}
