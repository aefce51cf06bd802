package footfall.line;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What a {@link CopilotResolver} knows of a trail between lines. Of bounded size. Copies share the hashes. */
final class CopilotState implements Cloneable {

    private static final int SEEN_MAX = 1_000;

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
    private Hashes seen = Hashes.NONE;

    CopilotState copy() {
        try {
            return (CopilotState) clone();
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

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

    byte[] bytes() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            for (boolean flag : new boolean[] {isPending, isRunning, asksNothing, isBlocked, hasRecords}) {
                out.writeBoolean(flag);
            }
            for (var text : new String[] {version, model, group, recordGroup, tokenGroup}) {
                StateBytes.write(out, text);
            }
            StateBytes.write(out, message);
            StateBytes.write(out, request);
            out.writeLong(records);
            seen.writeMany(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    static CopilotState of(byte[] bytes) {
        var state = new CopilotState();
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            state.isPending = in.readBoolean();
            state.isRunning = in.readBoolean();
            state.asksNothing = in.readBoolean();
            state.isBlocked = in.readBoolean();
            state.hasRecords = in.readBoolean();
            state.version = StateBytes.text(in);
            state.model = StateBytes.text(in);
            state.group = StateBytes.text(in);
            state.recordGroup = StateBytes.text(in);
            state.tokenGroup = StateBytes.text(in);
            state.message = StateBytes.number(in);
            state.request = StateBytes.number(in);
            state.records = in.readLong();
            state.seen = Hashes.readMany(in);
        } catch (IOException truncated) {
            throw new UncheckedIOException(truncated);
        }
        return state;
    }
}
