package footfall.line;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The registry of dialects: the agents that have transcripts, in the order of the list. */
public final class Dialects {
    private static final List<Dialect> ALL = Agents.all().stream()
            .filter(Dialect.class::isInstance)
            .map(Dialect.class::cast)
            .toList();

    /** The dialect of a file that no other dialect claims. */
    private static final Dialect USUAL = of("claude");

    private Dialects() {}

    public static List<Dialect> all() {
        return ALL;
    }

    /** @throws IllegalArgumentException when there is no such dialect */
    public static Dialect of(String word) {
        return ALL.stream()
                .filter(dialect -> dialect.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("dialect is unknown"));
    }

    /** The dialect of a file ID, whose name starts with the dialect's word. */
    public static Dialect ofFileId(String name) {
        int slash = name.indexOf('/');
        return of(slash < 0 ? name : name.substring(0, slash));
    }

    /** As {@link Dialect#isMeteredByFiles}; false for a file of an agent that only writes events. */
    public static boolean isMeteredByFiles(FileId file) {
        return ALL.stream().anyMatch(dialect -> dialect.word().equals(file.dialect()) && dialect.isMeteredByFiles());
    }

    public static Dialect usual() {
        return USUAL;
    }

    /** The dialect that claims a file by its path, else the default. */
    public static Dialect named(List<String> path) {
        return ALL.stream().filter(dialect -> dialect.isNamed(path)).findFirst().orElse(USUAL);
    }

    /** The dialect that recognizes a file by its beginning, else the default. */
    public static Dialect begunBy(Bytes head) {
        return ALL.stream()
                .filter(dialect -> dialect.isBegunBy(head))
                .findFirst()
                .orElse(USUAL);
    }

    /** The parts of one kind by dialect; {@code orElse} for one without such a part. */
    public static <T extends DialectPart> Map<Dialect, T> parts(Class<T> kind, T orElse) {
        return ALL.stream()
                .collect(Collectors.toUnmodifiableMap(
                        Function.identity(),
                        dialect -> dialect.parts().stream()
                                .filter(kind::isInstance)
                                .map(kind::cast)
                                .findFirst()
                                .orElse(orElse)));
    }
}
