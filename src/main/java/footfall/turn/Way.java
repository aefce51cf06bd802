package footfall.turn;

import footfall.row.RowReader;
import footfall.row.RowWriter;

/** The pattern of the steps of recoveries, and how often they went this way. */
public record Way(String way, long count) {
    public static void write(RowWriter out, Way way) {
        out.text(way.way);
        out.unsigned(way.count);
    }

    public static Way read(RowReader in) {
        return new Way(in.text(), in.unsigned());
    }
}
