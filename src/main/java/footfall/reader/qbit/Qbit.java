package footfall.reader.qbit;

import footfall.line.AgentWords;
import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.DialectPart;
import footfall.line.LenientJson;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Source;
import footfall.line.TranscriptName;
import footfall.scan.JsonScanner;
import java.util.List;

/**
 * qbit: events with flat fields, one per line or in one array that is rewritten with each event. Every file
 * is named {@code transcript.json}, in a folder named after its session or subagent.
 */
public final class Qbit implements Dialect {
    private static final String FILE = "transcript.json";
    private static final String LINES = ".jsonl";
    private static final List<String> SUFFIXES = List.of(LINES, ".json");
    private static final String SUBAGENTS = "subagents";

    @Override
    public String word() {
        return "qbit";
    }

    @Override
    public AgentWords words() {
        return new QbitWords();
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
        return new Home("VT_TRANSCRIPT_DIR", List.of(".qbit"), List.of("transcripts"), false, false);
    }

    @Override
    public List<String> fileNames() {
        return List.of("transcript.json");
    }

    @Override
    public boolean isNamed(String file) {
        return file.equals(FILE);
    }

    @Override
    public boolean isBegunBy(Bytes head) {
        int at = head.skipBlank(head.from());
        boolean isArray = at < head.to() && head.array()[at] == '[';
        int first = isArray ? head.skipBlank(at + 1) : at;
        return LenientJson.hasKey(head.tail(first), "_timestamp");
    }

    @Override
    public TranscriptName name(List<String> path) {
        int folder = path.size() - 2;
        if (folder < 0) {
            return TranscriptName.of(this, FILE, null);
        }
        boolean isAgent = folder > 1 && path.get(folder - 1).equals(SUBAGENTS);
        return isAgent
                ? TranscriptName.of(this, path.get(folder - 2), path.get(folder))
                : TranscriptName.of(this, path.get(folder), null);
    }

    /** The session of a renamed file is its name. */
    @Override
    public TranscriptName nameByContent(String file) {
        int dot = SUFFIXES.stream().anyMatch(file::endsWith) ? file.lastIndexOf('.') : file.length();
        return TranscriptName.of(this, dot == 0 ? file : file.substring(0, dot), null);
    }

    @Override
    public boolean isTranscript(String file) {
        return isNamed(file);
    }

    /** A transcript may have been renamed: any possible file counts. */
    @Override
    public boolean isTranscript(String file, int depth) {
        return file.endsWith(LINES) || isNamed(file);
    }

    @Override
    public boolean isFolderScanned(String folder, int depth) {
        return true;
    }

    @Override
    public String mainFile(List<String> path, String session) {
        int folder = path.lastIndexOf(SUBAGENTS);
        return folder < 0 ? null : "../".repeat(path.size() - 1 - folder) + FILE;
    }

    @Override
    public boolean isProjectInLines() {
        return false;
    }

    @Override
    public boolean isSessionInLines() {
        return false;
    }

    /** An approval repeats its request, and a failed result follows a denial. */
    @Override
    public boolean isRepeating() {
        return true;
    }

    @Override
    public List<DialectPart> parts() {
        return List.of(new QbitCalls(), new QbitMoments());
    }

    @Override
    public LineDetails read(JsonScanner json, Bytes raw) {
        return new LineDetails(this, QbitDraft.read(json, raw));
    }

    @Override
    public Line classify(LineDetails details, Source source) {
        return QbitLine.of(details.draft(), source);
    }
}
