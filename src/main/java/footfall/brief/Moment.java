package footfall.brief;

import footfall.line.Usage;

/** The content of one transcript line for a brief, decoded. Absent texts are null. */
public sealed interface Moment {
    <R> R match(Cases<R> cases);

    /** A turn starts; comes before its prompt. */
    record Started() implements Moment {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.started(this);
        }
    }

    /** A text of the user; {@code text} is null for a turn without a prompt. */
    record Prompt(String text) implements Moment {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.prompt(this);
        }
    }

    /** A call with its input as formatted JSON. {@code id} is null for a call that gets no result. */
    record Request(String tool, String id, String input) implements Moment {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.request(this);
        }
    }

    /** A result; {@code tool} is null when only the call names it; {@code text} is already cut. */
    record Result(String id, String tool, Ending ending, String text) implements Moment {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.result(this);
        }
    }

    /** The outcome of a call. */
    enum Ending {
        OK,
        FAILED,
        DENIED
    }

    /** A part of the model's answer; parts of messages without an ID are counted individually. */
    record Saying(String messageId, String text, Usage usage) implements Moment {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.saying(this);
        }
    }

    /** A complete answer. */
    record Completed(String text, long inputTokens, long outputTokens) implements Moment {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.completed(this);
        }
    }

    /** The turn ended; its text is the answer. */
    record Ended() implements Moment {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.ended(this);
        }
    }

    /** The user interrupted the model. */
    record Interrupted(String text) implements Moment {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.interrupted(this);
        }
    }

    /** Any other block: its head without the turn, and its body, null for none. */
    record Note(String head, String body) implements Moment {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.note(this);
        }
    }

    /**
     * A subagent starts or ends. {@code name} is set only at the start; {@code head} ends before the name,
     * {@code tail} follows it. {@code id} is null when absent.
     */
    record Agent(String id, String name, String head, String tail, String body) implements Moment {
        @Override
        public <R> R match(Cases<R> cases) {
            return cases.agent(this);
        }
    }

    /** A visitor with one method per case. */
    interface Cases<R> {
        R started(Started moment);

        R prompt(Prompt moment);

        R request(Request moment);

        R result(Result moment);

        R saying(Saying moment);

        R completed(Completed moment);

        R ended(Ended moment);

        R interrupted(Interrupted moment);

        R note(Note moment);

        R agent(Agent moment);
    }
}
