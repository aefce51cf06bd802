package footfall.testkit;

import static footfall.testkit.Transcripts.use;

import java.util.ArrayList;
import java.util.List;

/**
 * A turn that begins {@code at} seconds, with a call each second: three tools alternate, and every fifth call fails. It
 * does not end. {@code number}: of its session, so that sessions differ.
 */
public record MadeTurn(long at, int number, int turn, int calls) {
    /** Tallies of usage are by project: several, so that they are in several partitions. */
    private static final int PROJECTS = 16;

    /** So that long turns have loops. */
    private static final int CYCLE = 3;

    private static final List<String> TOOLS = List.of("Read", "Grep", "Edit", "Bash", "Task");

    /** Returns the IDs of the calls, which begin with {@code prefix}. */
    public List<String> addTo(Transcripts lines, String prefix) {
        var ids = new ArrayList<String>();
        lines.prompt(at, "go").with("cwd", "/w/shop-" + number % PROJECTS);
        for (int call = 0; call < calls; call++) {
            var id = prefix + turn + "-" + call;
            ids.add(id);
            lines.assistant(at + call, id, use(TOOLS.get((number + call % CYCLE) % TOOLS.size()), id))
                    .usage(call, turn);
            if ((number + call) % 5 == 0) {
                lines.failed(at + call, id, "command not found: walk");
            } else {
                lines.result(at + call, id);
            }
        }
        return ids;
    }
}
