package footfall.call;

import footfall.line.Anatomy;
import footfall.line.Shell;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A call by the names that reports know: the tools of claude and the fields of their inputs. Calls of qbit
 * that do the same thing are spelled alike; all others, and those of claude, stand as they are.
 */
record Spelled(String tool, Map<String, String> input, boolean isQbit) {
  private static final Map<String, String> TOOLS = Map.of(
      "run_pty_cmd", Shell.TOOL,
      "run_command", Shell.TOOL,
      "read_file", "Read",
      "write_file", "Write",
      "create_file", "Write",
      "edit_file", "Edit",
      "grep_file", "Grep",
      "list_files", "Glob",
      "web_search", "WebSearch");
  private static final Map<String, String> FILE = Map.of("path", "file_path", "old_text", "old_string",
      "new_text", "new_string", "line_start", "offset");

  /** {@code tool}: as the transcript names it. */
  static Spelled of(Anatomy anatomy, String tool, Map<String, String> input) {
    boolean isQbit = !"assistant".equals(anatomy.type()); // There a call is an event of its own.
    var known = isQbit ? TOOLS.get(tool) : null;
    if (known == null) {
      return new Spelled(tool, input, isQbit);
    }
    var spelled = new LinkedHashMap<String, String>();
    input.forEach((key, value) -> spelled.put(key(known, key), value));
    if (known.equals("Read")) {
      limit(input, spelled);
    }
    return new Spelled(known, spelled, true);
  }

  private static String key(String tool, String key) {
    return switch (tool) {
      case "Read", "Write", "Edit" -> FILE.getOrDefault(key, key);
      case "Grep" -> key.equals("include") ? "glob" : key;
      default -> key;
    };
  }

  /** Claude counts lines from the first, qbit names the last. */
  private static void limit(Map<String, String> input, Map<String, String> spelled) {
    var first = input.getOrDefault("line_start", "1");
    var last = input.getOrDefault("line_end", "");
    if (first.matches("\\d{1,9}") && last.matches("\\d{1,9}")) {
      spelled.put("limit", String.valueOf(Math.max(0, Integer.parseInt(last) - Integer.parseInt(first) + 1)));
    }
  }
}
