package footfall.brief;

import footfall.line.Usage;

/** What one line of a transcript tells a summarizer, its texts decoded. Absent texts are null. */
public sealed interface Moment {
  <R> R match(Cases<R> cases);

  /** A turn begins before its prompt is told. */
  record Started() implements Moment {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.started(this);
    }
  }

  /** The user says something; {@code text} is null where a turn begins with nothing said. */
  record Prompt(String text) implements Moment {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.prompt(this);
    }
  }

  /** A call, its input as pretty JSON. {@code id} is null for one that nothing answers. */
  record Request(String tool, String id, String input) implements Moment {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.request(this);
    }
  }

  /** {@code tool} is null where only the call says it; {@code text} has been cut. */
  record Result(String id, String tool, Ending ending, String text) implements Moment {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.result(this);
    }
  }

  /** How a call ended. */
  enum Ending {
    OK,
    FAILED,
    DENIED
  }

  /** A part of the model's answer, told as it comes; messages without an id count alone. */
  record Saying(String messageId, String text, Usage usage) implements Moment {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.saying(this);
    }
  }

  /** The whole answer at once. */
  record Completed(String text, long inputTokens, long outputTokens) implements Moment {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.completed(this);
    }
  }

  /** The turn is over; what was said is the answer. */
  record Ended() implements Moment {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.ended(this);
    }
  }

  /** The user stopped the model. */
  record Interrupted(String text) implements Moment {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.interrupted(this);
    }
  }

  /** Anything else that stands as one block: its head without the turn, and its body, null for none. */
  record Note(String head, String body) implements Moment {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.note(this);
    }
  }

  /**
   * A subagent begins or ends. Only its beginning tells {@code name}, else null; {@code head} ends where the
   * name follows, {@code tail} is behind it. {@code id} is null where none is told.
   */
  record Agent(String id, String name, String head, String tail, String body) implements Moment {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.agent(this);
    }
  }

  /** One answer for each case. */
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
