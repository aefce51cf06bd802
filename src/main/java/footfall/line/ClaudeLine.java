package footfall.line;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;

/** Classifies a draft of the claude dialect, in the order of tests of {@code spec/transcripts.md}. */
final class ClaudeLine {
  private static final String SIDECHAIN = "sidechain";

  private final Draft draft;
  private final Source source;
  private final Envelope envelope;

  private ClaudeLine(Draft draft, Source source) {
    this.draft = draft;
    this.source = source;
    this.envelope = envelope(draft, source);
  }

  static Line of(Draft draft, Source source) {
    return new ClaudeLine(draft, source).classified();
  }

  private Line classified() {
    return switch (draft.type == null ? "" : draft.type) {
      case "assistant" -> assistant();
      case "user" -> user();
      case "system" -> system();
      case "result" -> new Line.TurnDuration(envelope, 0);
      case "progress" -> progress();
      default -> nothing(draft.subtype);
    };
  }

  private Line nothing(String detail) {
    var type = draft.type == null ? "untyped" : draft.type;
    return new Line.Nothing(envelope, Ids.bounded(detail == null ? type : type + "/" + detail));
  }

  private Line system() {
    return switch (draft.subtype == null ? "" : draft.subtype) {
      case "stop_hook_summary" -> new Line.Stop(envelope);
      case "turn_duration" -> new Line.TurnDuration(envelope, draft.durationMs);
      case "compact_boundary" -> new Line.Compaction(envelope);
      case "init" -> new Line.Prompt(envelope, Trigger.UNKNOWN, 0, UserSays.NOTHING);
      default -> nothing(draft.subtype);
    };
  }

  private Line progress() {
    if ("agent_progress".equals(draft.dataType) && draft.dataAgent != null && draft.parentToolUseId != null) {
      return new Line.SubagentLink(envelope, Ids.bounded(draft.parentToolUseId), Ids.bounded(
          draft.dataAgent));
    }
    return nothing(draft.dataType);
  }

  private Line assistant() {
    var uses = new ArrayList<ToolUse>(1);
    for (var block : draft.content.blocks()) {
      if ("tool_use".equals(block.type) && block.name != null) {
        uses.add(toolUse(block));
      }
    }
    var message =
        new Line.Message(
            Ids.boundedOrNull(draft.messageId),
            Ids.boundedOrNull(draft.model),
            Ids.boundedOrNull(draft.stopReason),
            draft.usage);
    return new Line.Assistant(envelope, message, uses);
  }

  private ToolUse toolUse(Block block) {
    boolean runsAgent = ToolUse.runsAgent(block.name);
    var subagentType = runsAgent ? Ids.boundedOrNull(inputText(block, "subagent_type", null)) : null;
    if (source.redacted()) {
      var words = block.derived;
      return new ToolUse(block.id, block.name, words.bashCategory(), words.fileExtension(), words
          .inputBytes(), subagentType);
    }
    var bash = Shell.is(block.name) ? inputText(block, "command", null) : null;
    var path = FileExtension.isFileTool(block.name) ? inputText(block, "file_path", "notebook_path") : null;
    return new ToolUse(
        block.id,
        block.name,
        bash == null ? null : BashCategory.of(bash),
        path == null ? null : FileExtension.of(path),
        block.inputStart < 0 ? 0 : block.inputEnd - block.inputStart,
        subagentType);
  }

  private String inputText(Block block, String field, String orField) {
    return block.inputStart < 0 ? null : Json.textOf(block.input(draft.raw), field, orField);
  }

  private Line user() {
    var content = draft.content;
    if (content.has("tool_result")) {
      return toolResults();
    }
    var text = draft.text();
    boolean image = content.has("image");
    if (text.isEmpty() && !image) {
      return nothing("blank");
    }
    int chars = chars(text);
    var says = UserSays.of(text, chars);
    if (draft.isInjected()) {
      return new Line.UserText(envelope, chars, says);
    }
    return switch (UserKind.of(text, draft.originKind)) {
      case INTERRUPT -> new Line.Interrupt(envelope);
      case LOCAL_NOISE -> new Line.UserText(envelope, chars, says);
      case COMMAND -> new Line.Prompt(envelope, Trigger.COMMAND, chars, says);
      case NOTIFICATION -> new Line.Prompt(envelope, Trigger.NOTIFICATION, chars, says);
      case TEAMMATE -> new Line.Prompt(envelope, Trigger.TEAMMATE, chars, says);
      case HUMAN -> new Line.Prompt(envelope, Trigger.HUMAN, chars, says);
    };
  }

  private Line toolResults() {
    var results = new ArrayList<ToolResult>(1);
    for (var block : draft.content.blocks()) {
      if ("tool_result".equals(block.type)) {
        results.add(toolResult(block));
      }
    }
    int chars = chars(draft.text());
    var says = UserSays.of(draft.text(), chars);
    return new Line.ToolResults(envelope, results, Ids.boundedOrNull(draft.resultAgent), chars, says);
  }

  private int chars(String text) {
    return source.redacted() ? draft.derived.chars() : text.codePointCount(0, text.length());
  }

  private ToolResult toolResult(Block block) {
    var error = block.error ? blockText(block) : null;
    if (source.redacted()) {
      var words = block.derived;
      var outcome = words.outcome() != null ? words.outcome() : block.error ? Outcome.ERROR : Outcome.OK;
      var verdict = words.category() == null ? null : new ToolResult.Verdict(words.category(), words
          .subject());
      return new ToolResult(block.toolUseId, outcome, error, words.resultBytes(), verdict);
    }
    var outcome = error == null ? Outcome.OK : Outcome.ofError(error);
    long bytes = block.contentStart < 0 ? 0 : block.contentEnd - block.contentStart;
    return new ToolResult(block.toolUseId, outcome, error, bytes, null);
  }

  private String blockText(Block block) {
    if (block.contentStart < 0) {
      return "";
    }
    int from = draft.raw.from() + block.contentStart;
    var part = new Bytes(draft.raw.array(), from, draft.raw.from() + block.contentEnd);
    try (var json = LineParser.JSON.createParser(part.array(), from, part.length())) {
      json.nextToken();
      return Content.read(json, part).text(part);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static Envelope envelope(Draft draft, Source source) {
    return new Envelope(
        draft.session == null ? source.session() : new SessionId(draft.session),
        agent(draft, source),
        Timestamp.instant(draft.timestamp),
        Ids.boundedOrNull(draft.uuid),
        Ids.boundedOrNull(draft.parentUuid),
        Ids.boundedOrNull(draft.promptId),
        Ids.boundedOrNull(draft.version),
        project(draft.cwd));
  }

  private static String agent(Draft draft, Source source) {
    if (source.agent() != null) {
      return source.agent();
    }
    if (draft.sidechainOf != null) {
      return Ids.bounded(draft.sidechainOf);
    }
    if (!draft.sidechain) {
      return null;
    }
    return draft.agent == null ? SIDECHAIN : Ids.bounded(draft.agent);
  }

  private static String project(String cwd) {
    if (cwd == null) {
      return null;
    }
    int to = cwd.length();
    while (to > 0 && isSeparator(cwd.charAt(to - 1))) {
      to--;
    }
    int from = to;
    while (from > 0 && !isSeparator(cwd.charAt(from - 1))) {
      from--;
    }
    var name = cwd.substring(from, to);
    return name.isBlank() ? null : Ids.bounded(name);
  }

  private static boolean isSeparator(char c) {
    return c == '/' || c == '\\';
  }
}
