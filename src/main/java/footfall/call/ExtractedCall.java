package footfall.call;

import static footfall.call.UsageColumn.*;

import footfall.line.FileExtension;
import footfall.line.FirstText;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Shell;
import footfall.line.ToolUse;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * An extracted call: its cells, its patterns, and the permission rules that match it (none for qbit, which
 * has no such rules). {@code kind}: the tool with the first word of its command or the extension of its file;
 * {@code value}: the tool with its whole subject, 200 characters; {@code path} is set for calls on one file,
 * else null.
 */
public record ExtractedCall(
        ToolUse use, Map<UsageColumn, String> cells, String kind, String value, String path, Rules rules) {
    static final int VALUE_MAX = 200;

    /** The rules that match an input, and whether the agent has rules of this syntax. */
    record Rules(List<String> ofInput, boolean isKnown) {}

    static List<ExtractedCall> of(Line line, LineDetails details, int previewLength) {
        var uses = line.shown();
        if (uses.isEmpty()) {
            return List.of();
        }
        var calls = new ArrayList<ExtractedCall>(1);
        for (var part : details.parts()) {
            if (part.kind().equals("tool_use")) {
                var use = uses.get(calls.size());
                calls.add(of(use, part, details, previewLength));
            }
        }
        return calls;
    }

    private static ExtractedCall of(ToolUse use, LineDetails.Part part, LineDetails details, int previewLength) {
        var spelled = CallNormalizer.of(details, use, part);
        var input = spelled.input();
        EnumMap<UsageColumn, String> cells = UsageCells.of(spelled, part.inputJson(), previewLength);
        var detail = CallDetail.of(use, part, spelled).detail();
        var path = FileExtension.isFileTool(spelled.tool())
                ? input.getOrDefault("file_path", input.get("notebook_path"))
                : null;
        return new ExtractedCall(
                use,
                cells,
                use.tool() + kind(spelled.tool(), input.get("command"), path),
                use.tool() + " " + Words.cut(detail, VALUE_MAX),
                path,
                new Rules(
                        PermissionRuleFinder.call(use.tool(), input),
                        details.dialect().hasPermissionRules()));
    }

    private static String kind(String tool, String command, String path) {
        if (Shell.is(tool) && command != null) {
            return " " + Words.cut(Words.first(command), VALUE_MAX);
        }
        return path == null ? "" : " " + FileExtension.of(path);
    }

    /** The permission rules that match the call, in a project with folder {@code root}. */
    List<String> rules(String root) {
        if (!rules.isKnown()) {
            return List.of();
        }
        return path == null ? rules.ofInput() : PermissionRuleFinder.file(use.tool(), path, root);
    }

    /** The cells of a call's input, by the columns of its tool; for other tools the raw input. */
    private static final class UsageCells {
        private static final int TODOS_MAX = 100;
        private static final int LIST_TEXT_MAX = 20_000;

        private final Map<String, String> input;
        private final int previewLength;
        private final EnumMap<UsageColumn, String> cells = new EnumMap<>(UsageColumn.class);
        private boolean isKnown;

        private UsageCells(Map<String, String> input, int previewLength) {
            this.input = input;
            this.previewLength = previewLength;
        }

        /** {@code json}: the raw input; a {@code previewLength} of 0 disables previews. */
        static EnumMap<UsageColumn, String> of(NormalizedCall call, String json, int previewLength) {
            var input = call.input();
            var made = new UsageCells(input, previewLength);
            made.fill(call.tool());
            if (!made.isKnown && !input.isEmpty() || input.isEmpty() && json.length() > 2) {
                made.cells.put(RAW_INPUT_JSON, json);
            }
            return made.cells;
        }

        private void fill(String tool) {
            switch (tool) {
                case Shell.TOOL ->
                    of(BASH_COMMAND, "command")
                            .of(BASH_DESCRIPTION, "description")
                            .of(BASH_TIMEOUT, "timeout");
                case "Read" ->
                    of(READ_FILE_PATH, "file_path")
                            .of(READ_OFFSET, "offset")
                            .of(READ_LIMIT, "limit")
                            .of(READ_PAGES, "pages");
                case "Write" -> write();
                case "Edit" ->
                    of(EDIT_FILE_PATH, "file_path")
                            .preview(EDIT_OLD_STRING_PREVIEW, input.get("old_string"))
                            .preview(EDIT_NEW_STRING_PREVIEW, input.get("new_string"))
                            .of(EDIT_REPLACE_ALL, "replace_all");
                case "Grep" -> grep();
                case "Glob" -> of(GLOB_PATTERN, "pattern").of(GLOB_PATH, "path");
                case "Task", "Agent" ->
                    of(TASK_SUBJECT, "description")
                            .preview(TASK_DESCRIPTION_PREVIEW, input.get("prompt"))
                            .of(TASK_OPERATION, "subagent_type");
                case "TaskCreate", "TaskUpdate", "TaskList", "TaskGet", "TaskOutput" -> task(tool);
                case "TodoWrite" ->
                    preview(
                            TODO_CONTENT_PREVIEW,
                            input.get("todos") == null
                                    ? null
                                    : String.join("; ", FirstText.all(input.get("todos"), "content", TODOS_MAX)));
                case "Skill" -> of(SKILL_NAME, input.containsKey("skill") ? "skill" : "command");
                case "WebSearch" -> of(WEBSEARCH_QUERY, "query");
                case "AskUserQuestion" ->
                    preview(ASK_QUESTION_PREVIEW, FirstText.in(input.get("questions"), "question"));
                default -> {}
            }
        }

        private void write() {
            var content = input.get("content");
            of(WRITE_FILE_PATH, "file_path").preview(WRITE_CONTENT_PREVIEW, content);
            if (content != null) {
                cells.put(WRITE_CONTENT_LENGTH, String.valueOf(content.codePointCount(0, content.length())));
            }
        }

        private void grep() {
            of(GREP_PATTERN, "pattern")
                    .of(GREP_PATH, "path")
                    .of(GREP_OUTPUT_MODE, "output_mode")
                    .of(GREP_GLOB, "glob")
                    .of(GREP_TYPE, "type");
            var flags = new StringBuilder();
            input.forEach((key, value) -> {
                boolean isFlag = key.startsWith("-") || key.equals("multiline") || key.equals("head_limit");
                if (isFlag && !value.equals("false") && flags.length() < LIST_TEXT_MAX) {
                    flags.append(flags.isEmpty() ? "" : " ")
                            .append(key)
                            .append(value.equals("true") ? "" : "=" + value);
                }
            });
            if (!flags.isEmpty()) {
                isKnown = true;
                cells.put(GREP_FLAGS, flags.toString());
            }
        }

        private void task(String tool) {
            isKnown = true;
            cells.put(TASK_OPERATION, CallDetail.operation(tool));
            of(TASK_SUBJECT, "subject")
                    .preview(TASK_DESCRIPTION_PREVIEW, input.get("description"))
                    .of(TASK_ID, input.containsKey("taskId") ? "taskId" : "task_id")
                    .of(TASK_STATUS, "status");
        }

        private UsageCells of(UsageColumn column, String key) {
            var value = input.get(key);
            if (value != null && !value.equals("null")) {
                isKnown = true;
                cells.put(column, value);
            }
            return this;
        }

        private UsageCells preview(UsageColumn column, String text) {
            if (text != null) {
                isKnown = true; // Omitted without previews, because the raw input contains more than a preview.
                if (previewLength > 0) {
                    cells.put(column, Words.cut(text, previewLength));
                }
            }
            return this;
        }
    }
}
