package footfall.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/** The rows of calls that an extraction wrote. */
final class ExtractedCalls {
    private ExtractedCalls() {}

    static List<CSVRecord> of(Path out) throws IOException {
        try (var csv = CSVFormat.RFC4180
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get()
                .parse(Files.newBufferedReader(out.resolve(Extraction.USAGE)))) {
            return csv.getRecords();
        }
    }
}
