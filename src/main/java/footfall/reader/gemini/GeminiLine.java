package footfall.reader.gemini;

import footfall.line.Block;
import footfall.line.Blocks;
import footfall.line.Envelope;
import footfall.line.FileExtension;
import footfall.line.Ids;
import footfall.line.Intent;
import footfall.line.Line;
import footfall.line.McpTool;
import footfall.line.Outcome;
import footfall.line.Source;
import footfall.line.Timestamp;
import footfall.line.ToolUse;
import footfall.line.Trigger;
import footfall.line.UserTextKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Classifies a draft of the gemini dialect: what the record says, whose meaning the records before it decide. Messages
 * of the user interface, and texts that the program sends as if the user did, mean nothing.
 */
final class GeminiLine {
    private static final String CONTEXT = "<session_context>";
    private static final String CONTINUE = "Please continue.";
    private static final String BLOCKED = "Agent execution blocked: ";

    static final String MCP = "mcp_";

    private static final Set<String> FILE_TOOLS = Set.of("read_file", "write_file", "replace");

    /** Ends a subagent, and is no step. */
    private static final String TASK_DONE = "complete_task";

    /** What the program says in the user's name, and commands that the user ran without the model. */
    private static final List<String> INJECTED = List.of(
            "<state_snapshot>",
            "System: Potential loop detected.",
            "[System: ",
            "I ran the following shell command:",
            "User steering update:");

    /** Milliseconds since 1970 at the end of an ID: {@code NAME_1795801258071_0}, before {@code NAME-MS-HEX}. */
    private static final Pattern START = Pattern.compile("[_-](\\d{13})[_-][0-9a-f]+\\z");

    private final GeminiDraft draft;
    private final Source source;
    private final Blocks blocks;
    private final Envelope envelope;

    private GeminiLine(GeminiDraft draft, Source source) {
        this.draft = draft;
        this.source = source;
        this.blocks = new Blocks(draft);
        this.envelope = new Envelope(
                source.session(),
                source.agent(),
                draft.at(),
                draft.uuid,
                null,
                null,
                null,
                Envelope.projectOf(source.folder()));
    }

    static Line of(GeminiDraft draft, Source source) {
        return new GeminiLine(draft, source).classified();
    }

    private Line classified() {
        return switch (draft.type == null ? "" : draft.type) {
            case GeminiDraft.USER -> user();
            case GeminiDraft.MODEL -> message();
            case "info" -> info();
            case "error" -> draft.text().startsWith("[API Error:") ? fact(GeminiEvent.Note.FAILED) : nothing();
            case "warning" ->
                draft.text().startsWith(BLOCKED)
                        ? fact(new GeminiEvent.Blocked(Ids.hash(
                                draft.text().substring(BLOCKED.length()).strip())))
                        : nothing();
            case GeminiDraft.SET -> draft.isContext ? fact(new GeminiEvent.Context(draft.snapshot)) : nothing();
            default -> nothing();
        };
    }

    private Line info() {
        var text = draft.text();
        if (text.equals("Request cancelled.")) {
            return fact(GeminiEvent.Note.CANCELLED);
        } else if (text.startsWith("Restored project")) {
            return fact(GeminiEvent.Note.RESTORED);
        }
        boolean isImport = draft.uuid != null && draft.uuid.startsWith("import-");
        return isImport ? fact(GeminiEvent.Note.COPIED) : nothing();
    }

    private Line user() {
        if (!draft.responses().isEmpty()) {
            return responses();
        }
        var said = draft.said();
        if (said.startsWith(CONTEXT)) {
            return fact(GeminiEvent.Note.COPIED);
        }
        boolean isInjected = INJECTED.stream().anyMatch(said::startsWith)
                || said.equals(CONTINUE) && draft.isShown()
                || draft.isShownResponse();
        if (said.isEmpty() || isInjected) {
            return new Line.Nothing(envelope, "user/injected");
        }
        int chars = Blocks.chars(draft.text());
        var says = UserTextKind.of(chars);
        return fact(
                new GeminiEvent.Prompt(chars, says, Ids.hash(said)),
                new Line.Prompt(envelope, Trigger.HUMAN, chars, says));
    }

