package footfall.line;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the bytes of an accepted line say beyond its {@link Line}: its flags, the shape of its content, and
 * its texts. Lent: good only as long as the bytes are. Content: nobody but the redactor and readers of local
 * files may ask.
 */
public final class Anatomy {
  private static final Set<String> KINDS = Set.of("text", "thinking", "image", "tool_use", "tool_result");

  private final Dialect dialect;
  private final Draft draft;

  Anatomy(Dialect dialect, Draft draft) {
    this.dialect = dialect;
    this.draft = draft;
  }

  public Dialect dialect() {
    return dialect;
  }

  Draft draft() {
    return draft;
  }

  /** The line's {@code type}, null without one. */
  public String type() {
    return draft.type;
  }

  /** Of a qbit event about a subagent: the agent's id, bounded; null without one. */
  public String agentId() {
    return Ids.boundedOrNull(draft.agent);
  }

  /** Of a qbit event about a subagent: the call that runs it, bounded; null without one. */
  public String parentRequestId() {
    return Ids.boundedOrNull(draft.parentToolUseId);
  }

  /** The JSON of the line, lent; what is glued behind its object may follow. */
  public Bytes json() {
    return draft.raw;
  }

  /** The line's moment as {@code Instant} would write it; null without one. */
  public String at() {
    return Timestamp.written(draft.timestamp, draft.at());
  }

  public boolean has(Flag flag) {
    return draft.has(flag);
  }

  /** The {@code kind} of the line's {@code origin}, null without one. */
  public String originKind() {
    return draft.originKind == null ? null : Ids.bounded(draft.originKind);
  }

  /** Whether the content is one string; else it is a list of blocks, or missing. */
  public boolean isString() {
    return draft.content.textStart() >= 0;
  }

  /** The content's text, trimmed: the string, or the text blocks joined by a newline. */
  public String text() {
    return draft.text();
  }

  /** Whether the text is that of an interrupt, whatever else the line says. */
  public boolean saysInterrupt() {
    return UserKind.of(text(), null) == UserKind.INTERRUPT;
  }

  /** The whole working directory, null without one. */
  public String cwd() {
    return draft.cwd;
  }

  public String slug() {
    return draft.textAt(draft.slugStart);
  }

  public String gitBranch() {
    return draft.textAt(draft.branchStart);
  }

  public String permissionMode() {
    return draft.textAt(draft.modeStart);
  }

  /** The {@code level} of the line's {@code thinkingMetadata}, null without one. */
  public String thinkingLevel() {
    return draft.textAt(draft.levelStart);
  }

  /** Blocks that no reader can use: how each is wrong, in order. */
  public List<String> oddBlocks() {
    var odd = new ArrayList<String>();
    for (var block : draft.content.blocks()) {
      if (block.type == null) {
        odd.add("a block without a type");
      } else if ("tool_use".equals(block.type) && block.name == null) {
        odd.add("a tool_use without a name");
      } else if (!KINDS.contains(block.type)) {
        odd.add("a block of the unknown type " + Ids.bounded(block.type));
      }
    }
    return odd;
  }

  /** The blocks of a kind that is known, in order: of the calls and results those that the line has too. */
  public List<Part> parts() {
    var parts = new ArrayList<Part>(draft.content.blocks().size());
    for (var block : draft.content.blocks()) {
      boolean isNamed = !"tool_use".equals(block.type) || block.name != null;
      if (block.type != null && KINDS.contains(block.type) && isNamed) {
        parts.add(new Part(block, draft.raw));
      }
    }
    return parts;
  }

  /** One block of the content. */
  public static final class Part {
    private final Block block;
    private final Bytes raw;

    private Part(Block block, Bytes raw) {
      this.block = block;
      this.raw = raw;
    }

    /** {@code text}, {@code thinking}, {@code image}, {@code tool_use} or {@code tool_result}. */
    public String kind() {
      return block.type;
    }

    /** What a text says; empty for one that says nothing, and for any other block. */
    public String text() {
      return block.textStart < 0 ? "" : LineParser.textAt(raw, block.textStart);
    }

    /** The tool that a call names, and a result of qbit too, bounded; null without one. */
    public String tool() {
      return Ids.boundedOrNull(block.name);
    }

    /** The JSON of a result's content, lent; null without one. */
    public Bytes content() {
      return block.contentStart < 0 ? null : block.content(raw);
    }

    /** The JSON of a call's input, lent, or of that which a result of qbit repeats; null without one. */
    public Bytes input() {
      return block.inputStart < 0 ? null : block.input(raw);
    }

    /** Where that input begins, in bytes from the beginning of the line's own object; -1 without one. */
    public int inputStart() {
      return block.inputStart;
    }

    /** The first code points of the JSON of a call's input, as it stands; empty without one. */
    public String inputJson(int charsMax) {
      return block.inputStart < 0 ? "" : LenientJson.beginning(input(), charsMax);
    }

    /** The JSON of a call's input, as it stands; empty without one. */
    public String inputJson() {
      return block.inputStart < 0 ? "" : input().toString();
    }

    /**
     * What stands in a call's input, by key in order: texts decoded, all else as its JSON; empty when the
     * input is no object.
     */
    public Map<String, String> inputFields() {
      return block.inputStart < 0 ? Map.of() : LenientJson.fieldsOf(input());
    }

    /** A text that stands in a call's input under {@code key}; null without one. */
    public String inputText(String key) {
      return block.inputStart < 0 ? null : LenientJson.textOf(input(), key, key);
    }

    /** Whether a result's content is one string. */
    public boolean isString() {
      return block.contentStart >= 0 && first() == '"';
    }

    /** Whether a result's content is a list. */
    public boolean isList() {
      return block.contentStart >= 0 && first() == '[';
    }

    private byte first() {
      return raw.array()[raw.from() + block.contentStart];
    }
  }
}
