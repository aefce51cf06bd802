package footfall.cli;

import footfall.run.Why;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** The file of {@code --config}: properties of Kafka's clients, by their own names. */
final class ClientFile {
  private ClientFile() {}

  /** Nothing for no file. */
  static Map<String, String> read(Path file) throws Failed {
    var client = new HashMap<String, String>();
    if (file != null) {
      var properties = new Properties();
      try (var in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
        properties.load(in);
      } catch (IOException | IllegalArgumentException why) {
        var reason = why instanceof IOException unread ? Why.of(unread) : why.getMessage();
        throw new Failed("cannot read " + file + " (--config): " + reason);
      }
      properties.stringPropertyNames().forEach(name -> client.put(name, properties.getProperty(name)));
    }
    return client;
  }
}
