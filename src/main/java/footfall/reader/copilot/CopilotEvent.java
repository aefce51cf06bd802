package footfall.reader.copilot;

import footfall.line.AgentEvent;
import footfall.line.Permission;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.Trigger;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import java.util.List;

/**
 * What one line of a Copilot session says, read from the line alone. The envelope has the event's ID ({@code uuid}),
 * that of the event before it ({@code parentUuid}) and the agent whose trail the line is in.
 */
public record CopilotEvent(Fact fact) implements AgentEvent {

    @Override
    public boolean isPrompt() {
        return fact instanceof Prompt || fact instanceof Notification;
    }

    @Override
    public boolean isFailure() {
        return fact instanceof Failure;
    }

    /** One kind of line each. Absent components are null. */
    public sealed interface Fact {
        <R> R match(Cases<R> cases);
    }

    /** {@code session.start}, or {@code session.resume}: the session goes on. {@code model}: null for {@code auto}. */
    public record Begin(boolean isResume, String model) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.begin(this);
        }
    }

    /** The model of the requests after it; never {@code auto}. */
    public record Model(String model) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.model(this);
        }
    }

    /** {@code session.info}: the conversation was rewound. */
    public record Rewind() implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.rewind(this);
        }
    }

    /** {@code session.error}: a request failed. */
    public record Failure() implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.failure(this);
        }
    }

    /**
     * A prompt; its ID is that of the event. {@code mayBeReason}: queued and without a source, as the reason of a Stop
     * hook that blocks, which comes right after the {@link HookEnd}.
     */
    public record Prompt(Trigger trigger, boolean mayBeReason, int chars, UserTextKind says) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.prompt(this);
        }
    }

    /** {@code assistant.turn_start} or {@code assistant.turn_end}, which are around one request to the model. */
    public record Request(boolean isEnd) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.request(this);
        }
    }

    /**
     * {@code assistant.message}. {@code id}: calls of one message ran side by side. {@code apiCall}: the chunks of one
     * request have the same. {@code model}: null for a message that the runtime itself wrote. {@code answers}: the
     * prompt, null for such a message and in older versions. {@code output}: tokens, -1 when absent. Without calls the
     * turn ends.
     */
    public record Message(String id, String apiCall, String model, String answers, long output, List<ToolUse> calls)
            implements Fact {
        public Message {
            calls = List.copyOf(calls);
        }

        public Message with(List<ToolUse> others) {
            return new Message(id, apiCall, model, answers, output, others);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.message(this);
        }
    }

    /** {@code system.notification}: what the runtime tells the model of a command or an agent in the background. */
    public record Notification(int chars, UserTextKind says) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.notification(this);
        }
    }

    /** {@code permission.requested}: a call waits for the person. */
    public record Question(String toolUseId) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.question(this);
        }
    }

    /** {@code permission.completed}. {@code by}: the answer of a person; null when another decided. */
    public record Reply(String toolUseId, Permission by) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.reply(this);
        }
    }

    /** {@code tool.execution_start}: a call of a message starts to run. */
    public record CallStart(String toolUseId) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.callStart(this);
        }
    }

    /** {@code tool.execution_complete}, except of a command that the user ran. */
    public record Result(ToolResult result) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.result(this);
        }
    }

    /** {@code subagent.started}, in the main trail: a call runs the subagent. */
    public record AgentStart(String toolUseId, String agent, String name) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.agentStart(this);
        }
    }

    /** {@code subagent.completed} or {@code subagent.failed}, in the subagent's trail. */
    public record AgentEnd(long durationMs) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.agentEnd(this);
        }
    }

    /** {@code abort}. */
    public record Abort() implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.abort(this);
        }
    }

    /** {@code hook.start} of a Stop hook. */
    public record HookStart() implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.hookStart(this);
        }
    }

    /** {@code hook.end} of a Stop hook. {@code blocks}: the agent goes on; a prompt with the reason follows. */
    public record HookEnd(boolean blocks) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.hookEnd(this);
        }
    }

    /** {@code session.task_complete} with success: autopilot ended. */
    public record TaskEnd() implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.taskEnd(this);
        }
    }

    /** {@code session.usage_record}: tokens of one request. From the first one on, those of messages do not count. */
    public record Record(ModelTokens tokens) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.record(this);
        }
    }

    /** {@code session.compaction_complete}, unless it failed. {@code tokens}: in no other count; null when absent. */
    public record Compaction(ModelTokens tokens) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.compaction(this);
        }
    }

    /** {@code session.usage_checkpoint}. {@code nanoAiu}: the credits of the session so far. */
    public record Checkpoint(long nanoAiu) implements Fact {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.checkpoint(this);
        }
    }

    /** {@code session.shutdown}. {@code totals}: the counters of each model. */
    public record Shutdown(long nanoAiu, List<ModelTokens> totals) implements Fact {
        public Shutdown {
            totals = List.copyOf(totals);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.shutdown(this);
        }
    }

    /** Tokens of a model, null when the line does not name it. {@code used}: its input is without cached tokens. */
    public record ModelTokens(String model, Usage used, long requests) {}

    /** One method per kind of line. */
    public interface Cases<R> {
        R begin(Begin fact);

        R model(Model fact);

        R rewind(Rewind fact);

        R failure(Failure fact);

        R prompt(Prompt fact);

        R request(Request fact);

        R message(Message fact);

        R notification(Notification fact);

        R question(Question fact);

        R reply(Reply fact);

        R callStart(CallStart fact);

        R result(Result fact);

        R agentStart(AgentStart fact);

        R agentEnd(AgentEnd fact);

        R abort(Abort fact);

        R hookStart(HookStart fact);

        R hookEnd(HookEnd fact);

        R taskEnd(TaskEnd fact);

        R record(Record fact);

        R compaction(Compaction fact);

        R checkpoint(Checkpoint fact);

        R shutdown(Shutdown fact);
    }
}
