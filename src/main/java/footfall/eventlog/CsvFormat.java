package footfall.eventlog;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/** Writes an event log as CSV (RFC 4180 with a header line) with pm4py's column names. */
public final class CsvFormat implements EventFormat {
    private static final CSVFormat RFC_4180 = CSVFormat.RFC4180
            .builder()
            .setHeader(Column.ALL.stream().map(Column::name).toArray(String[]::new))
            .setRecordSeparator("\n")
            .get();

    private final CSVPrinter csv;

    /** Writes the header line. */
    public CsvFormat(Writer out) throws IOException {
        this.csv = new CSVPrinter(out, RFC_4180);
    }

    @Override
    public void event(Event event) throws IOException {
        var row = new ArrayList<String>(Column.ALL.size());
        for (var column : Column.ALL) {
            row.add(column.textOf(event));
        }
        csv.printRecord(row);
    }

    @Override
    public void end() throws IOException {
        csv.flush();
    }
}
