package footfall.wire;

import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;

/**
 * Whether a Kafka client cannot be created because no name of its servers can be resolved. The names of containers
 * disappear with them, and those of a network when a laptop leaves it, so this may be over later.
 */
public final class NoAddress {
    private NoAddress() {}

    /** Kafka has no error of its own for this. */
    public static boolean isWhy(Throwable failed) {
        return Stream.iterate(failed, Objects::nonNull, Throwable::getCause)
                .anyMatch(why -> why instanceof ConfigException
                        && String.valueOf(why.getMessage()).contains("No resolvable"));
    }
}
