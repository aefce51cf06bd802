package footfall.run;

import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** The result of one check of {@code doctor}. {@code remedy}: what to do; null when nothing is to be done. */
public record Finding(String check, Level level, String message, String remedy) {
    /**
     * {@code SKIPPED}: what could not be checked. {@code WARNING}: footfall works, but not as well as it could.
     * {@code ERROR}: something does not work.
     */
    public enum Level {
        OK,
        SKIPPED,
        WARNING,
        ERROR;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Finding ok(String check, String message) {
        return new Finding(check, Level.OK, message, null);
    }

    /** {@code why} it is not checked. */
    static Finding skipped(String check, String why) {
        return new Finding(check, Level.SKIPPED, "not checked: " + why, null);
    }

    static Finding warning(String check, String message, String remedy) {
        return new Finding(check, Level.WARNING, message, remedy);
    }

    static Finding error(String check, String message, String remedy) {
        return new Finding(check, Level.ERROR, message, remedy);
    }

    /** An error whose message ends with its remedy after the first semicolon. */
    static Finding error(String check, Exception why) {
        int end = why.getMessage().indexOf("; ");
        return end < 0
                ? error(check, why.getMessage(), null)
                : error(
                        check,
                        why.getMessage().substring(0, end),
                        why.getMessage().substring(end + 2));
    }

    /**
     * A cluster to check: the properties of a client, the file that they are from or null, and the options that
     * name the cluster in a command.
     */
    public record CheckedCluster(Map<String, String> client, Path file, String options) {
        public CheckedCluster {
            client = Map.copyOf(client);
        }
    }
}
