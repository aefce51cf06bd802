package footfall.line;

import java.util.List;
import java.util.Objects;

/**
 * One transcript line, classified. Absent components are null. What a later version of an agent adds is
 * {@link Nothing}: counted, never an error.
 */
public sealed interface Line {
  Envelope envelope();

  <R> R match(Cases<R> cases);

  /** A line that may open a turn. {@code chars}: length of its trimmed text in code points. */
  record Prompt(Envelope envelope, Trigger trigger, int chars, UserTextKind says) implements Line {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.prompt(this);
    }
  }

  /** A line of the model, API errors and {@code <synthetic>} ones too. */
  record Assistant(Envelope envelope, Message message, List<ToolUse> toolUses) implements Line {
    public Assistant {
      Objects.requireNonNull(message, "message is null");
      toolUses = List.copyOf(toolUses);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.assistant(this);
    }
  }

  /** The API message that an assistant line belongs to. */
  record Message(String id, String model, String stopReason, Usage usage) {
    public boolean endsTurn() {
      return "end_turn".equals(stopReason);
    }
  }

  /** One block a result; {@code linkedAgent} is the subagent whose call the first of them answers. */
  record ToolResults(Envelope envelope, List<ToolResult> results, String linkedAgent, int chars,
      UserTextKind says) implements Line {
    public ToolResults {
      results = List.copyOf(results);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.toolResults(this);
    }
  }

  /** The user stopped the agent. */
  record Interrupt(Envelope envelope) implements Line {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.interrupt(this);
    }
  }

  /** A Stop hook ran. */
  record Stop(Envelope envelope) implements Line {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.stop(this);
    }
  }

  /**
   * The agent says how long the turn took. {@code answer}: what the model did last, where one line tells
   * both (qbit), else null; it comes first.
   */
  record TurnDuration(Envelope envelope, long durationMs, Message answer) implements Line {
    public TurnDuration(Envelope envelope, long durationMs) {
      this(envelope, durationMs, null);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.turnDuration(this);
    }
  }

  /** The conversation was compacted; file and session go on. */
  record Compaction(Envelope envelope) implements Line {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.compaction(this);
    }
  }

  /** A call of this session runs the subagent {@code linkedAgent}. */
  record SubagentLink(Envelope envelope, String toolUseId, String linkedAgent) implements Line {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.subagentLink(this);
    }
  }

  /**
   * A user line that is no event of a turn (injected, local noise), but that reports on a session may count.
   */
  record UserText(Envelope envelope, int chars, UserTextKind says) implements Line {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.userText(this);
    }
  }

  /** A line that means nothing to turns or sessions, counted by {@code kind}: its type and subtype. */
  record Nothing(Envelope envelope, String kind) implements Line {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.nothing(this);
    }
  }

  /** One answer for each case: a new one does not compile until every stage has decided. */
  interface Cases<R> {
    R prompt(Prompt line);

    R assistant(Assistant line);

    R toolResults(ToolResults line);

    R interrupt(Interrupt line);

    R stop(Stop line);

    R turnDuration(TurnDuration line);

    R compaction(Compaction line);

    R subagentLink(SubagentLink line);

    R userText(UserText line);

    R nothing(Nothing line);
  }
}
