package footfall.cli;

import java.util.Map;
import java.util.Optional;

/** The commands whose libraries the shipper archive leaves out. A clone and the full archive have them all. */
final class FullArchive {
    private static final String STREAMS = "org/apache/kafka/streams/KafkaStreams.class";
    private static final String LAYOUT = "org/eclipse/elk/graph/ElkNode.class";

    private static final String RETRIES = "dev/failsafe/Failsafe.class";

    /** By command, a class that it cannot run without. */
    private static final Map<String, String> NEEDED =
            Map.of("up", STREAMS, "stream", STREAMS, "map", LAYOUT, "relay", RETRIES);

    /** Set by the launcher of the full archive, which starts some commands without these libraries. */
    private static final boolean IS_FULL_BY_LAUNCHER = "full".equals(System.getProperty("footfall.archive"));

    private FullArchive() {}

    static boolean isNeeded(String command) {
        var needed = NEEDED.get(command);
        return needed != null
                && !IS_FULL_BY_LAUNCHER
                && FullArchive.class.getClassLoader().getResource(needed) == null;
    }

    /** Why the arguments name no command of this archive; empty when they may. */
    static Optional<String> refusal(String... arguments) {
        int at = arguments.length > 1 && arguments[0].equals("help") ? 1 : 0;
        return arguments.length > at && isNeeded(arguments[at])
                ? Optional.of("the shipper archive does not contain the command " + arguments[at] + "; install "
                        + name() + " to use it")
                : Optional.empty();
    }

    /** Whether this is the full archive, or a build in a clone. */
    static boolean isHere() {
        return NEEDED.keySet().stream().noneMatch(FullArchive::isNeeded);
    }

    static String name() {
        return "footfall-" + Version.number() + ".tar.gz";
    }
}
