package footfall.reader.mini;

import footfall.line.AgentWords;
import footfall.line.Block;
import footfall.line.Blocks;
import footfall.line.Bytes;
import footfall.line.Content;
import footfall.line.Dialect;
import footfall.line.DialectPart;
import footfall.line.Draft;
import footfall.line.Envelope;
import footfall.line.ErrorCategory;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.line.TranscriptName;
import footfall.line.Trigger;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import footfall.scan.JsonScanner;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A dialect of the tests alone: flat events, a line each, in {@code HOME/minis/SESSION.mini}. What works for
 * it works for any dialect that is added. Of the times, {@code ms} is in milliseconds.
 */
public final class Mini implements Dialect {
    private static final String SUFFIX = ".mini";
    private static final Line.Message FAILED = new Line.Message(null, null, Line.Message.API_ERROR, null);

    @Override
    public String word() {
        return "mini";
    }

    @Override
    public AgentWords words() {
        return new AgentWords() {
            @Override
            public String intents() {
                return "read: peek";
            }

            @Override
            public Set<String> commandTools() {
                return Set.of("do_command");
            }

            @Override
            public Set<String> fileTools() {
                return Set.of("peek");
            }

            @Override
            public List<String> pathFields() {
                return List.of("where");
            }

            @Override
            public Map<ErrorCategory, List<String>> failures() {
                return Map.of(ErrorCategory.STALE_READ, List.of("grew old"));
            }
        };
    }

    @Override
    public int readerVersion() {
        return 1;
    }

    @Override
    public Framing framing() {
        return Framing.LINES;
    }

    @Override
    public Home home() {
        return new Home("FOOTFALL_TEST_MINI", List.of(), List.of("minis"), true, true);
    }

    @Override
    public boolean isNamed(String file) {
        return file.endsWith(SUFFIX);
    }

    @Override
    public boolean isBegunBy(Bytes head) {
        return false;
    }

    @Override
    public TranscriptName name(List<String> path) {
        return nameByContent(path.get(path.size() - 1));
    }

    @Override
    public TranscriptName nameByContent(String file) {
        return TranscriptName.of(this, file.replace(SUFFIX, ""), null);
    }

    @Override
    public boolean isTranscript(String file) {
        return isNamed(file);
    }

    @Override
    public boolean isTranscript(String file, int depth) {
        return isNamed(file);
    }

    @Override
    public boolean isFolderScanned(String folder, int depth) {
        return false;
    }

    @Override
    public boolean isProjectInLines() {
        return true;
    }

    @Override
    public boolean isSessionInLines() {
        return false;
    }

    @Override
    public boolean isRepeating() {
        return false;
    }

    /** A line {@code own} names the session, the agent and the working directory of the lines after it. */
    @Override
    public Source sourceAt(LineDetails details, Source before) {
        var draft = details.draft();
        if (!"own".equals(draft.type)) {
            return before;
        }
        boolean isOther = draft.session != null && !before.threads().contains(draft.session);
        var named = isOther ? before.named(new SessionId(draft.session), draft.agent, Set.of(draft.session)) : before;
        return draft.cwd == null ? named : named.withFolder(draft.cwd);
    }

    @Override
    public String sourceText() {
        return "own";
    }

    /** For folders that are excluded. */
    @Override
    public List<String> folderTexts() {
        return List.of("own");
    }

    @Override
    public List<DialectPart> parts() {
        return List.of(new MiniMoments());
    }

    @Override
    public LineDetails read(JsonScanner json, Bytes raw) {
        var draft = new MiniDraft(raw);
        var block = new Block();
        int said = -1;
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "is" -> draft.type = json.text();
                case "at" -> draft.timestamp = json.text();
                case "ms" -> draft.timestamp = time(json.whole());
                case "ask", "say" -> said = json.textStart();
                case "folder" -> draft.cwd = json.text();
                case "model" -> draft.model = json.text();
                case "spent" -> draft.usage = usage(json);
                case "exit" -> draft.exit = json.whole();
                case "id" -> block.id = json.id();
                case "tool" -> block.name = json.text();
                case "session" -> draft.session = json.text();
                case "agent" -> draft.agent = json.text();
                case "bad" -> block.error = json.isTrue();
                case "in" -> block.input(json);
                case "out" -> block.content(json);
                default -> {}
            }
        }
        block.toolUseId = block.id;
        draft.id = block.id;
        draft.isBad = block.error;
        block.type = switch (draft.type == null ? "" : draft.type) {
            case "call" -> "tool_use";
            case "back", "refused" -> "tool_result";
            default -> null;
        };
        draft.content = block.type == null ? new Content(said, List.of()) : new Content(-1, List.of(block));
        return new LineDetails(this, draft);
    }

    private static String time(Long ms) {
        return ms == null ? null : Instant.ofEpochMilli(ms).toString();
    }

    /** Its {@code in} contains what was read from the cache. */
    private static Usage usage(JsonScanner json) {
        long in = 0;
        long cached = 0;
        long out = 0;
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "in" -> in = json.count();
                case "cached" -> cached = json.count();
                case "out" -> out = json.count();
                default -> {}
            }
        }
        return new Usage(Math.max(0, in - cached), out, 0, 0, cached);
    }

    @Override
    public Line classify(LineDetails details, Source source) {
        var draft = (MiniDraft) details.draft();
        var blocks = new Blocks(draft);
        var project = Envelope.projectOf(source.folder());
        var envelope = new Envelope(source.session(), source.agent(), draft.at(), null, null, null, null, project);
        return switch (draft.type == null ? "" : draft.type) {
            case "ask" -> new Line.Prompt(envelope, Trigger.HUMAN, Blocks.chars(draft.text()), draft.says());
            case "say" ->
                new Line.Assistant(envelope, new Line.Message(draft.id, draft.model, null, draft.usage), List.of());
            case "call" ->
                new Line.Assistant(
                        envelope,
                        new Line.Message(null, null, null, null),
                        List.of(blocks.toolUse(draft.content.blocks().get(0))));
            case "back", "refused" -> results(draft, blocks, envelope);
            case "end" -> new Line.TurnDuration(envelope, 0, draft.isBad ? FAILED : null, null);
            default -> new Line.Nothing(envelope, draft.type == null ? "" : draft.type);
        };
    }

    private static Line results(MiniDraft draft, Blocks blocks, Envelope envelope) {
        var block = draft.content.blocks().get(0);
        var error = block.error ? blocks.textOf(block) : null;
        var result = "refused".equals(draft.type)
                ? blocks.toolResult(block, Outcome.REJECTED, "", null, Permission.USER)
                : draft.exit == null
                        ? blocks.toolResult(block, error)
                        : blocks.toolResult(
                                block, block.error ? Outcome.ERROR : Outcome.OK, error, draft.exit.intValue(), null);
        return new Line.ToolResults(envelope, List.of(result), null, 0, UserTextKind.NOTHING);
    }

    /** What a line has beside the fields of each draft. */
    private static final class MiniDraft extends Draft {
        private String id;
        private boolean isBad;
        private Long exit;

        private MiniDraft(Bytes raw) {
            super(raw);
        }
    }
}
