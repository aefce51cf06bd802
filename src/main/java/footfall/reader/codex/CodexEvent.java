package footfall.reader.codex;

import footfall.line.AgentEvent;
import footfall.line.RateLimits;
import footfall.line.Tier;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.Trigger;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import java.time.Instant;
import java.util.Set;

/**
 * What one line of a Codex rollout says. {@code ordinal}: of the paginated form, else -1. {@code thread}: the
 * payload's {@code thread_id}, null when absent. Everything is read from the line alone.
 */
public record CodexEvent(long ordinal, String thread, Fact fact) implements AgentEvent {

    @Override
    public boolean isPrompt() {
        return fact instanceof Prompt;
    }

    @Override
    public boolean isScript() {
        return fact instanceof Call call && call.isScript();
    }

    @Override
    public boolean isFailure() {
        return fact instanceof TaskEnd end && end.failed();
    }

    /** One kind of line each. Absent components are null. */
    public sealed interface Fact {
        <R> R match(Cases<R> cases);
    }

    /**
     * {@code session_meta}, or the first line of the bare form. {@code session}: the session of the trail, which
     * for a subagent is its root's. {@code historyStart}: lines with a lower ordinal are copied context, else -1.
     */
    public record Head(
            String thread, String session, boolean isSubagent, String forkedFrom, long historyStart, String version)
            implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.head(this);
        }
    }

    /** {@code turn_context}. {@code asksPerson}: it names no other reviewer of what needs approval. */
    public record Context(String model, boolean asksPerson) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.context(this);
        }
    }

    public record TaskStart(String task) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.taskStart(this);
        }
    }

    /** {@code task_complete} or {@code turn_aborted}. {@code failed}: it says an error. */
    public record TaskEnd(String task, long durationMs, boolean isAborted, boolean failed) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.taskEnd(this);
        }
    }

    /**
     * A prompt. {@code uuid}: its own ID; null: that of the open task. {@code trigger}: human or teammate. A
     * teammate's is a prompt only after a {@link Communication} that triggers a turn.
     */
    public record Prompt(Trigger trigger, String uuid, int chars, UserTextKind says) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.prompt(this);
        }
    }

    /** {@code inter_agent_communication_metadata}: whether the agent message after it is a prompt. */
    public record Communication(boolean triggersTurn) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.communication(this);
        }
    }

    /** An assistant message or reasoning. */
    public record Work(boolean endsTurn) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.work(this);
        }
    }

    /**
     * A call. {@code polls}: the session that {@code write_stdin} polls. {@code isScript}: code mode's {@code exec}.
     * {@code done}: the result of a call that has no output line ({@code web_search}). {@code needsApproval}: it asks
     * to run outside the sandbox.
     */
    public record Call(ToolUse use, String polls, boolean isScript, ToolResult done, boolean needsApproval)
            implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.call(this);
        }
    }

    /**
     * A result. {@code isOutput}: a {@code *_output} line, which ends a group of parallel calls; else an end event
     * or item. {@code result}: with outcome {@code PENDING} while the command still runs. {@code session}: of that
     * command. {@code exited}: the line reports an exit code. {@code agent}: the subagent that the call started.
     * {@code nested}: the call, where the line contains it and its ID says that a script made it. {@code ranMs}: how
     * long it ran without a question, null when unknown.
     */
    public record Result(
            boolean isOutput,
            ToolResult result,
            String session,
            boolean exited,
            String agent,
            Nested nested,
            Long ranMs)
            implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.result(this);
        }
    }

    /** A call of a script with its start; {@code startedAt} is null when the line does not name it. */
    public record Nested(ToolUse use, Instant startedAt) {}

    /** {@code SubAgentActivity}: a call started a subagent. It is no result of the call. */
    public record AgentStart(String toolUseId, String agent) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.agentStart(this);
        }
    }

    /**
     * {@code isRecord}: {@code token_usage_record}, whose {@code total} is null. {@code used}: of the last request,
     * null when absent. {@code total}: all numbers of the session's total, to compare with the one before; null
     * when the line has none. {@code response}: the ID of the request's response, null when absent. {@code tiers}: the
     * terms of the request, null where the line does not name them. {@code limits}: those of the subscription, null
     * when absent.
     */
    public record Count(Usage used, String total, boolean isRecord, String response, Set<Tier> tiers, RateLimits limits)
            implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.count(this);
        }
    }

    /** {@code thread_settings_applied}: the terms of the requests after it. */
    public record Settings(Set<Tier> tiers) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.settings(this);
        }
    }

    public record Compaction() implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.compaction(this);
        }
    }

    /** One method per kind of line. */
    public interface Cases<R> {
        R head(Head fact);

        R context(Context fact);

        R taskStart(TaskStart fact);

        R taskEnd(TaskEnd fact);

        R prompt(Prompt fact);

        R communication(Communication fact);

        R work(Work fact);

        R call(Call fact);

        R result(Result fact);

        R agentStart(AgentStart fact);

        R count(Count fact);

        R settings(Settings fact);

        R compaction(Compaction fact);
    }
}
