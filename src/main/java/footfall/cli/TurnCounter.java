package footfall.cli;

import footfall.config.Settings;
import footfall.pattern.TalliedTurn;
import footfall.report.Reading;
import footfall.report.UserError;
import java.time.Instant;
import java.util.function.Consumer;

/** Reads the turns to tally, and counts those that started before {@code --since}. */
final class TurnCounter {
    private final Instant start;
    private Reading reading;
    private long turns;
    private long before;

    TurnCounter(Instant start) {
        this.start = start;
    }

    void read(FilesOptions files, Console console, Settings settings, Consumer<TalliedTurn> tally)
            throws CommandFailed, UserError, InterruptedException {
        try (var folded = files.fold(console, settings)) {
            folded.eachWalk(turn -> {
                turns++;
                before += turn.isSince(start) ? 0 : 1;
                tally.accept(turn);
            });
            reading = folded.reading();
        }
    }

    /** Why an answer is empty; null when it was already reported. A turn without any time is not tallied. */
    String none(String none) {
        var exclusions =
                new Exclusions(none, "turn", turns).filter(start == null ? "missing times" : "--since", before);
        return ReadingReport.none(reading, exclusions.text());
    }
}
