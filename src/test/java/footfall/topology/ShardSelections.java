package footfall.topology;

import footfall.testkit.Transcripts;
import footfall.view.Filter;
import footfall.view.Selection;
import java.util.EnumMap;
import java.util.List;

/** Selections of each kind. */
final class ShardSelections {
    private ShardSelections() {}

    static Selection where(String... values) throws Filter.InvalidFilter {
        var filters = new EnumMap<Filter, String>(Filter.class);
        for (int i = 0; i < values.length; i += 2) {
            filters.put(Filter.valueOf(values[i]), values[i + 1]);
        }
        return Selection.parse(filters);
    }

    static List<Selection> all() throws Filter.InvalidFilter {
        return List.of(
                Selection.ALL,
                where("SINCE", Transcripts.at(21).toString()),
                where("UNTIL", Transcripts.at(21).toString()),
                where(
                        "SINCE",
                        Transcripts.at(20).toString(),
                        "UNTIL",
                        Transcripts.at(61).toString()),
                where("SESSION", "s1"),
                where("SESSION", "s1", "SINCE", Transcripts.at(22).toString()),
                where("SESSION", "none"),
                where("PROJECT", "p1"),
                where("TOOL", "Bash", "MIN_LENGTH", "5"),
                where("OUTCOME", "error"),
                where("PATTERN", "Read{2+} -> Bash"),
                where("SINCE", "+900000000-01-01T00:00:00Z"),
                where("UNTIL", "-900000000-01-01T00:00:00Z"));
    }
}
