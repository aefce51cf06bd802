package footfall.reader.opencode;

import footfall.line.AgentWords;
import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.DialectPart;
import footfall.line.FileId;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Resolver;
import footfall.line.SessionFiles;
import footfall.line.SessionId;
import footfall.line.SessionTables;
import footfall.line.Source;
import footfall.line.TranscriptName;
import footfall.scan.JsonScanner;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * OpenCode: a SQLite database, whose table of events is a log of each session. A session is read as a file in the
 * database, and a subagent's session as one in a folder of its session. Before version 1.2 each message and each of its
 * parts was a file, which are read as the events that wrote them.
 */
public final class OpenCode implements Dialect {
    private static final String WORD = "opencode";
    private static final String FOLDER = "opencode";
    private static final String DATA_VARIABLE = "XDG_DATA_HOME";
    private static final Pattern ABSOLUTE = Pattern.compile("[/\\\\]|[A-Za-z]:");
    private static final String DATABASE_VARIABLE = "OPENCODE_DB";
    private static final Pattern DATABASE = Pattern.compile("opencode(-[\\w.-]+)?\\.db");
    private static final Pattern SESSION = Pattern.compile("ses_\\w+");
    private static final String SESSIONS = "session";
    private static final SessionFiles FILES = new SessionFiles(
            "storage/" + SESSIONS,
            new SessionFiles.Level(SESSIONS, line(OpenCodeDraft.CREATED, "info"), null),
            "parentID",
            List.of(
                    new SessionFiles.Level(
                            "message",
                            "{\"type\":\"" + OpenCodeDraft.MESSAGE + "\",\"data\":{\"isBegun\":true,\"info\":",
                            line(OpenCodeDraft.MESSAGE, "info")),
                    new SessionFiles.Level("part", line(OpenCodeDraft.PART, "part"), null)));
    private static final SessionTables TABLES = new SessionTables(
            // The number in event_sequence may be visible before its event.
            "SELECT e.aggregate_id AS session,"
                    + " (SELECT coalesce(max(seq), -1) FROM event WHERE aggregate_id = e.aggregate_id) AS seq,"
                    + " s.parent_id AS parent, s.time_updated AS changed"
                    + " FROM event_sequence e LEFT JOIN session s ON s.id = e.aggregate_id",
            "SELECT aggregate_id AS session, seq, '{\"type\":' || json_quote(type) || ',\"data\":' AS head, data"
                    + " FROM event e WHERE type NOT GLOB '" + OpenCodeDraft.UPDATED + "*'"
                    + " OR NOT EXISTS (SELECT 1 FROM event WHERE aggregate_id = e.aggregate_id AND seq < e.seq"
                    + " AND (type GLOB '" + OpenCodeDraft.UPDATED + "*' OR type GLOB '" + OpenCodeDraft.CREATED
                    + "*'))");

    private static String line(String type, String field) {
        return "{\"type\":\"" + type + "\",\"data\":{\"" + field + "\":";
    }

    @Override
    public String word() {
        return WORD;
    }

    @Override
    public AgentWords words() {
        return new OpenCodeWords();
    }

    @Override
    public Framing framing() {
        return Framing.LINES;
    }

    @Override
    public int readerVersion() {
        return 2;
    }

    @Override
    public Home home() {
        return new Home(DATA_VARIABLE, List.of(".local/share/" + FOLDER), List.of(), false, false);
    }

    /** The database that a variable names, or the folder of all databases. */
    @Override
    public List<String> homes(Map<String, String> variables, String user) {
        var data = variables.getOrDefault(DATA_VARIABLE, "");
        var folder = (data.isBlank() ? user + "/.local/share" : data) + "/" + FOLDER;
        var database = variables.getOrDefault(DATABASE_VARIABLE, "");
        boolean isWhole = ABSOLUTE.matcher(database).lookingAt();
        return List.of(database.isBlank() ? folder : isWhole ? database : folder + "/" + database);
    }

    @Override
    public List<String> homeVariables() {
        return List.of(DATA_VARIABLE, DATABASE_VARIABLE);
    }

    @Override
    public SessionTables tables() {
        return TABLES;
    }

    @Override
    public boolean isDatabase(String file) {
        return DATABASE.matcher(file).matches();
    }

    /** Before version 1.2. */
    @Override
    public SessionFiles files() {
        return FILES;
    }

    @Override
    public List<String> fileNames() {
        return List.of("opencode.db", "storage/session");
    }

    @Override
    public boolean isNamed(String file) {
        return SESSION.matcher(file).matches();
    }

    /** A session is only found in a database, or in a folder of sessions. */
    @Override
    public boolean isBegunBy(Bytes head) {
        return false;
    }

    @Override
    public TranscriptName name(List<String> path) {
        int last = path.size() - 1;
        boolean isAgent = last > 0 && isNamed(path.get(last - 1));
        var name =
                isAgent ? TranscriptName.of(this, path.get(last - 1), path.get(last)) : nameByContent(path.get(last));
        int folder = isAgent ? last - 2 : last - 1;
        boolean isFiles = folder >= 0 && path.get(folder).equals(SESSIONS);
        return isFiles ? new TranscriptName(name.word() + ".json", name.source()) : name;
    }

    @Override
    public TranscriptName nameByContent(String file) {
        return TranscriptName.of(this, file, null);
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
    public String agentFolder(String file, SessionId session) {
        return file;
    }

    @Override
    public String mainFile(List<String> path, String session) {
        int folder = path.size() - 2;
        return folder < 0 || !isNamed(path.get(folder)) ? null : "../" + path.get(folder);
    }

    @Override
    public boolean isProjectInLines() {
        return true;
    }

    /** Only the first event, with which the session begins; all later ones are in its folder, too. */
    @Override
    public List<String> folderTexts() {
        return List.of("directory");
    }

    @Override
    public boolean isSessionInLines() {
        return false;
    }

    @Override
    public boolean isRepeating() {
        return false;
    }

    @Override
    public Resolver resolver(FileId file) {
        return new OpenCodeResolver();
    }

    @Override
    public List<DialectPart> parts() {
        return List.of(new OpenCodeCalls(), new OpenCodeMoments());
    }

    @Override
    public LineDetails read(JsonScanner json, Bytes raw) {
        return new LineDetails(this, OpenCodeDraft.read(json, raw));
    }

    @Override
    public boolean isRecord(LineDetails details) {
        return details.draft().type != null && ((OpenCodeDraft) details.draft()).hasData();
    }

    @Override
    public Line classify(LineDetails details, Source source) {
        return OpenCodeLine.of((OpenCodeDraft) details.draft(), source);
    }
}
