package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.LongSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees who asked {@code up} once to leave out the history. */
@LongSuite
@Timeout(600)
class UpFromNowIT {
    @TempDir
    Path folder;

    private ChildUp up(String... more) throws IOException {
        var arguments = new String[4 + more.length];
        System.arraycopy(
                new String[] {
                    "up", "--no-view", "--home", folder.resolve("agents").toString()
                },
                0,
                arguments,
                0,
                4);
        System.arraycopy(more, 0, arguments, 4, more.length);
        return ChildUp.start(folder, arguments);
    }

    private void session(String name, int turns) throws IOException {
        var transcript = Transcripts.of(folder.resolve("written"), name, "2026-01-05");
        for (int i = 0; i < turns; i++) {
            transcript.turn("Read", "Edit");
        }
        var all = Files.readAllBytes(transcript.write());
        var file = Files.createDirectories(folder.resolve("agents/projects/-work-shop"))
                .resolve(name + ".jsonl");
        int there = Files.exists(file) ? (int) Files.size(file) : 0;
        Files.write(
                file, Arrays.copyOfRange(all, there, all.length), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    void theHistoryStaysOutAtLaterStartsTooAndEachOfThemSaysSo() throws Exception {
        session("one", 1);
        try (var first = up("--from-now")) {
            first.says("footfall: --from-now: skipped the existing lines of 1 transcript");
            session("two", 1);
            first.says("two:0");
            assertThat(first.out()).doesNotContain("one:");
            assertThat(first.stop().exit()).isEqualTo(143);
        }
        for (int turns = 2; turns < 4; turns++) {
            try (var later = turns == 2 ? up() : up("--from-now")) {
                later.says("footfall: continuing from the checkpoint; 1 transcript keeps its "
                        + "skipped history (--from-now)");
                session("one", turns);
                later.says("one:" + (turns - 1));
                assertThat(later.out()).doesNotContain("one:0");
                assertThat(later.stop().exit()).isEqualTo(143);
            }
        }
    }

    @Test
    void askingForItAfterTheHistoryWasSentSaysThatItChangesNothing() throws Exception {
        session("one", 1);
        try (var first = up()) {
            first.says("one:0");
            assertThat(first.stop().exit()).isEqualTo(143);
        }
        try (var later = up("--from-now")) {
            later.says("footfall: --from-now has no effect, because this is not the first start");
            assertThat(later.stop().exit()).isEqualTo(143);
        }
    }
}
