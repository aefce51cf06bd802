package footfall.call;

import footfall.line.Anatomy;
import footfall.line.FileExtension;
import footfall.line.Line;
import footfall.line.Shell;
import footfall.line.ToolUse;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One call as it is extracted: the cells that its input fills, the patterns that it belongs to, and the
 * permission rules that it falls under. {@code kind}: the tool with the first word of its command or the
 * extension of its file; {@code value}: the tool with the whole of it, 200 characters; {@code path} is
 * that of a call on one file, else null.
 */
public record UsedCall(ToolUse use, Map<UsageColumn, String> cells, String kind, String value, String path,
    List<String> rulesOfInput) {
  static final int VALUE_MAX = 200;

  static List<UsedCall> of(Line line, Anatomy anatomy, int previewLength) {
    if (!(line instanceof Line.Assistant assistant) || assistant.toolUses().isEmpty()) {
      return List.of();
    }
    var calls = new ArrayList<UsedCall>(1);
    for (var part : anatomy.parts()) {
      if (part.kind().equals("tool_use")) {
        calls.add(of(assistant.toolUses().get(calls.size()), part, previewLength));
      }
    }
    return calls;
  }

  private static UsedCall of(ToolUse use, Anatomy.Part part, int previewLength) {
    var input = part.inputFields();
    EnumMap<UsageColumn, String> cells = UsageCells.of(use.tool(), input, part.inputJson(), previewLength);
    var detail = CallDetail.of(use, part).detail();
    var path = FileExtension.isFileTool(use.tool())
        ? input.getOrDefault("file_path", input.get("notebook_path"))
        : null;
    return new UsedCall(
        use,
        cells,
        use.tool() + kind(use, input.get("command"), path),
        use.tool() + " " + Words.cut(detail, VALUE_MAX),
        path,
        RuleOf.call(use.tool(), input));
  }

  private static String kind(ToolUse use, String command, String path) {
    if (Shell.is(use.tool()) && command != null) {
      return " " + Words.cut(Words.first(command), VALUE_MAX);
    }
    return path == null ? "" : " " + FileExtension.of(path);
  }

  /** The permission rules that the call falls under, in a project whose folder is {@code root}. */
  List<String> rules(String root) {
    return path == null ? rulesOfInput : RuleOf.file(use.tool(), path, root);
  }
}
