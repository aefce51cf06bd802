package footfall.report;

import footfall.call.Repeats;
import footfall.line.Line;
import footfall.tail.Transcript;

/** Finds the lines that repeat others of their file. Files come one after the other. */
final class FileRepeats {
    private Transcript file;
    private Repeats repeats;

    boolean is(Transcript of, Line line) {
        if (file != of) {
            file = of;
            repeats = of.source().dialect().isRepeating() ? new Repeats() : null;
        }
        return repeats != null && repeats.is(line);
    }
}
