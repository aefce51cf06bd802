package footfall.line;

import footfall.scan.JsonScanner;
import java.util.List;
import java.util.Map;

/**
 * The transcript format of one agent. Every difference between agents in files and lines is a method of this
 * interface; code never compares dialects. {@link Dialects} finds the implementations on the class path. A
 * package that needs further properties of dialects declares a {@link DialectPart}.
 */
public interface Dialect extends Agent {
    /** How a file is split, and how its lines are identified. */
    enum Framing {
        /** Append-only lines, identified by byte offset. */
        LINES,
        /** JSON objects, one per line or in one array that is rewritten in place; identified by index. */
        ELEMENTS
    }

    /**
     * Where the agent keeps its transcripts: the environment variable that names the home, or a folder that has it
     * {@code below}; the default homes below the user's home directory; and the folders in a home that contain the
     * transcripts. {@code isKnown}: such a folder alone identifies a home; otherwise the home's default name does, or a
     * transcript in it. {@code isByProject}: the folders in them are named after projects.
     */
    record Home(
            String variable,
            String below,
            List<String> usual,
            List<String> folders,
            boolean isKnown,
            boolean isByProject) {
        public Home {
            usual = List.copyOf(usual);
            folders = List.copyOf(folders);
        }

        /** The variable names the home itself. */
        public Home(String variable, List<String> usual, List<String> folders, boolean isKnown, boolean isByProject) {
            this(variable, "", usual, folders, isKnown, isByProject);
        }
    }

    Framing framing();

    /** The version of the reader, from 1: raised when what it made of lines was wrong, so that files are sent again. */
    int readerVersion();

    Home home();

    /** The homes of a user, as environment variables name them. {@code user}: the user's home directory. */
    default List<String> homes(Map<String, String> variables, String user) {
        var named = variables.getOrDefault(home().variable(), "");
        return named.isBlank()
                ? home().usual().stream().map(folder -> user + "/" + folder).toList()
                : List.of(home().below().isEmpty() ? named : named + "/" + home().below());
    }

    /** The variables that {@link #homes} reads. */
    default List<String> homeVariables() {
        return List.of(home().variable());
    }

    /** Where the transcripts are in a database; null if they are files. A session is then a file in the database. */
    default SessionTables tables() {
        return null;
    }

    /** Whether a file with this name is a database of {@link #tables()}. */
    default boolean isDatabase(String file) {
        return false;
    }

    /** Where each message of a session is a file; null if nowhere. A session is then read as one file. */
    default SessionFiles files() {
        return null;
    }

    /** How transcripts are named, for a person who has none of them. */
    default List<String> fileNames() {
        return List.of("*.jsonl");
    }

    /** Whether a file with this name is of this dialect, whatever it contains. */
    boolean isNamed(String file);

    /** The same of a path, whose components are as in {@link #name}: its folders may claim it, too. */
    default boolean isNamed(List<String> path) {
        return isNamed(path.get(path.size() - 1));
    }

    /** Whether a file with this beginning is of this dialect, whatever its name. */
    boolean isBegunBy(Bytes head);

    /** The session and agent that a path names: its components from the root to the file name. */
    TranscriptName name(List<String> path);

    /** The same for a file whose dialect is identified only by its content. */
    TranscriptName nameByContent(String file);

    /** Whether the name of a file identifies it. Otherwise the agent or session that its first line names does. */
    default boolean isIdInName(TranscriptName name) {
        return true;
    }

    /** Whether a file with this name may be a transcript. */
    boolean isTranscript(String file);

    /** Whether a file that is {@code depth} folders below the home's folder is a transcript. */
    boolean isTranscript(String file, int depth);

    /** Whether a folder that is {@code depth} folders below the home's folder may have transcripts in it. */
    boolean isFolderScanned(String folder, int depth);

    /**
     * The folder of the subagents of a session with this main transcript, below the folder of the transcript. A dialect
     * whose subagents are elsewhere has no such folder, so that nothing is found in it. Null if only lines name them.
     */
    default String agentFolder(String file, SessionId session) {
        return sourceText() == null ? "subagents" : null;
    }

    /**
     * Whether files of subagents may also be beside the main transcript, with the session named in their lines.
     */
    default boolean isAgentBeside() {
        return false;
    }

    /**
     * The main transcript of a subagent's file, as a path relative to its folder; null when its path and the
     * session in its lines (null when absent) do not determine it.
     */
    default String mainFile(List<String> path, String session) {
        return null;
    }

    /**
     * A small file that says more about a transcript, as a path relative to the transcript's folder; null for none.
     * {@code source}: of the file, from its name.
     */
    default String sidecar(Source source, String file) {
        return null;
    }

    /** Adds what that file says to the source. The file may be incomplete, or something else. */
    default Source withSidecar(Source source, Bytes file) {
        return source;
    }

    /** The folder of a home in which each running agent says in a file of its own what it does; null for none. */
    default String statusFolder() {
        return null;
    }

    /** What such a file says; null for nothing. The file may be incomplete, or something else. */
    default AgentStatus status(Bytes file) {
        return null;
    }

    /**
     * What a log record of the agent's OpenTelemetry says that no transcript does; null for nothing. All else of it
     * is dropped. {@code name}: of the event; {@code attributes}: the values as texts.
     */
    default AgentReport report(String name, Map<String, String> attributes) {
        return null;
    }

    /** Whether lines contain the working directory, whose last part is the project. */
    boolean isProjectInLines();

    /** Whether lines name their session; otherwise the file's name does. */
    boolean isSessionInLines();

    /** Whether lines mean nothing before one names their session. */
    default boolean isHeadNeeded() {
        return false;
    }

    /** Whether a turn may repeat a call or a result with the same ID; the first counts. */
    boolean isRepeating();

    /** Whether the agent has permission rules in claude's syntax. */
    default boolean hasPermissionRules() {
        return false;
    }

    /**
     * The source of a line and of those after it in the file, given that of the lines before it. A line can name
     * the session and agent of all that follow.
     */
    default Source sourceAt(LineDetails details, Source before) {
        return before;
    }

    /**
     * A text that every line which changes the source contains, unless it is the first of its file: ASCII letters,
     * digits and underscores. Null when no line changes the source.
     */
    default String sourceText() {
        return null;
    }

    /**
     * Texts as {@link #sourceText}, one of which every line contains that names the working directory of the lines
     * after it, unless it is the first of its file. Empty if each line names its own.
     */
    default List<String> folderTexts() {
        return List.of();
    }

    /**
     * Whether the agent's own totals ({@link Line.Reported}) start with the first line of a session, and its subagents
     * have files of their own, whose lines may come before or after.
     */
    default boolean isMeteredByFiles() {
        return false;
    }

    /** What resolves the {@link Line.Unresolved} lines of a trail in a file. */
    default Resolver resolver(FileId file) {
        throw new IllegalStateException(word() + " has no lines to resolve");
    }

    /** What other packages ask of a dialect, at most one of a kind; each kind has a default. */
    default List<DialectPart> parts() {
        return List.of();
    }

    /** Reads the object that is the current value. */
    LineDetails read(JsonScanner json, Bytes raw);

    /**
     * Whether an object that {@link #read} has read can only be a whole line, and not a part of one: behind a
     * record that was cut off, both occur.
     */
    default boolean isRecord(LineDetails details) {
        return false;
    }

    /** Classifies a line that {@link #read} has read. */
    Line classify(LineDetails details, Source source);
}
