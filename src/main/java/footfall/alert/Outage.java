package footfall.alert;

import footfall.row.RowKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * The latest failures of a tool or MCP server by ingestion time, ascending, and hashes of their sessions. During an
 * outage, {@code began} is its first failure, and the levels are the instants at which they were raised, from level 1,
 * null for a skipped level. Otherwise null and empty.
 */
public record Outage(String tool, List<Instant> failures, Instant began, List<Instant> raised, List<Integer> sessions) {
    /** Stored with the tallies. */
    public static final RowKind<Outage> KIND = new RowKind<>(20, "outage", Outage.class);

    public Outage {
        Objects.requireNonNull(tool, "tool is null");
        failures = List.copyOf(failures);
        raised = Collections.unmodifiableList(new ArrayList<>(raised));
        // Rows of earlier builds have none.
        sessions = sessions == null ? Collections.nCopies(failures.size(), 0) : List.copyOf(sessions);
    }

    static Outage none(String tool) {
        return new Outage(tool, List.of(), null, List.of(), List.of());
    }
}
