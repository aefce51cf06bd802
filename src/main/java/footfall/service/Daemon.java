package footfall.service;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A command that runs as a service of its user: the words of the command, and its environment variables. */
public record Daemon(List<String> command, Map<String, String> environment) {
    public Daemon {
        command = List.copyOf(command);
        environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    }
}
