package footfall.config;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Page;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code topology-docs/settings.md} is what {@link SettingKeys} says; the README names some of them. */
class SettingsPageTest {
    private static final Environment NOWHERE = new Environment(Map.of("HOME", "~"));

    /** What depends on the machine. */
    private static final Map<SettingKey<?>, String> DEFAULTS = Map.of(SettingKeys.THREADS, "processors of the machine");

    @Test
    void thePageIsWhatTheKeysSay() {
        Page.of("settings.md").holds("""
        # Settings

        A setting comes from `--set key=value`, else from the environment variable `FOOTFALL_<KEY>`, else
        from `~/.footfall/config.toml` (or the file of `--settings FILE` or `FOOTFALL_CONFIG`), else it has
        its default. footfall reports all mistakes at once and refuses unknown keys.
        `./footfall config --all` prints the effective value of each setting and its source;
        `./footfall init` asks for those of a start.

        %s

        Tables can be set in the file only. Other environment variables:
        `FOOTFALL_JAVA_OPTS` (JVM options), `FOOTFALL_CLASSPATH` (more jars), `FOOTFALL_DEBUG=1` (print stack traces
        of bugs) and `FOOTFALL_KAFKA_LOG=WARN` (log level of Kafka).
        """.formatted(table(SettingKeys.ALL)));
    }

    @Test
    void theReadmeNamesTheUsualOnes() {
        assertThat(new Page(Path.of("README.md")).text())
                .contains(SettingKeys.USUAL.stream().map(key -> "`" + key + "`").collect(Collectors.joining(", ")));
    }

    @Test
    void everyKeyIsReadSomewhere() throws IOException {
        var code = new StringBuilder();
        try (var below = Files.walk(Path.of("src/main/java"))) {
            for (var file :
                    below.filter(path -> path.toString().endsWith(".java")).toList()) {
                code.append(Files.readString(file).replaceAll("\\s", "")).append('\n');
            }
        }
        var keys = Stream.of(SettingKeys.class.getFields()).filter(field -> field.getType() == SettingKey.class);
        assertThat(keys.map(Field::getName).filter(key -> !code.toString().contains("SettingKeys." + key)))
                .as("settings that no code reads")
                .isEmpty();
    }

    private static String table(List<SettingKey<?>> keys) {
        return "| key | default | form | what it does |\n|---|---|---|---|\n"
                + keys.stream().map(SettingsPageTest::row).collect(Collectors.joining("\n"));
    }

    private static String row(SettingKey<?> key) {
        return "| `%s` | %s | %s | %s |"
                .formatted(
                        key.name(),
                        shown(key),
                        key.form().replace("|", "\\|"),
                        key.doc().replace("|", "\\|"));
    }

    private static String shown(SettingKey<?> key) {
        if (DEFAULTS.containsKey(key)) {
            return DEFAULTS.get(key);
        }
        var value = SettingKey.Setting.fallback(key, NOWHERE).shown();
        if (value instanceof Map<?, ?> || List.of().equals(value) || value.equals("")) {
            return "-";
        }
        return value instanceof List<?> list
                ? list.stream().map(one -> "`" + one + "`").collect(Collectors.joining(", "))
                : "`" + value + "`";
    }
}
