package footfall.line;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Selects the uuids that identify the owner of a turn: that of each prompt, and for turns without a prompt
 * that of the first Assistant line of a file and of the first after each compaction, because a fork may begin
 * at a compaction. The first session with a uuid claims it, but a prompt only until an answer says from which session
 * it was copied, or that it was not: then answers alone decide, because a fork may be read before its original. Expects
 * the lines of one file in order.
 */
public final class OwnerUuids {
    /** Prompts without an answer that are known, of which there are few: others stay claimed. */
    private static final int UNANSWERED_MAX = 64;

    private boolean awaitsAssistant;
    private final Map<String, String> unanswered;

    public OwnerUuids(State state) {
        this.awaitsAssistant = state.awaitsAssistant;
        this.unanswered = new HashMap<>(state.unanswered);
    }

    /**
     * At a place in a file. {@code awaitsAssistant}: the next Assistant line is selected. {@code unanswered}:
     * sessions by the uuid of a prompt that has no answer yet.
     */
    public record State(boolean awaitsAssistant, Map<String, String> unanswered) {
        public static final State BEGIN = new State(true, Map.of());

        public State {
            unanswered = Map.copyOf(unanswered);
        }
    }

    /** The role of a line. */
    public enum Role {
        PROMPT,
        ASSISTANT,
        COMPACTION,
        OTHER;

        public static Role of(Line line) {
            if (line instanceof Line.Prompt) {
                return PROMPT;
            } else if (line instanceof Line.Assistant) {
                return ASSISTANT;
            }
            return line instanceof Line.Compaction ? COMPACTION : OTHER;
        }
    }

    /**
     * Of one line. {@code asked}: its uuid if that may identify the owner of a turn, else null. {@code claimed}: those
     * that its session owns, unless another session owns them already; {@code released}: those that it does not own.
     */
    public record Uuids(String asked, List<String> claimed, List<String> released) {
        private static final Uuids NONE = new Uuids(null, List.of(), List.of());

        /** Whether the line has none. */
        public boolean isNone() {
            return asked == null && claimed.isEmpty() && released.isEmpty();
        }

        /** The session that owns the turn, if it is not {@code session}; else null. Then the index knows the line. */
        public String ownerOther(PromptIndex owners, String session) {
            var owner = owners.ownerOther(asked, session);
            claimed.forEach(uuid -> owners.claim(uuid, session));
            released.forEach(uuid -> owners.release(uuid, session));
            return owner;
        }
    }

    /** Knows owners by what lines of all files claimed. */
    public interface Owners {
        Owners NOBODY = (uuids, session) -> null;

        static Owners of(PromptIndex prompts) {
            return (uuids, session) -> uuids.ownerOther(prompts, session);
        }

        /** As {@link Uuids#ownerOther}; of lines in the order of their files. */
        String ownerOther(Uuids uuids, String session);
    }

    /** Those of the next line. */
    public Uuids next(Role role, Envelope line) {
        return switch (role) {
            case PROMPT -> prompt(line);
            case ASSISTANT -> answer(line);
            case COMPACTION -> {
                awaitsAssistant = true;
                yield Uuids.NONE;
            }
            case OTHER -> Uuids.NONE;
        };
    }

    private Uuids prompt(Envelope line) {
        if (line.uuid() == null) {
            return Uuids.NONE;
        }
        if (unanswered.size() < UNANSWERED_MAX) {
            unanswered.put(line.uuid(), line.session().value());
        }
        return new Uuids(line.uuid(), List.of(line.uuid()), List.of());
    }

    private Uuids answer(Envelope line) {
        var asked = awaitsAssistant ? line.uuid() : null;
        awaitsAssistant = false;
        if (asked == null && unanswered.isEmpty()) {
            return Uuids.NONE;
        }
        var answered = new ArrayList<String>(1);
        unanswered.entrySet().removeIf(prompt -> {
            boolean isAnswered = prompt.getValue().equals(line.session().value());
            if (isAnswered) {
                answered.add(prompt.getKey());
            }
            return isAnswered;
        });
        boolean saysOrigin = line.origin() != null;
        return new Uuids(
                asked, asked == null || saysOrigin ? List.of() : List.of(asked), saysOrigin ? answered : List.of());
    }

    public State state() {
        return new State(awaitsAssistant, unanswered);
    }
}
