package footfall.cli;

import com.fasterxml.jackson.databind.ObjectReader;
import footfall.ask.ListLines;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The items of a list of a processor, each as its JSON, read while they come. */
final class ItemLines implements Iterator<byte[]> {
    private final ListLines lines;
    private final CoverageReport coverage;
    private byte[] next;

    ItemLines(ListLines lines, CoverageReport coverage) {
        this.lines = lines;
        this.coverage = coverage;
        read();
    }

    <T> T next(ObjectReader as) {
        return lines.read(next(), as);
    }

    private void read() {
        next = lines.next();
        if (next == null) {
            lines.close();
            coverage.add(lines.coverage());
        }
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public byte[] next() {
        if (next == null) {
            throw new NoSuchElementException();
        }
        var line = next;
        read();
        return line;
    }
}
