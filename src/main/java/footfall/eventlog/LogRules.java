package footfall.eventlog;

import footfall.line.Intent;
import footfall.line.McpTool;
import footfall.turn.Step;
import footfall.turn.Turn;
import java.util.Objects;
import java.util.function.Function;

/** The unit of a case, and the names of activities. */
public record LogRules(CaseBy caseBy, ActivityBy activityBy) {
    public LogRules {
        Objects.requireNonNull(caseBy, "caseBy is null");
        Objects.requireNonNull(activityBy, "activityBy is null");
    }

    /**
     * {@code SESSION}: a session with its subagents. {@code TURN}: one agent's turn; a subagent's turn is a
     * separate case.
     */
    public enum CaseBy {
        SESSION(turn -> turn.id().sessionId().value()),
        TURN(turn -> turn.id().turnId());

        private final Function<Turn, String> id;

        CaseBy(Function<Turn, String> id) {
            this.id = id;
        }

        public String idOf(Turn turn) {
            return id.apply(turn);
        }
    }

    /**
     * {@code TOOL}: the tool's name. {@code DETAIL}: a shell call by category, {@code Bash:Version Control},
     * and an MCP tool as {@code mcp:server:tool}. {@code INTENT}: what the call was for.
     */
    public enum ActivityBy {
        TOOL(Step.Use::tool, false),
        DETAIL(use -> mcp(use.tool()), true),
        INTENT(ActivityBy::intent, false);

        private final Function<Step.Use, String> name;
        private final boolean isByCategory;

        ActivityBy(Function<Step.Use, String> name, boolean isByCategory) {
            this.name = name;
            this.isByCategory = isByCategory;
        }

        public String nameOf(Step step) {
            var category = step.result().bashCategory();
            return isByCategory && category != null
                    ? step.use().tool() + ":" + category.label()
                    : name.apply(step.use());
        }

        /** In turns of earlier builds, that of the tool's name. */
        private static String intent(Step.Use use) {
            return use.intent() == null ? Intent.of(use.tool()) : use.intent();
        }

        private static String mcp(String tool) {
            var mcp = McpTool.of(tool);
            return mcp == null || mcp.name().isEmpty() ? tool : "mcp:" + mcp.server() + ":" + mcp.name();
        }
    }
}
