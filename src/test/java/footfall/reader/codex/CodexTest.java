package footfall.reader.codex;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.Line;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.line.TranscriptName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files are rollouts, and which session and agent their lines are of. */
class CodexTest {
    private static final Dialect CODEX = Dialects.of("codex");
    private static final String A = "019f0000-0000-7000-8000-00000000000a";
    private static final String B = "019f0000-0000-7000-8000-00000000000b";
    private static final String C = "019f0000-0000-7000-8000-00000000000c";
    private static final String PREFIX = "rollout-2026-01-05T10-00-00-";

    @ParameterizedTest
    @CsvSource({
        "rollout-2026-01-05T10-00-00-" + A + ".jsonl, codex/" + A + ", " + A,
        "rollout-2026-01-05T10-00-00-" + A + ".jsonl.zst, codex/" + A + ", " + A,
        "rollout-2026-01-05T10-00-00-" + A + "_" + B + ".jsonl, codex/" + A + "_" + B + ", " + A,
        "rollout-of-mine.jsonl, codex/rollout-of-mine, rollout-of-mine",
        "mine, codex/mine, mine",
        ".jsonl, codex/.jsonl, .jsonl"
    })
    void theNameOfAFileIsThatOfItsThread(String file, String word, String session) {
        assertThat(CODEX.name(List.of("sessions", "2026", file)))
                .isEqualTo(new TranscriptName(
                        word, Source.file(new SessionId(session), null).in(CODEX)));
    }

