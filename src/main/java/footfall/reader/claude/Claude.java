package footfall.reader.claude;

import footfall.line.AgentReport;
import footfall.line.AgentStatus;
import footfall.line.AgentWords;
import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.DialectPart;
import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.line.TranscriptName;
import footfall.scan.InvalidJson;
import footfall.scan.JsonScanner;
import java.util.List;
import java.util.Map;

/** Claude Code: one JSON object a line, in append-only files named after their session or subagent. */
public final class Claude implements Dialect {
    static final String AGENT = "agent-";
    static final String SUFFIX = ".jsonl";
    private static final String JOURNAL = "journal.jsonl";
    static final String SUBAGENTS = "subagents";

    @Override
    public String word() {
        return "claude";
    }

    @Override
    public AgentWords words() {
        return new ClaudeWords();
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
        return new Home("CLAUDE_CONFIG_DIR", List.of(".claude", ".config/claude"), List.of("projects"), true, true);
    }

    @Override
    public boolean isMeteredByFiles() {
        return true;
    }

    /** No file name is exclusive to claude: it is the default dialect. */
    @Override
    public boolean isNamed(String file) {
        return false;
    }

    @Override
    public boolean isBegunBy(Bytes head) {
        return false;
    }

    /** The subagents of a workflow stand in a folder below those of calls, whose name is the ID of its run. */
    @Override
    public TranscriptName name(List<String> path) {
        var name = nameByContent(path.get(path.size() - 1));
        var agent = name.source().agent();
        int folder = path.lastIndexOf(SUBAGENTS);
        if (agent == null || folder <= 0) {
            return name;
        }
        var below = TranscriptName.of(this, path.get(folder - 1), agent);
        boolean isOfRun = folder < path.size() - 2;
        return isOfRun ? new TranscriptName(below.word(), below.source().withCall(path.get(path.size() - 2))) : below;
    }

    @Override
    public TranscriptName nameByContent(String file) {
        var stem = file.endsWith(SUFFIX) ? file.substring(0, file.length() - SUFFIX.length()) : file;
        boolean isAgent = stem.startsWith(AGENT) && stem.length() > AGENT.length();
        var agent = isAgent ? stem.substring(AGENT.length()) : null;
        return new TranscriptName(word() + "/" + Ids.bounded(stem), Source.file(new SessionId(stem), agent));
    }

    /** A workflow has a journal beside the transcripts of its subagents. */
    @Override
    public boolean isTranscript(String file) {
        return file.endsWith(SUFFIX) && !file.equals(JOURNAL);
    }

    @Override
    public boolean isTranscript(String file, int depth) {
        return isTranscript(file) && (depth == 1 || depth > 2 && file.startsWith(AGENT));
    }

    /** A session's folder contains other files than those of subagents. */
    @Override
    public boolean isFolderScanned(String folder, int depth) {
        return depth != 2 || folder.equals(SUBAGENTS);
    }

    @Override
    public String agentFolder(String file, SessionId session) {
        return nameByContent(file).source().session().value() + "/" + SUBAGENTS;
    }

    @Override
    public boolean isAgentBeside() {
        return true;
    }

    @Override
    public String mainFile(List<String> path, String session) {
        int folder = path.lastIndexOf(SUBAGENTS);
        if (folder > 0) {
            return "../".repeat(path.size() - folder) + path.get(folder - 1) + SUFFIX;
        }
        return session == null || session.indexOf('/') >= 0 ? null : session + SUFFIX;
    }

    @Override
    public String sidecar(Source source, String file) {
        boolean isAgent = source.agent() != null && file.startsWith(AGENT) && file.endsWith(SUFFIX);
        return isAgent ? file.substring(0, file.length() - SUFFIX.length()) + ".meta.json" : null;
    }

    @Override
    public Source withSidecar(Source source, Bytes file) {
        try {
            var call = file.json().in("toolUseId").id();
            return call == null ? source : source.withCall(call);
        } catch (InvalidJson notYetWhole) {
            return source;
        }
    }

    @Override
    public String statusFolder() {
        return "sessions";
    }

    @Override
    public AgentStatus status(Bytes file) {
        return ClaudeStatus.read(file);
    }

    @Override
    public AgentReport report(String name, Map<String, String> attributes) {
        return ClaudeTelemetry.report(name, attributes);
    }

    @Override
    public boolean isProjectInLines() {
        return true;
    }

    @Override
    public boolean isSessionInLines() {
        return true;
    }

    @Override
    public boolean isRepeating() {
        return false;
    }

    @Override
    public boolean hasPermissionRules() {
        return true;
    }

    @Override
    public List<DialectPart> parts() {
        return List.of(new ClaudeMoments());
    }

    @Override
    public LineDetails read(JsonScanner json, Bytes raw) {
        return new LineDetails(this, ClaudeDraft.read(json, raw));
    }

    @Override
    public boolean isRecord(LineDetails details) {
        return details.type() != null && ((ClaudeDraft) details.draft()).session() != null;
    }

    @Override
    public Line classify(LineDetails details, Source source) {
        return ClaudeLine.of((ClaudeDraft) details.draft(), source);
    }
}
