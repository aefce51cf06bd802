package footfall.topology;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The names that Kafka Streams derives from the application ID. They are matched exactly, because the ID of another
 * application may begin with this one.
 */
public final class ProcessorNames {
    /** The ID that a processor keeps in the folder of its stores. */
    static final String PROCESS = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    private ProcessorNames() {}

    /** Of the stream threads: application ID, process ID and thread number. */
    public static Predicate<String> transactionalIds(String application) {
        return Pattern.compile(Pattern.quote(application) + "-" + PROCESS + "-\\d+")
                .asMatchPredicate();
    }

    /** The changelogs and the repartition topic. */
    public static Set<String> internalTopics(String application) {
        var topics = new HashSet<String>();
        Tables.all().forEach(table -> topics.add(table.changelog(application)));
        topics.add(application + "-" + TallyTopology.BY_KEY + "-repartition");
        return topics;
    }
}
