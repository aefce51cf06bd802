package footfall.session;

import footfall.call.CallDetail;
import footfall.line.Line;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Links calls to the subagents they run, as in turns and summaries: an agent keeps its first call, even if a
 * later call names it. A call keeps the first data on its agent. Only the first {@code CALLS_MAX} are linked.
 */
final class AgentLinks {
    private static final int CALLS_MAX = 20_000;

    private final Map<String, CallDetail.Subagent> calls = new LinkedHashMap<>();
    private final Map<String, String> callByAgent = new LinkedHashMap<>();

    void add(ReportLine line) {
        for (var call : line.calls()) {
            if (call.subagent() != null && call.toolUseId() != null && calls.size() < CALLS_MAX) {
                calls.merge(call.toolUseId(), call.subagent(), AgentLinks::first);
            }
        }
        if (line.line() instanceof Line.SubagentLink link) {
            if (line.started() != null && calls.size() < CALLS_MAX) {
                calls.merge(link.toolUseId(), line.started(), AgentLinks::first);
            }
            link(link.toolUseId(), link.linkedAgent());
        } else if (line.line() instanceof Line.ToolResults results && results.linkedAgent() != null) {
            link(results.results().get(0).toolUseId(), results.linkedAgent());
        }
    }

    void link(String call, String agent) {
        if (call != null && callByAgent.size() < CALLS_MAX) {
            callByAgent.putIfAbsent(agent, call);
        }
    }

    private static CallDetail.Subagent first(CallDetail.Subagent first, CallDetail.Subagent later) {
        return new CallDetail.Subagent(
                first.type() == null ? later.type() : first.type(),
                first.description() == null ? later.description() : first.description());
    }

    /** The agents that calls run, in the order of the links. */
    List<String> agents() {
        return List.copyOf(callByAgent.keySet());
    }

    /** The description from the agent's call; in stream output an agent is identified by its call. */
    Optional<CallDetail.Subagent> callOf(String agent) {
        return Optional.ofNullable(calls.get(callByAgent.getOrDefault(agent, agent)));
    }
}
