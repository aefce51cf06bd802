package footfall.brief;

import footfall.line.Usage;
import java.util.function.UnaryOperator;

/** A piece of one transcript line, decoded, that is added to a brief later. Absent texts are null. */
public interface Moment {
    void addTo(Brief brief);

    /** Of moments with the same key, only the first is added; null for any. */
    default String key() {
        return null;
    }

    /** What the model says in it; null for any other moment. */
    default Saying saying() {
        return null;
    }

    /** {@code usage}: that of its request, null when the line has none. */
    record Saying(String messageId, String text, Usage usage) implements Moment {
        @Override
        public void addTo(Brief brief) {
            brief.saying(messageId, text, usage);
        }

        @Override
        public Saying saying() {
            return this;
        }
    }

    /** A moment that records may repeat. */
    static Moment once(String key, Moment moment) {
        return new Moment() {
            @Override
            public Saying saying() {
                return moment.saying();
            }

            @Override
            public void addTo(Brief brief) {
                moment.addTo(brief);
            }

            @Override
            public String key() {
                return key;
            }
        };
    }

    /** A turn starts; comes before its prompt. */
    static Moment started() {
        return Brief::started;
    }

    /** A text of the user; null for a turn without a prompt. */
    static Moment prompt(String text) {
        return brief -> brief.prompt(text);
    }

    /** A call with its input as formatted JSON. {@code id} is null for a call that gets no result. */
    static Moment request(String tool, String id, String input) {
        return brief -> brief.request(tool, id, input);
    }

    /** A result; {@code tool} is null when only the call names it; {@code text} is already cut. */
    static Moment result(String id, String tool, Brief.Ending ending, String text) {
        return brief -> brief.result(id, tool, ending, text);
    }

    /**
     * A part of the model's answer; parts of messages without an ID are counted individually. {@code usage}: null when
     * the line has none.
     */
    static Moment saying(String messageId, String text, Usage usage) {
        return new Saying(messageId, text, usage);
    }

    /** A complete answer. */
    static Moment completed(String text, long inputTokens, long outputTokens) {
        return new Moment() {
            @Override
            public void addTo(Brief brief) {
                brief.completed(text, inputTokens, outputTokens);
            }

            @Override
            public Saying saying() {
                return new Saying(null, text, null);
            }
        };
    }

    /** The turn ended; its text is the answer. */
    static Moment ended() {
        return Brief::end;
    }

    /** The user interrupted the model. {@code text}: what the user's line says, null when an event reports it. */
    static Moment interrupted(String text) {
        return brief -> brief.interrupted(text);
    }

    /** Any other block: its head without the turn, and its body, null for none. */
    static Moment note(String head, String body) {
        return brief -> brief.note(head, body);
    }

    /**
     * A subagent starts or ends. {@code name} is set only at the start, and {@code id} is null when absent;
     * {@code head} takes the name.
     */
    static Moment agent(String id, String name, UnaryOperator<String> head, String body) {
        return brief -> brief.agent(id, name, head, body);
    }
}
