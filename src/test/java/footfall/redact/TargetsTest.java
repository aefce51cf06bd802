package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.Target;
import footfall.line.ToolUse;
import footfall.tail.Chunks;
import footfall.tail.ExcludedProjects;
import footfall.tail.Transcript;
import footfall.tail.Transcripts;
import footfall.testkit.Defaults;
import footfall.wire.EventJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** A target shows which calls of a machine use the same file, and an input which ask for the same, and nothing else. */
class TargetsTest {
    private static final Path CORPUS = Path.of("../shared/corpus/projects");
    private static final LineParser PARSER = new LineParser();

    private static RedactRules keyed(String key) {
        return RedactRules.DEFAULTS.with(new Identity.KeyedHash(key.getBytes(StandardCharsets.UTF_8)));
    }

    private static String sent(RedactRules rules, String path) {
        return new RedactorFixture(rules, RedactorFixture.SOURCE)
                .of("{'type':'assistant','message':{'content':[{'type':'tool_use','id':'t','name':'Read','input':"
                        + "{'file_path':'" + path + "','limit':5}}]}}");
    }

    @Test
    void aTargetDependsOnThePathAndTheKey() {
        assertThat(sent(keyed("one"), "/a/b")).isEqualTo(sent(keyed("one"), "/a/b"));
        assertThat(sent(keyed("one"), "/a/b")).isNotEqualTo(sent(keyed("one"), "/a/c"));
        assertThat(sent(keyed("one"), "/a/b")).isNotEqualTo(sent(keyed("two"), "/a/b"));
        assertThat(sent(keyed("one"), "/a/b"))
                .containsPattern("\"target\":\\{\"value\":\"[0-9a-f]{12}\",\"part\":true}");
    }

    @Test
    void withoutAKeyNoTargetLeaves() {
        assertThat(sent(RedactRules.DEFAULTS, "/a/b")).doesNotContain("target", "part");
    }

    private static String patched(RedactRules rules) {
        var patch = "*** Begin Patch\\n*** Update File: /a/b\\n+ada\\n*** Delete File: /a/c\\n";
        return new RedactorFixture(rules, RedactorFixture.SOURCE)
                .of("{'type':'assistant','message':{'content':[{'type':'tool_use','id':'t','name':'apply_patch',"
                        + "'input':{'patch':'" + patch + "'}}]}}");
    }

    @Test
    void eachFileOfAPatchHasAHashOrIsCounted() {
        assertThat(patched(keyed("one")))
                .containsPattern("\"others\":\\[\"[0-9a-f]{12}\"]")
                .contains("\"changes\":{\"lines_added\":1,\"lines_removed\":0}")
                .doesNotContain("ada", "/a/");
        assertThat(patched(RedactRules.DEFAULTS))
                .contains("\"changes\":{\"lines_added\":1,\"lines_removed\":0,\"files\":2}")
                .doesNotContain("target", "/a/");
    }

    private static String searched(RedactRules rules, String pattern) {
        return new RedactorFixture(rules, RedactorFixture.SOURCE)
                .of("{'type':'assistant','message':{'content':[{'type':'tool_use','id':'t','name':'Grep','input':"
                        + "{'pattern':'" + pattern + "'}}]}}");
    }

    @Test
    void anInputDependsOnWhatIsAskedForAndTheKey() {
        assertThat(searched(keyed("one"), "ada")).isEqualTo(searched(keyed("one"), "ada"));
        assertThat(searched(keyed("one"), "ada")).isNotEqualTo(searched(keyed("one"), "eve"));
        assertThat(searched(keyed("one"), "ada")).isNotEqualTo(searched(keyed("two"), "ada"));
        assertThat(searched(keyed("one"), "ada"))
                .containsPattern("\"input\":\"[0-9a-f]{12}\"")
                .doesNotContain("ada");
        assertThat(searched(RedactRules.DEFAULTS, "ada")).doesNotContain("\"input\"");
    }

    @Test
    void aTargetIsNoPseudonymOfTheSameName() {
        var key = new Identity.KeyedHash(new byte[] {1});
        assertThat(key.of("target", "ada", 6)).isNotEqualTo(key.of("user", "ada", 6));
    }

    /** What someone without the key can do: hash each path of the corpus in every usual way. */
    @Test
    void aDictionaryOfThePathsOfTheCorpusFindsNone() throws Exception {
        assumeThat(CORPUS).exists();
        var paths = new HashSet<String>();
        var targets = new HashMap<String, String>();
        var lines = new StringBuilder();
        for (var path : Transcripts.below(CORPUS, ExcludedProjects.NONE).files()) {
            read(Transcript.open(path), paths, targets, lines);
        }
        assertThat(paths).hasSizeGreaterThan(100);
        assertThat(targets).hasSameSizeAs(paths); // No two files of the corpus have the same hash.
        var guesses = guesses(paths);
        assertThat(targets.keySet()).noneMatch(guesses::contains);
        assertThat(paths).noneMatch(path -> path.length() > 12 && lines.indexOf(path) >= 0);
    }

    private static void read(Transcript file, Set<String> paths, Map<String, String> targets, StringBuilder lines)
            throws IOException {
        var redactor = new Redactor(Defaults.REDACT);
        try (var chunks = new Chunks(file.path(), 1 << 20, LineParser.LINE_BYTES_MAX)) {
            for (var chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
                chunk.eachLine((bytes, offset) -> {
                    var raw = targets(PARSER.parse(bytes, offset, file.source()).stream()
                            .filter(Parsed.Accepted.class::isInstance)
                            .map(part -> ((Parsed.Accepted) part).line()));
                    raw.forEach(target -> paths.add(target.value()));
                    for (var part :
                            redactor.redact(new RedactedLine.RawLine(file.id(), offset, file.source(), bytes))) {
                        if (part instanceof RedactedLine line) {
                            lines.append(new String(EventJson.bytes(line), StandardCharsets.UTF_8));
                            targets(line.events().events().stream()).forEach(target -> targets.put(target.value(), ""));
                        }
                    }
                });
            }
        }
    }

    private static List<Target> targets(Stream<Line> lines) {
        return lines.flatMap(line -> line.toolUses().stream())
                .map(ToolUse::target)
                .filter(Objects::nonNull)
                .toList();
    }

    private static Set<String> guesses(Set<String> paths) throws Exception {
        var guesses = new HashSet<String>();
        for (var path : paths) {
            for (var text : List.of(path, "target:" + path, path.substring(path.lastIndexOf('/') + 1))) {
                var bytes = text.getBytes(StandardCharsets.UTF_8);
                for (var algorithm : List.of("MD5", "SHA-1", "SHA-256", "SHA-512")) {
                    var hash = MessageDigest.getInstance(algorithm).digest(bytes);
                    guesses.add(HexFormat.of().formatHex(hash, 0, 6));
                    guesses.add(HexFormat.of().formatHex(hash, hash.length - 6, hash.length));
                }
                for (var key : List.of(new byte[1], new byte[32], "footfall".getBytes(StandardCharsets.UTF_8))) {
                    guesses.add(new Identity.KeyedHash(key).of("target", path, 6));
                }
                var crc = new CRC32();
                crc.update(bytes);
                guesses.add(HexFormat.of().toHexDigits(crc.getValue(), 12));
            }
        }
        return guesses;
    }
}