    private Line message() {
        var calls = new ArrayList<GeminiEvent.Call>(draft.calls.size());
        boolean isTaskDone = false;
        for (var call : draft.calls) {
            if (call.use.name.equals(TASK_DONE)) {
                isTaskDone |= "success".equals(call.status);
            }
            calls.add(call(call));
        }
        var uses = calls.stream().map(GeminiEvent.Call::use).toList();
        var results = calls.stream().map(GeminiEvent.Call::result).toList();
        boolean ends =
                draft.calls.isEmpty() && (draft.isEmptyList || !draft.said().isEmpty());
        calls.removeIf(call -> call.use().id() == null
                || call.result().outcome() == Outcome.PENDING
                || call.use().tool().equals(TASK_DONE));
        var model = Ids.boundedOrNull(draft.model);
        var alone = new Line.Message(draft.uuid, model, ends ? GeminiResolver.ENDS : null, draft.usage);
        return fact(
                new GeminiEvent.Said(model, draft.usage, ends, isTaskDone, calls, results),
                new Line.Assistant(envelope, alone, uses));
    }

    private GeminiEvent.Call call(GeminiDraft.Call call) {
        var use = use(call.use);
        var text = blocks.textOf(call.response.block);
        var outcome = GeminiOutcome.of(use.tool(), call.status, text, draft.display(call));
        return new GeminiEvent.Call(
                use,
                startedAt(use.id()),
                Timestamp.instant(call.timestamp),
                outcome.result(use.id(), text, bytes(call.response.block)),
                Ids.boundedOrNull(call.agent),
                outcome.isStop());
    }

    /** The results of calls that no message of the model has are all that shows them. */
    private Line responses() {
        var calls = new ArrayList<GeminiEvent.Call>(1);
        for (var response : draft.responses()) {
            var block = response.block;
            var use = use(block);
            var text = blocks.textOf(block);
            var outcome = GeminiOutcome.of(use.tool(), response.isError ? "error" : "success", text, null);
            var result = outcome.result(block.toolUseId, text, bytes(block));
            calls.add(new GeminiEvent.Call(use, startedAt(use.id()), draft.at(), result, null, outcome.isStop()));
        }
        var results = calls.stream().map(GeminiEvent.Call::result).toList();
        calls.removeIf(call -> call.use().id() == null || call.use().tool().equals(TASK_DONE));
        return fact(
                new GeminiEvent.Responses(calls),
                new Line.ToolResults(envelope, results, null, 0, UserTextKind.NOTHING));
    }

    private ToolUse use(Block block) {
        block.id = block.id == null ? block.toolUseId : block.id;
        block.name = block.name == null ? "" : block.name;
        var use = blocks.toolUse(block);
        if (use.tool().startsWith(MCP)) {
            return mcp(use);
        }
        boolean isFile = FILE_TOOLS.contains(use.tool()) && use.target() != null;
        return isFile ? use.withExtension(FileExtension.of(use.target().value())) : use;
    }

    /** {@code mcp_SERVER_TOOL}, where a server's name has no {@code _}. */
    private static ToolUse mcp(ToolUse use) {
        int end = use.tool().indexOf('_', MCP.length());
        var server = end < 0 ? "" : use.tool().substring(MCP.length(), end);
        return server.isEmpty()
                ? use
                : use.withIntent(Intent.of(new McpTool(server, use.tool().substring(end + 1)).tool()));
    }

    private static long bytes(Block block) {
        return block.contentStart < 0 ? 0 : block.contentEnd - block.contentStart;
    }

    private static Instant startedAt(String id) {
        var found = START.matcher(id == null ? "" : id);
        return found.find() ? Instant.ofEpochMilli(Long.parseLong(found.group(1))) : null;
    }

    private Line fact(GeminiEvent.Fact fact) {
        return fact(fact, nothing());
    }

    private Line fact(GeminiEvent.Fact fact, Line alone) {
        return new Line.Unresolved(envelope, alone, new GeminiEvent(fact));
    }

    private Line nothing() {
        return new Line.Nothing(envelope, Ids.bounded(draft.type == null ? "untyped" : draft.type));
    }
}
