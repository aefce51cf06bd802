package footfall.line;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What the bytes of an accepted line say beyond its {@link Line}: its flags, the shape of its content, and
 * its texts. Lent: good only as long as the bytes are. Content: nobody but the redactor and readers of local
 * files may ask.
 */
public final class Anatomy {
  private static final Set<String> KINDS = Set.of("text", "thinking", "image", "tool_use", "tool_result");

  private final Draft draft;

  Anatomy(Draft draft) {
    this.draft = draft;
  }

  /** The line's {@code type}, null without one. */
  public String type() {
    return draft.type;
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

    /** The JSON of a call's input, lent; null without one. */
    public Bytes input() {
      return block.inputStart < 0 ? null : block.input(raw);
    }

    /** A text that stands in a call's input under {@code key}; null without one. */
    public String inputText(String key) {
      return block.inputStart < 0 ? null : Json.textOf(input(), key, key);
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
