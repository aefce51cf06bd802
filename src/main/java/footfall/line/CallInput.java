package footfall.line;

import footfall.scan.InvalidJson;
import footfall.scan.JsonScanner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * The fields of a call's input from which words are derived, in one pass that ends as early as possible. Of a
 * duplicate key, the first value counts.
 */
final class CallInput {
    private static final Set<String> SHELL_PROGRAMS = Set.of("sh", "bash", "zsh", "dash", "fish", "powershell", "pwsh");

    /** Fields of shells, of calls of subagents and of waiting that say how, and not what. */
    private static final Set<String> HOW = Set.of(
            "description",
            "explanation",
            "justification",
            "timeout",
            "timeout_ms",
            "yield_time_ms",
            "max_output_tokens",
            "block");

    /** Fields of edits: the text that is replaced, and that which is there then. */
    private static final Set<String> BEFORE = Set.of("old_string", "oldString", "old_str");

    private static final Set<String> AFTER =
            Set.of("new_string", "newString", "new_str", "new_source", "insert_text", "content", "file_text");

    private final String tool;
    private final TextLines texts;
    private final String intent;
    private final String[] paths = new String[Agents.PATH_FIELDS.size()];
    private String reportedPath;
    private String command;
    private String otherCommand;
    private List<String> patched = List.of();
    private Changes lines;
    private String before;
    private String after;
    private boolean isView;
    private String subagentType;
    private boolean part;
    private String print;

    private CallInput(String tool, TextLines texts) {
        this.tool = tool;
        this.texts = texts;
        this.intent = Intent.of(tool);
    }

    /** {@code field}: that of which {@code input} is the value, else null. {@code input}: JSON, null when absent. */
    static CallInput read(String tool, String field, Bytes input, TextLines texts) {
        var call = new CallInput(tool, texts);
        if (input != null) {
            var object = field == null ? LenientJson.objectIn(input) : input;
            if (call.isRead()) {
                call.read(field, input, object);
            }
            call.print(field, input, object);
        }
        return call;
    }

    private void print(String field, Bytes input, Bytes object) {
        if (!intent.equals(Intent.EDIT)) {
            long hash = object == null || field != null ? input.hash() : ofFields(object);
            print = hash == 0 ? null : HexFormat.of().toHexDigits(hash);
        }
    }

    /** In any order; 0 without a field, and for a file that is read whole. */
    private long ofFields(Bytes object) {
        boolean mayWait = Shell.runs(tool) || ToolUse.runsAgent(tool) || intent.equals(Intent.WAIT);
        long sum = 0;
        int fields = 0;
        var json = object.json();
        for (json.fields(); json.nextField(); ) {
            var name = json.name();
            int start = object.from() + json.start();
            if (!mayWait || !HOW.contains(name)) {
                long value = new Bytes(object.array(), start, object.from() + json.end()).hash();
                sum += Long.rotateLeft(value, 1) * (2L * name.hashCode() + 1);
                fields++;
            }
        }
        boolean isWhole = fields == 1 && intent.equals(Intent.READ) && target() != null;
        return fields == 0 || isWhole ? 0 : sum;
    }

    private void read(String field, Bytes input, Bytes object) {
        if (object == null) {
            patch(input);
            return;
        }
        var json = object.json();
        if (field != null) {
            field(field, json);
            return;
        }
        for (json.fields(); !isComplete() && json.nextField(); ) {
            field(json.name(), json);
        }
    }

    private boolean isRead() {
        return ToolUse.runsAgent(tool) || Shell.runs(tool) || hasTarget();
    }

    private boolean hasTarget() {
        return intent.equals(Intent.READ) || intent.equals(Intent.EDIT);
    }

    private boolean isComplete() {
        return command != null;
    }

    private void field(String name, JsonScanner json) {
        if (Shell.runs(tool)) {
            command(name, json);
        } else if (ToolUse.runsAgent(tool)) {
            subagentType = Agents.AGENT_TYPE_FIELDS.contains(name) && subagentType == null ? json.text() : subagentType;
        } else if (Agents.PATH_FIELDS.contains(name)) {
            path(name, json);
        } else if (tool.equals(Patch.TOOL)) {
            patched(name, json);
        } else if (intent.equals(Intent.EDIT)) {
            edited(name, json);
        } else if (Agents.PART_FIELDS.contains(name)) {
            part |= !json.isNull();
        }
    }

    private void command(String name, JsonScanner json) {
        if (name.equals("command")) {
            command = commandOf(json);
        } else if (name.equals(Agents.COMMAND_OBJECTS.get(tool))) {
            otherCommand = commandOf(json.in("command"));
        } else if (otherCommand == null && Agents.COMMAND_FIELDS.contains(name)) {
            otherCommand = commandOf(json);
        }
    }

