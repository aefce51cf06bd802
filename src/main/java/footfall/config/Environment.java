package footfall.config;

import java.nio.file.Path;
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

  /** HOME, or what the JVM knows where there is none. */
  public Path home() {
    var home = variables.get("HOME");
    return Path.of(home == null || home.isBlank() ? System.getProperty("user.home") : home);
  }

  /** Where agents keep their transcripts. */
  List<Path> agentHomes() {
    var named = variables.get("CLAUDE_CONFIG_DIR");
    return named == null || named.isBlank()
        ? List.of(home().resolve(".claude"), home().resolve(".config").resolve("claude"))
        : List.of(Path.of(named));
  }

  /** A path as people write it: {@code ~/} is the home. */
  Path path(String text) {
    return text.equals("~") ? home() : text.startsWith("~/") ? home().resolve(text.substring(2)) : Path.of(
        text);
  }
}
