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
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.line.TranscriptName;
import footfall.line.Trigger;
import footfall.line.UserTextKind;
import footfall.scan.JsonScanner;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A dialect of the tests alone: flat events, a line each, in {@code HOME/minis/SESSION.mini}. What works for
 * it works for any dialect that is added.
 */
public final class Mini implements Dialect {
    private static final String SUFFIX = ".mini";

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
        return false;
    }

    @Override
    public boolean isSessionInLines() {
        return false;
    }

    @Override
    public boolean isRepeating() {
        return false;
    }

    /** A line {@code own} names the session and the agent. */
    @Override
    public Source sourceAt(LineDetails details, Source before) {
        var draft = details.draft();
        return "own".equals(draft.type)
                        && draft.session != null
                        && !before.threads().contains(draft.session)
                ? before.named(new SessionId(draft.session), draft.agent, Set.of(draft.session))
                : before;
    }

    @Override
    public String sourceText() {
        return "own";
    }

    @Override
    public List<DialectPart> parts() {
        return List.of(new MiniMoments());
    }

    @Override
    public LineDetails read(JsonScanner json, Bytes raw) {
        var draft = new Draft(raw);
        var block = new Block();
        int said = -1;
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "is" -> draft.type = json.text();
                case "at" -> draft.timestamp = json.text();
                case "ask" -> said = json.start();
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
        boolean isCall = "call".equals(draft.type);
        block.type = isCall ? "tool_use" : "back".equals(draft.type) ? "tool_result" : null;
        draft.content = block.type == null ? new Content(said, List.of()) : new Content(-1, List.of(block));
        return new LineDetails(this, draft);
    }

    @Override
    public Line classify(LineDetails details, Source source) {
        var draft = details.draft();
        var blocks = new Blocks(draft);
        var envelope = new Envelope(source.session(), source.agent(), draft.at(), null, null, null, null, null);
        return switch (draft.type == null ? "" : draft.type) {
            case "ask" -> new Line.Prompt(envelope, Trigger.HUMAN, Blocks.chars(draft.text()), draft.says());
            case "call" ->
                new Line.Assistant(
                        envelope,
                        new Line.Message(null, null, null, null),
                        List.of(blocks.toolUse(draft.content.blocks().get(0))));
            case "back" -> results(draft, blocks, envelope);
            case "end" -> new Line.TurnDuration(envelope, 0);
            default -> new Line.Nothing(envelope, "mini");
        };
    }

    private static Line results(Draft draft, Blocks blocks, Envelope envelope) {
        var block = draft.content.blocks().get(0);
        var result = blocks.toolResult(block, block.error ? blocks.textOf(block) : null);
        return new Line.ToolResults(envelope, List.of(result), null, 0, UserTextKind.NOTHING);
    }
}
