package footfall.reader.codex;

import footfall.line.BoundedMap;
import footfall.line.Hashes;
import footfall.line.Ids;
import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.line.ToolResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * What a {@link CodexResolver} knows of a trail between lines. Every collection is bounded: the oldest element is
 * removed first. Tasks are hashes.
 */
final class CodexState {
    /** The current turn, as the fold has it. */
    enum Phase {
        IDLE,
        PENDING,
        OPEN
    }

    private static final int ELEMENTS_MAX = 64;

    /**
     * A call that may stand at a question, and what its results tell of the answer. {@code needsApproval}: it asked for
     * it; else only a wait tells that somebody was asked.
     */
    static final class Question {
        /** A rule answers in some 30 ms. Some versions round the time that a command ran to seconds. */
        private static final long PERSON_MS_MIN = 1_500;

        private final Instant asked;
        private final boolean needsApproval;
        private Permission by;
        private long waitedMs;

        Question(Instant asked, boolean needsApproval) {
            this.asked = asked;
            this.needsApproval = needsApproval;
        }

        /** {@code ranMs}: how long the command ran; null when unknown. */
        ToolResult answered(ToolResult result, Instant at, Long ranMs) {
            boolean isRefused = result.outcome() == Outcome.REJECTED;
            if (by == null && asked != null && at != null && (ranMs != null || isRefused)) {
                long ran = ranMs == null ? 0 : ranMs;
                waitedMs = Math.max(0, Duration.between(asked, at).toMillis() - ran);
                by = waitedMs >= PERSON_MS_MIN ? Permission.USER_ONCE : needsApproval ? Permission.CONFIG : null;
            }
            if (isRefused) {
                return result.asked(Permission.USER, null, waitedMs);
            } else if (by == null || result.permission() != null) {
                return result;
            }
            return result.asked(by, null, by == Permission.CONFIG ? 0 : waitedMs);
        }
    }

    // The trail.
    Phase phase = Phase.IDLE;
    boolean hasTurn;
    boolean hasHead;
    boolean triggersTurn;
    long historyStart = -1;
    long group;
    /** That of the latest call since the last count; null for none. */
    Long countedGroup;

    final CodexCounts counts = new CodexCounts();
    String forkedFrom;
    String version;
    String project;
    String model;

    /** The model of the latest work, whose tokens a count reports. */
    String workModel;

    /** The word of the service tier of requests; null for the standard one. */
    String tier;

    /** Whether a person decides what needs approval. */
    boolean asksPerson = true;

    /** The latest calls that needed approval. */
    final Map<String, Question> questions = BoundedMap.evictingOldest(ELEMENTS_MAX);

    boolean hasTask;
    String task;
    private Hashes startedTasks = Hashes.NONE;
    /** Those without output, by the ID of their call: whether they made calls. */
    private final Map<String, Boolean> scripts = BoundedMap.evictingOldest(ELEMENTS_MAX);

    // The current turn and the pending prompt.
    private Long promptTask;
    private Hashes turnTasks = Hashes.NONE;
    private final Map<String, String> sessions = BoundedMap.evictingOldest(ELEMENTS_MAX);
    private final Map<String, String> polls = BoundedMap.evictingOldest(ELEMENTS_MAX);

    void startTask(String id) {
        hasTask = true;
        task = Ids.boundedOrNull(id);
        startedTasks = startedTasks.with(hash(task), ELEMENTS_MAX);
    }

    void endTask() {
        hasTask = false;
        task = null;
    }

    /** Whether the end of a task reports the duration of the current turn. */
    boolean isTaskOfTurn(String id) {
        long hash = hash(Ids.boundedOrNull(id));
        return turnTasks.contains(hash) || !startedTasks.contains(hash);
    }

    void prompt() {
        phase = Phase.PENDING;
        promptTask = hasTask ? hash(task) : null;
    }

    /** The model worked: opens a turn unless the current one continues. */
    void work() {
        if (opensTurn()) {
            turnTasks = Hashes.NONE;
            sessions.clear();
            polls.clear();
            if (phase == Phase.PENDING && promptTask != null) {
                turnTasks = turnTasks.with(promptTask, ELEMENTS_MAX);
            }
            hasTurn = true;
        }
        phase = Phase.OPEN;
        workModel = model;
        if (hasTask) {
            turnTasks = turnTasks.with(hash(task), ELEMENTS_MAX);
        }
    }

    boolean opensTurn() {
        return phase == Phase.PENDING || !hasTurn;
    }

    void poll(String toolUseId, String session) {
        put(polls, toolUseId, session);
    }

    /** The session that a call polls, once; null when it polls none. */
    String polled(String toolUseId) {
        return polls.remove(toolUseId);
    }

    void running(String session, String toolUseId) {
        put(sessions, session, toolUseId);
    }

    /** The call of a script ended, and so did its command. {@code session}: that a poll may name; null for none. */
    void ended(String session) {
        if (session != null) {
            put(sessions, Ids.bounded(session), "");
        }
    }

    /** The call that started a command of the current turn, once; empty if it has ended, null when there is none. */
    String exited(String session) {
        return sessions.remove(session);
    }

    void script(String toolUseId) {
        put(scripts, toolUseId, false);
    }

    /** Notes a call of the latest script without output, whose ID it returns; null when there is none. */
    String scriptCalled() {
        String latest = null;
        for (var script : scripts.keySet()) {
            latest = script;
        }
        if (latest != null && !scripts.get(latest)) {
            put(scripts, latest, true);
        }
        return latest;
    }

    /** Whether the output is of a script with calls, which is then over. */
    boolean endsScript(String toolUseId) {
        return Boolean.TRUE.equals(scripts.remove(toolUseId));
    }

    /** As the newest. */
    private static <V> void put(Map<String, V> all, String key, V value) {
        all.remove(key);
        all.put(key, value);
    }

    private static long hash(String task) {
        return task == null ? 0 : Ids.hash(task);
    }
}
