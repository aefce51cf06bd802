package footfall.reader.copilot;

import footfall.line.BoundedMap;
import footfall.line.Envelope;
import footfall.line.Hashes;
import footfall.line.Ids;
import footfall.line.Permission;
import java.time.Duration;
import java.util.Map;

/** What a {@link CopilotResolver} knows of a trail between lines. Of bounded size. */
final class CopilotState {

    private static final int SEEN_MAX = 1_000;
    private static final int CALLS_MAX = 64;
    private static final String READ = "read_";

    /** A prompt waits for the model. */
    boolean isPending;

    /** The model works on the current turn, or has asked for calls. */
    boolean isRunning;

    /** The latest message asks for no calls, or the task is complete. */
    boolean asksNothing;

    /** A Stop hook blocked: its reason follows as if it were a prompt. */
    boolean isBlocked;

    /** From the first {@code session.usage_record} on, the tokens of messages do not count. */
    boolean hasRecords;

    String version;
    String project;
    String model;

    /** The ID of the latest message as a hash, and the group of its calls, which ran side by side. */
    Long message;

    String group;

    /** The group of the calls that the latest record counts, until their message comes; null for none. */
    String recordGroup;

    /** The request of the latest message as a hash, and the group whose calls its tokens count for. */
    Long request;

    String tokenGroup;
    private long records;

    /** Whether messages name their model. */
    private boolean namesModels;

    /** Calls that Copilot made by itself, until their results. */
    final Map<String, Boolean> ownCalls = BoundedMap.evictingOldest(CALLS_MAX);

    /** The questions to the person, by call, until its result. */
    final Map<String, Question> questions = BoundedMap.evictingOldest(CALLS_MAX);

    /** The lines of a question and its answer, null where there is none; {@code by}: of a person, else null. */
    record Question(Envelope asked, Envelope answered, Permission by) {
        /** 0 where a line has no time. */
        long waitedMs() {
            return asked == null || asked.at() == null || answered.at() == null
                    ? 0
                    : Math.max(0, Duration.between(asked.at(), answered.at()).toMillis());
        }
    }

    private Hashes seen = Hashes.NONE;

    /** Whether the event is not a repetition of one of the latest events. */
    boolean isNew(String event) {
        if (event == null) {
            return true;
        }
        long hash = Ids.hash(event);
        var before = seen;
        seen = before.with(hash, SEEN_MAX);
        return seen != before;
    }

    /** Whether Copilot itself reads an output: its message has no model and answers nothing, where others have one. */
    boolean isOwn(CopilotEvent.Message said) {
        namesModels |= said.model() != null;
        return namesModels
                && said.answers() == null
                && said.model() == null
                && !said.calls().isEmpty()
                && said.calls().stream().allMatch(call -> call.tool().startsWith(READ));
    }

    void work() {
        isPending = false;
        isRunning = true;
        asksNothing = false;
        isBlocked = false;
    }

    /** Notes a record, and returns the group of the calls that it counts: those of the next message. */
    String record() {
        hasRecords = true;
        recordGroup = "r" + records;
        records++;
        return recordGroup;
    }

    /** Notes a message. The chunks of a request have a group each, but one for their tokens. */
    void message(CopilotEvent.Message said) {
        var id = hash(said.id());
        if (id == null || !id.equals(message)) {
            group = recordGroup == null ? Ids.boundedOrNull(said.id()) : recordGroup;
        }
        message = id;
        recordGroup = null;
        var call = hash(said.apiCall());
        if (call == null || !call.equals(request)) {
            tokenGroup = group;
        }
        request = call;
    }

    private static Long hash(String id) {
        return id == null ? null : Ids.hash(id);
    }
}
