package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.call.LineText;
import footfall.line.LineParser;
import footfall.report.FileFind.FindQuestion;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFindTest {
    @TempDir
    Path folder;

    private FileFind.Found find(long bytes) throws InterruptedException {
        var question = new FindQuestion(
                TextPattern.literal("gate", false),
                EnumSet.allOf(LineText.Where.class),
                null,
                null,
                any -> true,
                null,
                null,
                null);
        return new FileFind(Story.RULES, new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE))
                .find(List.of(folder), question, new FileFind.Limits(10, 10, bytes), LocalFiles.NO_PROGRESS);
    }

    /** With so many sessions, files are not searched for their IDs but read. That one cannot be read shows it. */
    @Test
    void noFileBeyondTheLimitOfBytesIsRead() throws Exception {
        long bytes = 0;
        for (var session : new String[] {"a", "b", "c", "d", "e"}) {
            var file = Files.write(
                    folder.resolve(session + ".jsonl"),
                    Transcripts.session(session)
                            .prompt(0, "mend the gate")
                            .endTurn(1, "m")
                            .bytes());
            bytes += Files.size(file);
        }
        var old = Files.writeString(folder.resolve("old.jsonl.zst"), "not compressed");
        assertThat(old.toFile().setLastModified(1_000)).isTrue();
        var found = find(bytes);
        assertThat(found.matches()).isEqualTo(5);
        assertThat(found.reading().unreadable()).isEmpty();
        assertThat(find(bytes + 1).reading().unreadable())
                .extracting(Reading.Unreadable::path)
                .containsExactly(old);
    }
}