    @Test
    void onlyRolloutsAreNamedSo() {
        assertThat(CODEX.isNamed("rollout-x.jsonl")).isTrue();
        assertThat(CODEX.isNamed("rollout-x.jsonl.zst")).isTrue();
        assertThat(CODEX.isNamed("history.jsonl")).isFalse();
        assertThat(CODEX.isNamed("rollout-x.json")).isFalse();
        assertThat(CODEX.isTranscript("rollout-x.jsonl", 0)).isTrue();
        assertThat(Dialects.named(List.of(PREFIX + A + ".jsonl"))).isEqualTo(CODEX);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'timestamp':'2026','type':'session_meta','payl | true",
                "{'timestamp':'2026','ordinal':0,'type':'session_meta','payload':{}} | true",
                "{'id':'a','timestamp':'2026','instructions':'You ar | true",
                "{'id':'a','timestamp':'2026','instructions':null,'git':{}} | true",
                "{'type':'user','timestamp':'2026','id':'a','instructions':''} | false",
                "{'id':'a','instructions':''} | false",
                "{'timestamp':'2026','id':'a'} | false",
                "[] | false",
                "{'type':['session_meta']} | false",
                "session_meta | false"
            })
    void aFileIsRecognizedByItsFirstLine(String head, boolean isCodex) {
        var bytes = Bytes.of(head.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        assertThat(CODEX.isBegunBy(bytes)).isEqualTo(isCodex);
    }

    private static String head(String id, String more) {
        return "'type':'session_meta','payload':{'id':'" + id + "'" + more + "}";
    }

    /** The session and the agent of each line, and what it is. */
    private static List<String> read(String... lines) {
        var file = new CodexFile(PREFIX + A + ".jsonl");
        for (var line : lines) {
            file.add(line);
        }
        return file.read().stream().map(CodexTest::described).collect(Collectors.toList());
    }

    private static String described(Line line) {
        var envelope = line.envelope();
        var agent = envelope.agent() == null ? "" : "/" + envelope.agent();
        var what = line instanceof Line.Unresolved unresolved
                ? ((CodexEvent) unresolved.event()).fact().getClass().getSimpleName()
                : "Nothing";
        return (envelope.session() + agent + " " + what)
                .replace(A, "A")
                .replace(B, "B")
                .replace(C, "C");
    }

    private static final String WORK = "'type':'response_item','payload':{'type':'reasoning'}";

    @Test
    void linesBeforeTheFirstHeadMeanNothing() {
        assertThat(read(WORK, head(A, ""), WORK)).containsExactly("A Nothing", "A Head", "A Work");
    }

    @Test
    void theContentAndNotTheNameIsTheSession() {
        assertThat(read(head(B, ",'session_id':'" + C + "','cli_version':'0.147.0'"), WORK))
                .containsExactly("B Head", "B Work");
    }

    @Test
    void aSubagentIsPartOfItsRootsSession() {
        var spawn = "'source':{'subagent':{'thread_spawn':{'parent_thread_id':'" + C + "','depth':1}}}";
        assertThat(read(head(A, "," + spawn), WORK)).containsExactly("C/A Head", "C/A Work");
        assertThat(read(head(A, ",'parent_thread_id':'" + B + "'," + spawn), WORK))
                .containsExactly("B/A Head", "B/A Work");
        assertThat(read(head(A, ",'session_id':'" + C + "','parent_thread_id':'" + B + "','thread_source':'subagent'")))
                .containsExactly("C/A Head");
        assertThat(read(head(A, ",'source':{'subagent':'review'}"))).containsExactly("A/A Head");
        assertThat(read(head(A, ",'source':{'subagent':null},'thread_source':'user'")))
                .containsExactly("A Head");
        assertThat(read(head(A, ",'source':'cli','parent_thread_id':'" + B + "'")))
                .containsExactly("A Head");
    }

    @Test
    void theHeadsOfACopiedHistoryMeanNothing() {
        assertThat(read(head(A, ",'forked_from_id':'" + B + "'"), head(B, ""), WORK, head(A, ""), WORK))
                .containsExactly("A Head", "A Nothing", "A Work", "A Head", "A Work");
        assertThat(read(
                        head(A, ",'session_id':'" + C + "','parent_thread_id':'" + B + "','thread_source':'subagent'"),
                        head(B, ""),
                        WORK))
                .containsExactly("C/A Head", "C/A Nothing", "C/A Work");
    }

    @Test
    void aForkOfAForkHasTheHeadsOfAllItsAncestors() {
        assertThat(read(
                        head(A, ",'forked_from_id':'" + B + "'"),
                        head(B, ",'forked_from_id':'" + C + "'"),
                        head(C, ""),
                        WORK))
                .containsExactly("A Head", "A Nothing", "A Nothing", "A Work");
    }

    @Test
    void anotherThreadBeginsAnotherTrail() {
        assertThat(read(head(A, ""), WORK, head(B, ",'forked_from_id':'" + C + "'"), WORK, head(C, ""), WORK))
                .containsExactly("A Head", "A Work", "B Head", "B Work", "B Nothing", "B Work");
    }

    @Test
    void aHeadWithoutAnIdMeansNothing() {
        assertThat(read("'type':'session_meta','payload':{'cwd':'/x'}", WORK))
                .containsExactly("A Nothing", "A Nothing");
    }

    @Test
    void theOldestFormBeginsWithABareHead() {
        var head = "'id':'" + B + "','timestamp':'2025-08-05T10:00:00.000Z','instructions':null,'git':{}";
        var message = "'type':'message','id':null,'role':'assistant','content':[]";
        assertThat(read(head, "'record_type':'state'", message, "'id':'" + C + "','timestamp':'2025'", message))
                .containsExactly("B Head", "B Nothing", "B Work", "B Nothing", "B Work");
    }

    @Test
    void theHeadNamesProjectAndVersion() {
        var file = new CodexFile(PREFIX + A + ".jsonl");
        file.add("'timestamp':'2026-01-05T10:00:00Z'," + head(A, ",'cwd':'/home/x/shop','cli_version':'0.147.0'"));
        var envelope = file.read().get(0).envelope();
        assertThat(envelope.project()).isEqualTo("shop");
        assertThat(envelope.version()).isEqualTo("0.147.0");
    }

    @Test
    void aDeepResultIsRead() {
        var deep = "{'content':".repeat(900) + "'x'" + "}".repeat(900);
        var line = CodexFile.line(
                "'type':'response_item','payload':{'type':'function_call_output','output':" + deep + "}");
        assertThat(line).isInstanceOf(Line.Unresolved.class);
    }
}
