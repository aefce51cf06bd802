package footfall.line;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a {@link CodexResolver} knows of a trail between lines. Every collection is bounded: the oldest element is
 * removed first. Files and tasks are hashes.
 */
final class CodexState {
    /** The current turn, as the fold has it. */
    enum Phase {
        IDLE,
        PENDING,
        OPEN
    }

    private static final int BYTES_VERSION = 2;
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

    // The latest file.
    boolean hasTask;
    String task;
    private final Set<Long> files = new LinkedHashSet<>();
    private final Set<Long> startedTasks = new LinkedHashSet<>();
    /** Those without output, by the ID of their call: whether they made calls. */
    private final Map<String, Boolean> scripts = new LinkedHashMap<>();

    // The current turn and the pending prompt.
    private Long promptTask;
    private final Set<Long> turnTasks = new LinkedHashSet<>();
    private final Map<String, String> sessions = new LinkedHashMap<>();
    private final Map<String, String> polls = new LinkedHashMap<>();

    /** Ends what a file ends when {@code file} is new to the trail. */
    void enter(FileId file) {
        long hash = Ids.hash(file.toString());
        if (files.contains(hash)) {
            return;
        }
        hasTask = false;
        task = null;
        group++;
        startedTasks.clear();
        scripts.clear();
        sessions.clear();
        StateBytes.add(files, hash, ELEMENTS_MAX);
    }

    void startTask(String id) {
        hasTask = true;
        task = Ids.boundedOrNull(id);
        StateBytes.add(startedTasks, hash(task), ELEMENTS_MAX);
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
            turnTasks.clear();
            sessions.clear();
            polls.clear();
            if (phase == Phase.PENDING && promptTask != null) {
                turnTasks.add(promptTask);
            }
            hasTurn = true;
        }
        phase = Phase.OPEN;
        workModel = model;
        if (hasTask) {
            StateBytes.add(turnTasks, hash(task), ELEMENTS_MAX);
        }
    }

    boolean opensTurn() {
        return phase == Phase.PENDING || !hasTurn;
    }

    void poll(String toolUseId, String session) {
        StateBytes.put(polls, toolUseId, session, ELEMENTS_MAX);
    }

    /** The session that a call polls, once; null when it polls none. */
    String polled(String toolUseId) {
        return polls.remove(toolUseId);
    }

    void running(String session, String toolUseId) {
        StateBytes.put(sessions, session, toolUseId, ELEMENTS_MAX);
    }

    /** The call that started a command of the current turn, once; null when there is none. */
    String exited(String session) {
        return sessions.remove(session);
    }

    void script(String toolUseId) {
        StateBytes.put(scripts, toolUseId, false, ELEMENTS_MAX);
    }

    /** Notes a call of the latest script without output, whose ID it returns; null when there is none. */
    String scriptCalled() {
        String latest = null;
        for (var script : scripts.keySet()) {
            latest = script;
        }
        if (latest != null) {
            scripts.put(latest, true);
        }
        return latest;
    }

    /** Whether the output is of a script with calls, which is then over. */
    boolean endsScript(String toolUseId) {
        return Boolean.TRUE.equals(scripts.remove(toolUseId));
    }

    private static long hash(String task) {
        return task == null ? 0 : Ids.hash(task);
    }

    byte[] bytes() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeByte(BYTES_VERSION);
            out.writeByte(phase.ordinal());
            for (boolean flag : new boolean[] {hasTurn, hasHead, hasRecords, triggersTurn, hasTask}) {
                out.writeBoolean(flag);
            }
            out.writeLong(historyStart);
            out.writeLong(group);
            StateBytes.write(out, total);
            StateBytes.write(out, promptTask);
            for (var text : new String[] {forkedFrom, version, model, workModel, task}) {
                StateBytes.write(out, text);
            }
            StateBytes.write(out, files);
            StateBytes.write(out, startedTasks);
            StateBytes.write(out, turnTasks);
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
            int version = in.readUnsignedByte();
            if (version < 1 || version > BYTES_VERSION) {
                throw new IllegalArgumentException("the state of a codex trail has the unknown version " + version);
            }
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
            state.task = StateBytes.text(in);
            StateBytes.read(in, state.files);
            StateBytes.read(in, state.startedTasks);
            StateBytes.read(in, state.turnTasks);
            StateBytes.readFlags(in, state.scripts);
            StateBytes.read(in, state.sessions);
            StateBytes.read(in, state.polls);
            state.countedGroup = version > 1 ? StateBytes.number(in) : null;
        } catch (IOException truncated) {
            throw new UncheckedIOException(truncated);
        }
        return state;
    }
}
