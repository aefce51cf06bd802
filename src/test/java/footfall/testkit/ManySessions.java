package footfall.testkit;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The transcripts of many sessions, which begin 1,000 s apart: turns of 20 steps, of which every third ends by its
 * duration.
 */
public final class ManySessions {
    private static final int STEPS = 20;
    private static final int SECONDS_A_SESSION = 1_000;
    private static final int SECONDS_A_TURN = 100;

    private ManySessions() {}

    /** Writes a file a session below the folder, and returns the folder. */
    public static Path write(Path folder, int sessions, int turns) throws IOException {
        var project = Files.createDirectories(folder.resolve("-w-shop"));
        for (int s = 0; s < sessions; s++) {
            var lines = session("s" + s);
            for (int turn = 0; turn < turns; turn++) {
                int start = s * SECONDS_A_SESSION + turn * SECONDS_A_TURN;
                turn(lines, turn, start);
                if ((s + turn) % 3 == 0) {
                    lines.duration(start + 30, 5);
                }
            }
            Files.write(project.resolve("s" + s + ".jsonl"), lines.bytes());
        }
        return folder;
    }

    private static void turn(Transcripts lines, int turn, int start) {
        lines.prompt(start, "go").with("cwd", "/w/shop");
        for (int step = 0; step < STEPS; step++) {
            var call = turn + "-" + step;
            lines.assistant(start + step, call, use(step % 3 == 0 ? "Read" : "Bash", call))
                    .usage(step, turn);
            lines.result(start + step, call);
        }
    }
}
