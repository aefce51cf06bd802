package footfall.line;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * The registry of dialects: the {@link Dialect} services on the class path, in order. To add one, implement
 * {@link Dialect} and each {@link DialectPart}, and list them in {@code META-INF/services}.
 */
public final class Dialects {
    private static final List<Dialect> ALL = load(Dialect.class);

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

    /** The dialect that claims a file by its name, else the default. */
    public static Dialect named(String file) {
        return ALL.stream().filter(dialect -> dialect.isNamed(file)).findFirst().orElse(USUAL);
    }

    /** The dialect that recognizes a file by its beginning, else the default. */
    public static Dialect begunBy(Bytes head) {
        return ALL.stream()
                .filter(dialect -> dialect.isBegunBy(head))
                .findFirst()
                .orElse(USUAL);
    }

    /**
     * The parts of one kind, one for each dialect.
     *
     * @throws IllegalStateException when a dialect has none
     */
    public static <T extends DialectPart> Map<Dialect, T> parts(Class<T> kind) {
        var parts = new LinkedHashMap<Dialect, T>();
        load(kind).forEach(part -> parts.put(of(part.dialect()), part));
        for (var dialect : ALL) {
            if (!parts.containsKey(dialect)) {
                throw new IllegalStateException("dialect " + dialect.word() + " has no " + kind.getSimpleName());
            }
        }
        return Map.copyOf(parts);
    }

    private static <T> List<T> load(Class<T> service) {
        var found = new ArrayList<T>();
        ServiceLoader.load(service, service.getClassLoader()).forEach(found::add);
        return List.copyOf(found);
    }
}
