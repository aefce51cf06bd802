package footfall.line;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Map;

/**
 * What a {@link CodexResolver} knows of a trail between lines. Every collection is bounded: the oldest element is
 * removed first. No collection is changed in place, so that copies share them. Files and tasks are hashes.
 */
final class CodexState implements Cloneable {
    /** The current turn, as the fold has it. */
    enum Phase {
        IDLE,
        PENDING,
        OPEN
    }

    private static final int ELEMENTS_MAX = 64;
    private static final Phase[] PHASES = Phase.values();

    // The trail.
    Phase phase = Phase.IDLE;
    boolean hasTurn;
    boolean hasHead;
    boolean hasRecords;
    boolean triggersTurn;
    long historyStart = -1;
    long group;
    /** That of the latest call since the last count; null for none. */
    Long countedGroup;

    Long total;
    String forkedFrom;
    String version;
    String model;

    /** The model of the latest work, whose tokens a count reports. */
    String workModel;

    /** The word of the service tier of requests; null for the standard one. */
    String tier;

    // The latest file.
    boolean hasTask;
    String task;
    private Hashes files = Hashes.NONE;
    private Hashes startedTasks = Hashes.NONE;
    /** Those without output, by the ID of their call: whether they made calls. */
    private Map<String, Boolean> scripts = Collections.emptyMap();

    // The current turn and the pending prompt.
    private Long promptTask;
    private Hashes turnTasks = Hashes.NONE;
    private Map<String, String> sessions = Collections.emptyMap();
    private Map<String, String> polls = Collections.emptyMap();

    CodexState copy() {
        try {
            return (CodexState) clone();
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Ends what a file ends when {@code file} is new to the trail. */
    void enter(FileId file) {
        long hash = Ids.hash(file.toString());
        if (files.contains(hash)) {
            return;
        }
        hasTask = false;
        task = null;
        group++;
        startedTasks = Hashes.NONE;
        scripts = Collections.emptyMap();
        sessions = Collections.emptyMap();
        files = files.with(hash, ELEMENTS_MAX);
    }

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
            sessions = Collections.emptyMap();
            polls = Collections.emptyMap();
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
        polls = StateBytes.with(polls, toolUseId, session, ELEMENTS_MAX);
    }

    /** The session that a call polls, once; null when it polls none. */
    String polled(String toolUseId) {
        var session = polls.get(toolUseId);
        polls = StateBytes.without(polls, toolUseId);
        return session;
    }

    void running(String session, String toolUseId) {
        sessions = StateBytes.with(sessions, session, toolUseId, ELEMENTS_MAX);
    }

    /** The call of a script ended, and so did its command. {@code session}: that a poll may name; null for none. */
    void ended(String session) {
        if (session != null) {
            sessions = StateBytes.with(sessions, Ids.bounded(session), "", ELEMENTS_MAX);
        }
    }

    /** The call that started a command of the current turn, once; empty if it has ended, null when there is none. */
    String exited(String session) {
        var call = sessions.get(session);
        sessions = StateBytes.without(sessions, session);
        return call;
    }

    void script(String toolUseId) {
        scripts = StateBytes.with(scripts, toolUseId, false, ELEMENTS_MAX);
    }

    /** Notes a call of the latest script without output, whose ID it returns; null when there is none. */
    String scriptCalled() {
        String latest = null;
        for (var script : scripts.keySet()) {
            latest = script;
        }
        if (latest != null && !scripts.get(latest)) {
            scripts = StateBytes.with(scripts, latest, true, ELEMENTS_MAX);
        }
        return latest;
    }

    /** Whether the output is of a script with calls, which is then over. */
    boolean endsScript(String toolUseId) {
        boolean isCalled = Boolean.TRUE.equals(scripts.get(toolUseId));
        scripts = StateBytes.without(scripts, toolUseId);
        return isCalled;
    }

    private static long hash(String task) {
        return task == null ? 0 : Ids.hash(task);
    }

    byte[] bytes() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeByte(phase.ordinal());
            for (boolean flag : new boolean[] {hasTurn, hasHead, hasRecords, triggersTurn, hasTask}) {
                out.writeBoolean(flag);
            }
            out.writeLong(historyStart);
            out.writeLong(group);
            StateBytes.write(out, total);
            StateBytes.write(out, promptTask);
            for (var text : new String[] {forkedFrom, version, model, workModel, tier, task}) {
                StateBytes.write(out, text);
            }
            files.write(out);
            startedTasks.write(out);
            turnTasks.write(out);
            StateBytes.writeFlags(out, scripts);
            StateBytes.write(out, sessions);
            StateBytes.write(out, polls);
            StateBytes.write(out, countedGroup);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    static CodexState of(byte[] bytes) {
        var state = new CodexState();
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            state.phase = PHASES[in.readUnsignedByte()];
            state.hasTurn = in.readBoolean();
            state.hasHead = in.readBoolean();
            state.hasRecords = in.readBoolean();
            state.triggersTurn = in.readBoolean();
            state.hasTask = in.readBoolean();
            state.historyStart = in.readLong();
            state.group = in.readLong();
            state.total = StateBytes.number(in);
            state.promptTask = StateBytes.number(in);
            state.forkedFrom = StateBytes.text(in);
            state.version = StateBytes.text(in);
            state.model = StateBytes.text(in);
            state.workModel = StateBytes.text(in);
            state.tier = StateBytes.text(in);
            state.task = StateBytes.text(in);
            state.files = Hashes.read(in);
            state.startedTasks = Hashes.read(in);
            state.turnTasks = Hashes.read(in);
            state.scripts = StateBytes.flags(in);
            state.sessions = StateBytes.map(in);
            state.polls = StateBytes.map(in);
            state.countedGroup = StateBytes.number(in);
        } catch (IOException truncated) {
            throw new UncheckedIOException(truncated);
        }
        return state;
    }
}
