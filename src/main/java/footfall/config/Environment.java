package footfall.config;

import footfall.line.Dialects;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The environment variables of the process. */
public record Environment(Map<String, String> variables) {
    public Environment {
        variables = Map.copyOf(variables);
    }

    public static Environment ofProcess() {
        return new Environment(System.getenv());
    }

    /** HOME, or the JVM's home directory. */
    public Path home() {
        var home = variables.get("HOME");
        return Path.of(home == null || home.isBlank() ? System.getProperty("user.home") : home);
    }

    /** The folders of agents' transcripts. */
    List<Path> agentHomes() {
        var homes = new ArrayList<Path>();
        for (var dialect : Dialects.all()) {
            dialect.homes(variables, home().toString()).forEach(home -> homes.add(Path.of(home)));
        }
        return List.copyOf(homes);
    }

    /** A path as typed: {@code ~/} is the home directory. */
    public Path path(String text) {
        return text.equals("~") ? home() : text.startsWith("~/") ? home().resolve(text.substring(2)) : Path.of(text);
    }
}
