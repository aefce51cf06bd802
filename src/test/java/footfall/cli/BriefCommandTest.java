package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import footfall.cli.SessionText.VisibleWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BriefCommandTest {
    private static final Path CORPUS = Path.of("..", "shared", "corpus");
    private static final String BRIEF = """
      [turn 001] USER:
      Hi

      [turn 001] ASSISTANT (completed, 1 in / 2 out tokens):
      Hello.

      """;

    @TempDir
    Path folder;

    @BeforeEach
    void writeSessions() throws IOException {
        write(".claude/projects/-w/abc1.jsonl", """
        {"type":"user","message":{"content":"Hi"}}
        {"type":"assistant","message":{"content":[{"type":"text","text":"Hello."}],"usage":{"input_tokens":1,\
        "output_tokens":2}}}
        """);
        write(".qbit/transcripts/def2/transcript.json", """
        [{"_timestamp":1767607200000,"type":"user_message","content":"Hi"},
         {"_timestamp":1767607201000,"type":"completed","response":"Hello.",\
        "input_tokens":1,"output_tokens":2}]
        """);
    }

    private Path write(String place, String content) throws IOException {
        var path = folder.resolve(place);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, content);
    }

    private Terminal.Ran run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    private Terminal.Ran withInput(String input, String... arguments) {
        return new Terminal(folder)
                .typing(input.getBytes(StandardCharsets.UTF_8))
                .run(Stream.concat(Stream.of("brief"), Stream.of(arguments)).toArray(String[]::new));
    }

    @Test
    void aSessionOfEitherDialectIsFoundByTheBeginningOfItsIdOrByItsFile() throws IOException {
        var printed = new Terminal.Ran(0, BRIEF, "");
        assertThat(run("brief", "abc")).isEqualTo(printed);
        assertThat(run("brief", "def")).isEqualTo(printed);
        var qbit = folder.resolve(".qbit/transcripts/def2/transcript.json");
        assertThat(run("brief", qbit.toString())).isEqualTo(printed);
        var elsewhere = Files.copy(qbit, folder.resolve("talk.json"));
        assertThat(run("brief", elsewhere.toString())).isEqualTo(printed);
    }

    @Test
    void qbitsTurnsStandBesideTheOthers() {
        var turns = run("turns", "--from", "--min-length", "0");
        assertThat(turns.err()).isEmpty();
        assertThat(turns.out().lines().map(String::strip))
                .containsExactly(
                        "2 turns",
                        "SESSION  TURN  LENGTH  STARTED                TOOK     COST  PROJECT  BEGAN  TOOLS",
                        "abc1        0       0                               unknown           human",
                        "def2        0       0  2026-01-05T10:00:00Z  1.0 s  unknown           human");
    }

    @Test
    void badLinesAreNamedAndSkipped() throws IOException {
        var file = write("bad.jsonl", "{\"type\":\"user\",\"message\":{\"content\":\"Hi\"}}\n{\"type\":\n");
        assertThat(run("brief", file.toString()))
                .isEqualTo(new Terminal.Ran(
                        0,
                        "[turn 001] USER:\nHi\n\n",
                        "footfall: skipped 1 bad line:\nfootfall:   " + file + ":2: not JSON\n"));
        var array = write("bad/transcript.json", "[{\"type\":\"user_message\",\"content\":\"Hi\"},\n{\"type\":7 8}]");
        assertThat(run("brief", array.toString()))
                .isEqualTo(new Terminal.Ran(
                        0,
                        "[turn 001] USER:\nHi\n\n",
                        "footfall: skipped 1 bad line:\nfootfall:   " + array + ":2: not JSON\n"));
    }

    @Test
    void anEmptyTranscriptHasAnEmptyBriefAndAMissingOneIsAnError() throws IOException {
        for (var file : List.of(
                write("empty.jsonl", ""),
                write("a/transcript.json", ""),
                write("b/transcript.json", "[]"),
                write("c/transcript.json", "[\n  {\"type\":\"user_mess"))) {
            assertThat(run("brief", file.toString())).as(file.toString()).isEqualTo(new Terminal.Ran(0, "", ""));
        }
        assertThat(run("brief", folder + "/none.jsonl").exit()).isEqualTo(1);
        assertThat(run("brief", "zzz").err()).startsWith("footfall: no session ID starts with zzz in ");
        assertThat(run("brief", write("notes.jsonl", "{\"a\":1}\n").toString()).exit())
                .isEqualTo(1);
    }

    @Test
    void wrongUsageIsSaid() {
        for (var arguments : List.of(
                "brief",
                "brief abc --artifacts d",
                "brief abc --save-summary abc",
                "brief --save --save-summary abc",
                "brief --save",
                "brief abc def")) {
            assertThat(run(arguments.split(" ")).exit()).as(arguments).isEqualTo(2);
        }
    }

    @Test
    void aBriefIsKeptForItsOwnerOnlyAndNothingIsWrittenOver() throws IOException {
        var kept = folder.resolve(".footfall/artifacts");
        var first = kept.resolve("summarizer-input-abc1-1768003200.md");
        var second = kept.resolve("summarizer-input-abc1-1768003201.md");
        assertThat(run("brief", "abc", "--save")).isEqualTo(new Terminal.Ran(0, first + "\n", ""));
        assertThat(run("brief", "abc", "--save")).isEqualTo(new Terminal.Ran(0, second + "\n", ""));
        assertThat(first).hasContent(BRIEF.stripTrailing() + "\n\n");
        assertThat(Files.readString(second)).isEqualTo(BRIEF);
        assertThat(names(kept))
                .containsExactly(
                        first.getFileName().toString(), second.getFileName().toString());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(first)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                .isEqualTo("rwx------");
    }

    @Test
    void aSummaryIsKeptUnderItsSessionWhichCannotLeadOutOfTheFolder() throws IOException {
        var kept = folder.resolve("kept");
        assertThat(withInput("Sum\n", "--save-summary", "../../../ab\nc", "--artifacts", kept.toString()))
                .isEqualTo(new Terminal.Ran(0, kept.resolve("summary-.._.._.._ab_c-1768003200.md") + "\n", ""));
        assertThat(names(kept)).containsExactly("summary-.._.._.._ab_c-1768003200.md");
        assertThat(Files.readString(kept.resolve(names(kept).get(0)))).isEqualTo("Sum\n");
    }

    @Test
    void aSummaryOfNothingIsRefusedAndWhatFailsLeavesNoFile() throws IOException {
        var ran = withInput("", "--save-summary", "abc");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err()).startsWith("footfall: standard input is empty");
        var kept = folder.resolve("kept");
        var notes = write("notes.jsonl", "{\"a\":1}\n");
        assertThat(run("brief", notes.toString(), "--save", "--artifacts", kept.toString())
                        .exit())
                .isEqualTo(1);
        assertThat(names(kept)).isEmpty();
        assertThat(run("brief", "abc", "--save", "--artifacts", notes.toString())
                        .err())
                .startsWith("footfall: cannot create a file in " + notes);
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aTerminalIsNotSteered() throws IOException {
        var out = new StringWriter();
        try (var visible = new VisibleWriter(out)) {
            visible.write("a\tb\n\u001b[31mé\n");
            visible.write('\u0007');
        }
        assertThat(out.toString()).isEqualTo("a\tb\n\\u001b[31mé\n\\u0007");
    }

    @Test
    void everyTranscriptOfTheCorpusHasABrief() throws IOException {
        assumeThat(CORPUS).exists();
        var failed = new ArrayList<String>();
        try (var files = Files.walk(CORPUS.resolve("projects"))) {
            for (var file :
                    files.filter(path -> path.toString().endsWith(".jsonl")).collect(Collectors.toList())) {
                var ran = run("brief", file.toString());
                if (ran.exit() != 0
                        || !ran.out().startsWith("[turn ")
                        || !ran.out().endsWith("\n\n")) {
                    failed.add(file + " " + ran.exit() + " " + ran.err());
                }
            }
        }
        assertThat(failed).isEmpty();
    }

    @Test
    void theNumbersOfTurnsAreInTheSameDigitsEverywhere() {
        var before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(new Terminal(folder).run("brief", "abc1").out()).isEqualTo(BRIEF);
        } finally {
            Locale.setDefault(before);
        }
    }
}
