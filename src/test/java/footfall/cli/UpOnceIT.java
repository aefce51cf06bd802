package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All that {@code up --once} says to a person. */
@Timeout(300)
class UpOnceIT {
    @TempDir
    Path folder;

    private Terminal.Ran up(String... more) {
        var arguments = Arrays.copyOf(new String[] {"up", "--once"}, 2 + more.length);
        System.arraycopy(more, 0, arguments, 2, more.length);
        var ran = new Terminal(folder).run(arguments);
        return new Terminal.Ran(
                ran.exit(),
                ran.out().replaceFirst("\\d+ KB read, \\d+ KB sent, in \\d+\\.\\d s\n", "(size)\n"),
                ran.err());
    }

    @Test
    void whatItSaysToDoNextWorksWhenCopied() throws Exception {
        var home = folder.resolve("it's my talk");
        Transcripts.of(home, "one", "2026-01-05").turn("Read", "Edit", "Read").write();
        var ran = up(
                "--home",
                home.toString(),
                "--set",
                "turn_length_threshold=2",
                "--set",
                "data_dir=" + folder.resolve("data"));
        var quoted = "'" + folder + "/it'\\''s my talk'";
        assertThat(ran).isEqualTo(new Terminal.Ran(0, """
        turns 1, sessions 1, steps 3, long turns 1, copies 0
        files 1, lines sent 8, rejected 0, (size)
        to list them:
          footfall turns --from %1$s --set turn_length_threshold=2
          footfall tools --from %1$s --set turn_length_threshold=2
          footfall desires --from %1$s --set turn_length_threshold=2
        """.formatted(quoted), ""));
        for (var hint : ran.out().lines().skip(3).toList()) {
            assertThat(new Terminal(folder).run(words(hint)))
                    .as(hint)
                    .satisfies(copied -> assertThat(copied.exit()).isZero());
        }
        var first = ran.out().lines().skip(3).findFirst().orElseThrow();
        assertThat(new Terminal(folder).run(words(first)).out()).contains("one         0       3");
    }

    /** What a shell makes of a line, without the name of the program. */
    private static String[] words(String line) throws IOException {
        var shell = new ProcessBuilder("/bin/sh", "-c", "printf '%s\\n' " + line).start();
        return new String(shell.getInputStream().readAllBytes()).lines().skip(1).toArray(String[]::new);
    }

    /** Of an array, the line in which an element begins. */
    @Test
    void badLinesAreNamedByFileAndLineAndExcludedProjectsAreCounted() throws IOException {
        var home = folder.resolve(".claude");
        var file = Transcripts.of(home, "one", "2026-01-05")
                .turn("Read")
                .raw("{\"half")
                .turn("Read")
                .raw("[]")
                .write();
        var open = Transcripts.of(home, "two", "2026-01-05").turn("Read").write();
        Files.writeString(open, Files.readString(open).replace("/work/shop", "/work/secret"));
        var array = Files.createDirectories(folder.resolve("talk-1")).resolve("transcript.json");
        Files.writeString(array, """
        [
          {
            "type": "user_message", "_timestamp": "2026-01-05T10:00:00Z",
            "content": "Hi"
          },
          {
            "type" "no colon"
          },
          { "type": "user_message", "_timestamp": "2026-01-05T10:00:01Z", "content": "%s" },
          []
        ]
        """.formatted("Hello".repeat(300)));
        assertThat(up("--home", folder.toString(), "--set", "projects_exclude=secret", "--set", "line_bytes_max=1KiB"))
                .isEqualTo(new Terminal.Ran(0, """
        turns 2, sessions 1, steps 2, long turns 0, copies 0
        files 2, lines sent 9, rejected 4, (size)
        to list them:
          footfall turns --from %1$s --set projects_exclude=secret --set line_bytes_max=1KiB
          footfall tools --from %1$s --set projects_exclude=secret --set line_bytes_max=1KiB
          footfall desires --from %1$s --set projects_exclude=secret --set line_bytes_max=1KiB
        """.formatted(folder), """
        footfall: skipped 4 bad lines:
        footfall:   %1$s:5: not JSON
        footfall:   %1$s:10: not an object
        footfall:   %2$s:6: not JSON
        footfall:   %2$s:9: too long
        footfall: skipped 1 transcript of excluded projects
        """.formatted(file, array)));
    }

    @Test
    void aHomeWithoutTranscriptsIsNamed() throws IOException {
        var empty = Files.createDirectories(folder.resolve("empty"));
        assertThat(up("--home", empty.toString()))
                .isEqualTo(new Terminal.Ran(
                        0,
                        """
        turns 0, sessions 0, steps 0, long turns 0, copies 0
        files 0, lines sent 0, rejected 0, (size)
        """,
                        "footfall: no transcripts in " + empty
                                + "; footfall searched for non-empty *.jsonl, *.jsonl.zst, opencode.db, "
                                + "session-*.json, storage/session, transcript.json\n"));
        assertThat(up("--json", "--home", empty.toString()))
                .isEqualTo(new Terminal.Ran(
                        0,
                        "[]\n",
                        "footfall: no transcripts in " + empty
                                + "; footfall searched for non-empty *.jsonl, *.jsonl.zst, opencode.db, "
                                + "session-*.json, storage/session, transcript.json\n"));
        assertThat(List.of(empty.toFile().list())).isEmpty();
    }
}
