package footfall.report;

import footfall.line.Parsed;
import footfall.tail.Transcript;
import java.util.List;

/** Every line of transcripts, in order. */
public final class ReadFiles {
    private ReadFiles() {}

    public static Reading read(History history, List<Transcript> files, History.Sink<Parsed.Accepted> sink)
            throws InterruptedException {
        var reading = new Reading.Edit();
        history.read(
                new History.Task(files, LocalFiles.NO_PROGRESS, reading), (file, line, details, place) -> line, sink);
        return reading.done();
    }
}