    /** A string, or the strings of a list; null for anything else. */
    private static String commandOf(JsonScanner json) {
        if (!json.isList()) {
            return json.text();
        }
        var words = new ArrayList<String>();
        boolean isText = true;
        for (json.elements(); json.nextElement(); ) {
            isText &= json.isText();
            words.add(json.text());
        }
        return isText && !words.isEmpty() ? commandOf(words) : null;
    }

    /** The command of a JSON value; null when it has none. */
    static String commandOf(String json) {
        try {
            return commandOf(Bytes.of(json.getBytes(StandardCharsets.UTF_8)).json());
        } catch (InvalidJson noJson) {
            return null;
        }
    }

    /** The script of {@code bash -lc SCRIPT}; of other lists all words. */
    private static String commandOf(List<String> words) {
        int last = words.size() - 1;
        boolean isScript = last > 1
                && SHELL_PROGRAMS.contains(CommandIntent.baseName(words.get(0)))
                && words.subList(1, last).stream().anyMatch(word -> word.equals("-c") || word.equals("-lc"));
        return isScript ? words.get(last) : String.join(" ", words);
    }

    private void path(String name, JsonScanner json) {
        int place = Agents.PATH_FIELDS.indexOf(name);
        var path = json.text();
        if (path == null) {
            return;
        }
        boolean isReported = name.equals("file_path") || name.equals("notebook_path");
        reportedPath = reportedPath == null && isReported ? path : reportedPath;
        paths[place] = paths[place] == null && !path.isEmpty() ? path : paths[place];
    }

    /** A patch that is the whole input. */
    private void patch(Bytes input) {
        if (tool.equals(Patch.TOOL) && input.array()[input.from()] == '"') {
            patch(LineParser.textAt(input, 0));
        }
    }

    /** A patch in any field; {@code changes} has the files as keys. */
    private void patched(String name, JsonScanner json) {
        if (name.equals("changes") && json.isObject()) {
            var files = new ArrayList<String>();
            for (json.fields(); json.nextField(); ) {
                files.add(json.name());
                lines = Changes.sum(lines, ofFile(json));
            }
            patched = files;
        } else if (json.isText()) {
            patch(json.text());
        }
    }

    /** Null where the change of the file does not say its lines. */
    private Changes ofFile(JsonScanner json) {
        String type = null;
        String content = null;
        String diff = null;
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "type" -> type = json.text();
                case "content" -> content = json.text();
                case "unified_diff" -> diff = json.text();
                default -> {}
            }
        }
        if (diff != null) {
            return Patch.lines(diff);
        }
        boolean isDeleted = "delete".equals(type);
        return content == null ? null : texts.changed(isDeleted ? content : null, isDeleted ? null : content);
    }

    private void patch(String text) {
        var files = Patch.files(text);
        if (!files.isEmpty()) {
            patched = files;
            lines = Patch.lines(text);
        }
    }

    /** An edit, or the edits of a list. */
    private void edited(String name, JsonScanner json) {
        if (BEFORE.contains(name)) {
            before = json.text();
        } else if (AFTER.contains(name)) {
            after = json.text();
        } else if (name.equals("command")) {
            isView = "view".equals(json.text());
        } else if (name.equals("edits") && json.isList()) {
            for (json.elements(); json.nextElement(); ) {
                var edit = new CallInput(tool, texts);
                for (json.fields(); json.nextField(); ) {
                    edit.edited(json.name(), json);
                }
                lines = Changes.sum(lines, edit.lines());
            }
        }
    }

    private Changes lines() {
        return lines == null && (before != null || after != null) ? texts.changed(before, after) : lines;
    }

    /** What the call changes if it goes well; null for nothing. */
    Changes changes(CommandWords words) {
        if (Shell.runs(tool)) {
            return words == null ? null : CommandChanges.of(words);
        }
        var edited = lines();
        return !intent.equals(Intent.EDIT) || isView ? null : edited == null ? Changes.SOMETHING : edited;
    }

    /** The command of a shell; null when absent. */
    String command() {
        return command == null ? otherCommand : command;
    }

    /** The path whose extension reports show; null when absent. */
    String reportedPath() {
        if (Agents.FILE_TOOLS.contains(tool)) {
            return target() == null ? null : target().value();
        }
        return FileExtension.isFileTool(tool) ? reportedPath : null;
    }

    /** The type of the subagent that the call runs, bounded; null when absent. */
    String subagentType() {
        return Ids.boundedOrNull(subagentType);
    }

    /**
     * A hash of the input without what says how long to wait and why: equal for calls that ask for the same. Null for
     * edits, without an input, and for a call that its {@link #target} says all about.
     */
    String print() {
        return print;
    }

    /** Null for a call that neither reads nor edits a file. */
    Target target() {
        for (var path : paths) {
            if (path != null) {
                return new Target(path, part && intent.equals(Intent.READ));
            }
        }
        return patched.isEmpty() ? null : new Target(patched.get(0), false, patched.subList(1, patched.size()));
    }
}
