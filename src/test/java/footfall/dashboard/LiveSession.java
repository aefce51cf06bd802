package footfall.dashboard;

import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;

/** A session that works now, in a home that is served: its lines are appended while a page is open. */
final class LiveSession {
    private final ServedHome home;
    private final String id;
    private final long start;
    private final Transcripts lines;
    private int written;

    /** Begins with a prompt, some seconds ago: a turn without lines for minutes would close by itself. */
    LiveSession(ServedHome home, String id, String folder) {
        this.home = home;
        this.id = id;
        start = Duration.between(Transcripts.START, Instant.now()).toSeconds() - 20;
        lines = Transcripts.session(id).prompt(start, "go").with("cwd", folder);
    }

    /** Seconds after {@link Transcripts#START}. */
    long at(int seconds) {
        return start + seconds;
    }

    /** Adds lines and appends all that are not in the file yet. */
    void write(UnaryOperator<Transcripts> more) throws IOException {
        var all = more.apply(lines).lines();
        var text = String.join("\n", all.subList(written, all.size())) + "\n";
        home.append(id, text.getBytes(StandardCharsets.UTF_8));
        written = all.size();
    }
}
