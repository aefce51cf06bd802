package footfall.reader.codex;

import footfall.line.AgentWords;
import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.DialectPart;
import footfall.line.FileId;
import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Resolver;
import footfall.line.Source;
import footfall.line.TranscriptName;
import footfall.scan.InvalidJson;
import footfall.scan.JsonScanner;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Codex: rollouts, which are append-only files named after their thread. The first line names the session, and for a
 * subagent's thread that of the thread it belongs to.
 */
public final class Codex implements Dialect {
    private static final String WORD = "codex";
    private static final Pattern NAME = Pattern.compile("rollout-.*\\.jsonl(?:\\.zst)?");
    private static final Pattern SUFFIX = Pattern.compile("\\.jsonl(?:\\.zst)?$");

    /** The thread, and the rollout by which it goes on after a revert. */
    private static final Pattern THREAD = Pattern.compile("(" + Ids.UUID + ")(_" + Ids.UUID + ")?$");

    @Override
    public String word() {
        return WORD;
    }

    @Override
    public AgentWords words() {
        return new CodexWords();
    }

    @Override
    public Framing framing() {
        return Framing.LINES;
    }

    @Override
    public int readerVersion() {
        return 1;
    }

    @Override
    public Home home() {
        return new Home("CODEX_HOME", List.of(".codex"), List.of("sessions", "archived_sessions"), false, false);
    }

    @Override
    public List<String> fileNames() {
        return List.of("*.jsonl", "*.jsonl.zst");
    }

    @Override
    public boolean isNamed(String file) {
        return NAME.matcher(file).matches();
    }

    /** The first line is {@code session_meta}; in the oldest form an ID with instructions or a repository. */
    @Override
    public boolean isBegunBy(Bytes head) {
        try {
            return isHead(head.tail(head.skipBlank(head.from())).json());
        } catch (InvalidJson cutOrBroken) {
            return false;
        }
    }

    private static boolean isHead(JsonScanner json) {
        boolean hasId = false;
        boolean hasTime = false;
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "type" -> {
                    return CodexDraft.HEAD.equals(json.text());
                }
                case "id" -> hasId = json.isText();
                case "timestamp" -> hasTime = json.isText();
                case "instructions", "git" -> {
                    return hasId && hasTime;
                }
                default -> {}
            }
        }
        return false;
    }

    @Override
    public TranscriptName name(List<String> path) {
        return nameByContent(path.get(path.size() - 1));
    }

    @Override
    public TranscriptName nameByContent(String file) {
        var stem = SUFFIX.matcher(file).replaceFirst("");
        var thread = THREAD.matcher(stem);
        if (!thread.find()) {
            return TranscriptName.of(this, stem.isEmpty() ? file : stem, null);
        }
        var source = TranscriptName.of(this, thread.group(1), null).source();
        return new TranscriptName(WORD + "/" + thread.group(), source);
    }

    @Override
    public boolean isIdInName(TranscriptName name) {
        return THREAD.matcher(name.word()).find();
    }

    @Override
    public boolean isTranscript(String file) {
        return isNamed(file);
    }

    @Override
    public boolean isTranscript(String file, int depth) {
        return isNamed(file);
    }

    /** Folders of a year, a month and a day. */
    @Override
    public boolean isFolderScanned(String folder, int depth) {
        return true;
    }

    /** In the line that names the session, and in that of each turn. */
    @Override
    public boolean isProjectInLines() {
        return true;
    }

    @Override
    public String sourceText() {
        return CodexDraft.HEAD;
    }

    /** The context of a turn, the settings of a thread, and in the bare form a message that the user did not write. */
    @Override
    public List<String> folderTexts() {
        return List.of(CodexDraft.CONTEXT, CodexDraft.SETTINGS, CodexDraft.SURROUNDINGS);
    }

    @Override
    public boolean isSessionInLines() {
        return true;
    }

    @Override
    public boolean isHeadNeeded() {
        return true;
    }

    /** An end event and an output are both results of a call. */
    @Override
    public boolean isRepeating() {
        return true;
    }

    @Override
    public Source sourceAt(LineDetails details, Source before) {
        return CodexHead.sourceAt((CodexDraft) details.draft(), before);
    }

    @Override
    public Resolver resolver(FileId file) {
        return new CodexResolver(file);
    }

    @Override
    public List<DialectPart> parts() {
        return List.of(new CodexCalls(), new CodexMoments());
    }

    @Override
    public LineDetails read(JsonScanner json, Bytes raw) {
        return new LineDetails(this, CodexDraft.read(json, raw));
    }

    /** Not in the bare form, whose lines occur as parts of others. */
    @Override
    public boolean isRecord(LineDetails details) {
        var draft = (CodexDraft) details.draft();
        return !draft.isBare && draft.type != null && draft.timestamp != null;
    }

    @Override
    public Line classify(LineDetails details, Source source) {
        return CodexLine.of((CodexDraft) details.draft(), source);
    }
}
