package footfall.reader.copilot;

import footfall.line.AgentWords;
import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.DialectPart;
import footfall.line.FileId;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Resolver;
import footfall.line.Source;
import footfall.line.TranscriptName;
import footfall.scan.InvalidJson;
import footfall.scan.JsonScanner;
import java.util.List;

/**
 * Copilot CLI: append-only lines, in a folder named after the session, or in older versions in a file named after it.
 * The lines of subagents are in the same file. A rewind cuts the file.
 */
public final class Copilot implements Dialect {
    private static final String WORD = "copilot";
    private static final String FILE = "events.jsonl";
    private static final String SUFFIX = ".jsonl";

    @Override
    public String word() {
        return WORD;
    }

    @Override
    public AgentWords words() {
        return new CopilotWords();
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
        return new Home("COPILOT_HOME", List.of(".copilot"), List.of("session-state"), false, false);
    }

    @Override
    public boolean isNamed(String file) {
        return file.equals(FILE);
    }

    /** The first line is {@code session.start}. */
    @Override
    public boolean isBegunBy(Bytes head) {
        try {
            var json = head.tail(head.skipBlank(head.from())).json();
            json.fields();
            return json.nextField("type") && CopilotDraft.START.equals(json.text());
        } catch (InvalidJson cutOrBroken) {
            return false;
        }
    }

    @Override
    public TranscriptName name(List<String> path) {
        int folder = path.size() - 2;
        return folder < 0 ? nameByContent(FILE) : TranscriptName.of(this, path.get(folder), null);
    }

    @Override
    public TranscriptName nameByContent(String file) {
        boolean isNamed = file.endsWith(SUFFIX) && file.length() > SUFFIX.length();
        var session = isNamed ? file.substring(0, file.length() - SUFFIX.length()) : file;
        return TranscriptName.of(this, session, null);
    }

    @Override
    public boolean isTranscript(String file) {
        return isNamed(file);
    }

    @Override
    public boolean isTranscript(String file, int depth) {
        return depth == 0 ? file.endsWith(SUFFIX) : depth == 1 && isNamed(file);
    }

    /** A session's folder contains other files below it. */
    @Override
    public boolean isFolderScanned(String folder, int depth) {
        return depth == 0;
    }

    @Override
    public boolean isProjectInLines() {
        return true;
    }

    @Override
    public String sourceText() {
        return "sessionId";
    }

    @Override
    public boolean isSessionInLines() {
        return true;
    }

    /** Lines of a recorder may occur twice. */
    @Override
    public boolean isRepeating() {
        return true;
    }

    /** The first line, each resume, and changes in between. */
    @Override
    public List<String> folderTexts() {
        return List.of("cwd");
    }

    @Override
    public Source sourceAt(LineDetails details, Source before) {
        return before.named(details.draft().session);
    }

    @Override
    public Resolver resolver(FileId file) {
        return new CopilotResolver();
    }

    @Override
    public List<DialectPart> parts() {
        return List.of(new CopilotCalls(), new CopilotMoments());
    }

    @Override
    public LineDetails read(JsonScanner json, Bytes raw) {
        return new LineDetails(this, CopilotDraft.read(json, raw));
    }

    @Override
    public boolean isRecord(LineDetails details) {
        var draft = details.draft();
        return draft.type != null && draft.uuid != null && draft.timestamp != null;
    }

    @Override
    public Line classify(LineDetails details, Source source) {
        return CopilotLine.of((CopilotDraft) details.draft(), source);
    }
}
