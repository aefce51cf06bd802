package footfall.reader.gemini;

import footfall.line.AgentWords;
import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.DialectPart;
import footfall.line.FileId;
import footfall.line.Ids;
import footfall.line.LenientJson;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Resolver;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.line.TranscriptName;
import footfall.scan.JsonScanner;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Gemini CLI: an update log of messages, a line each; before April 2026 one object with a list of messages, which is
 * rewritten whole. A session's subagents are in a folder that is named after it.
 */
public final class Gemini implements Dialect {
    private static final String HOME = ".gemini";
    private static final String LINES = ".jsonl";
    private static final String OBJECT = ".json";
    private static final String CHATS = "chats";
    private static final Pattern NAME =
            Pattern.compile("session-(?:\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d|\\d{13})-[\\w-]{1,8}\\.jsonl?");

    private static final Pattern AGENT = Pattern.compile(Ids.UUID + "\\.jsonl");

    @Override
    public String word() {
        return "gemini";
    }

    @Override
    public AgentWords words() {
        return new GeminiWords();
    }

    @Override
    public Framing framing() {
        return Framing.ELEMENTS;
    }

    @Override
    public int readerVersion() {
        return 1;
    }

    @Override
    public Home home() {
        return new Home("GEMINI_CLI_HOME", HOME, List.of(HOME), List.of("tmp"), false, false);
    }

    @Override
    public List<String> fileNames() {
        return List.of("*.jsonl", "session-*.json");
    }

    @Override
    public boolean isNamed(String file) {
        return NAME.matcher(file).matches();
    }

    @Override
    public boolean isNamed(List<String> path) {
        var file = path.get(path.size() - 1);
        return isNamed(file) || isAgent(path) && AGENT.matcher(file).matches();
    }

    private static boolean isAgent(List<String> path) {
        return path.size() > 2 && path.get(path.size() - 3).equals(CHATS);
    }

    @Override
    public boolean isBegunBy(Bytes head) {
        return LenientJson.hasKey(head.tail(head.skipBlank(head.from())), "projectHash");
    }

    @Override
    public TranscriptName name(List<String> path) {
        var file = path.get(path.size() - 1);
        return isAgent(path) ? TranscriptName.of(this, path.get(path.size() - 2), session(file)) : nameByContent(file);
    }

    @Override
    public TranscriptName nameByContent(String file) {
        return TranscriptName.of(this, session(file), null);
    }

    /** The file of an old form keeps its suffix: a session that goes on has a file of each form. */
    private static String session(String file) {
        return file.endsWith(LINES) && file.length() > LINES.length()
                ? file.substring(0, file.length() - LINES.length())
                : file;
    }

    @Override
    public boolean isTranscript(String file) {
        return isNamed(file) || AGENT.matcher(file).matches();
    }

    @Override
    public boolean isTranscript(String file, int depth) {
        return depth == 2 ? isNamed(file) : depth == 3 && AGENT.matcher(file).matches();
    }

    /** {@code PROJECT/chats/SESSION}; other folders of a project contain results, plans and logs. */
    @Override
    public boolean isFolderScanned(String folder, int depth) {
        return depth == 1 ? folder.equals(CHATS) : depth < 3;
    }

    @Override
    public String agentFolder(String file, SessionId session) {
        return session.value();
    }

    /** The working directory of the project. */
    @Override
    public String sidecar(Source source, String file) {
        return (source.agent() == null ? "../" : "../../") + ".project_root";
    }

    @Override
    public Source withSidecar(Source source, Bytes file) {
        var folder = file.toString().strip();
        return folder.isEmpty() ? source : source.withFolder(folder);
    }

    @Override
    public boolean isProjectInLines() {
        return false;
    }

    @Override
    public boolean isSessionInLines() {
        return true;
    }

    /** A message comes again with its calls, and over ACP with those of all turns. */
    @Override
    public boolean isRepeating() {
        return true;
    }

    /** The first line names the session. That of a subagent names the subagent, as its file does. */
    @Override
    public Source sourceAt(LineDetails details, Source before) {
        return before.agent() == null ? before.named(details.draft().session) : before;
    }

    @Override
    public String sourceText() {
        return "sessionId";
    }

    @Override
    public Resolver resolver(FileId file) {
        return new GeminiResolver(file.name().endsWith(OBJECT));
    }

    @Override
    public List<DialectPart> parts() {
        return List.of(new GeminiCalls(), new GeminiMoments());
    }

    @Override
    public LineDetails read(JsonScanner json, Bytes raw) {
        return new LineDetails(this, GeminiDraft.read(json, raw));
    }

    @Override
    public boolean isRecord(LineDetails details) {
        var draft = details.draft();
        return draft.type != null && draft.uuid != null && draft.timestamp != null;
    }

    @Override
    public Line classify(LineDetails details, Source source) {
        return GeminiLine.of((GeminiDraft) details.draft(), source);
    }
}
