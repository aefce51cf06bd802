package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.line.Bytes;
import footfall.line.Dialects;
import footfall.line.FileId;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.redact.RedactRules.ErrorDetail;
import footfall.testkit.Canaries;
import footfall.testkit.Defaults;
import footfall.wire.EventJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What holds of the redaction of any file, in each dialect; for tests of other packages. */
public final class RedactionLaw {
    private static final Pattern SUBJECT = Pattern.compile("\"subject\":\"(?:[^\"\\\\]|\\\\.)*+\"");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, Canaries> CANARIES = Map.of(
            "claude", Canaries.CLAUDE,
            "qbit", Canaries.QBIT,
            "codex", Canaries.CODEX,
            "copilot", Canaries.COPILOT,
            "gemini", Canaries.GEMINI,
            "opencode", Canaries.OPENCODE);

    /** Of each setting that says what may leave, every value, with the defaults of the others. */
    public static final List<RedactRules> RULES = List.of(
            Defaults.REDACT,
            Defaults.REDACT.with(ErrorDetail.MESSAGE),
            Defaults.REDACT.with(ErrorDetail.OFF),
            Defaults.REDACT.with((Identity.KeyedHash) null));

    private final String dialect;
    private final RedactRules rules;
    private final Source source;
    private final FileId id;

    /** By the defaults. */
    public RedactionLaw(String dialect) {
        this(dialect, Defaults.REDACT);
    }

    public RedactionLaw(String dialect, RedactRules rules) {
        this.dialect = dialect;
        this.rules = rules;
        this.source = Source.file(new SessionId("s"), null).in(Dialects.of(dialect));
        this.id = new FileId(dialect + "/s", "00", 0);
    }

    /** What leaves means what the lines mean, and gives the same turns. */
    public void assertTurnsStay(List<byte[]> lines) {
        var file = new RedactedFile(source, id, rules);
        lines.forEach(file::line);
        file.end();
    }

    /** The same while the process that redacts them restarts before each line. */
    public void assertTurnsStayAfterRestarts(List<byte[]> lines) {
        var file = new RedactedFile(source, id, rules);
        for (var line : lines) {
            file.restart();
            file.line(line);
        }
        file.end();
    }

    /** Whatever the lines are, a canary in each text that may not leave does not leave. Errors leave no text here. */
    public void assertNoCanaryLeaves(List<byte[]> lines) {
        for (var detail : List.of(ErrorDetail.SUMMARY, ErrorDetail.OFF)) {
            var redactor = new Redactor(rules.with(detail));
            long offset = 0;
            for (var line : lines) {
                var planted = planted(line);
                if (planted != null) {
                    assertNoneIn(redactor, new RedactedLine.RawLine(id, offset, source, Bytes.of(planted)));
                    offset += planted.length + 1;
                }
            }
        }
    }

    private static void assertNoneIn(Redactor redactor, RedactedLine.RawLine raw) {
        for (var part : redactor.redact(raw)) {
            if (part instanceof RedactedLine leaves) {
                var text = new String(EventJson.bytes(leaves), StandardCharsets.UTF_8);
                assertThat(Canaries.isIn(withoutMissingCommand(text)))
                        .as(raw.bytes() + "\n" + text)
                        .isFalse();
            }
        }
    }

    /** The missing command of a shell may leave, whatever its name is. */
    private static String withoutMissingCommand(String line) {
        return SUBJECT.matcher(line).replaceAll("");
    }

    /** Null for a line that is no JSON object. */
    private byte[] planted(byte[] line) {
        var text = new String(line, StandardCharsets.UTF_8);
        if (text.toLowerCase().contains("canary") || text.toLowerCase().contains("yellow") || !isObject(text)) {
            return null;
        }
        return CANARIES.get(dialect).in(text).getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isObject(String text) {
        try {
            var tree = JSON.readTree(text);
            return tree != null && tree.isObject();
        } catch (JsonProcessingException noJson) {
            return false;
        }
    }
}
