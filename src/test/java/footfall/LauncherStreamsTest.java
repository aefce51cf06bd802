package footfall;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The streams and the locale that the launcher gives to Java. */
class LauncherStreamsTest extends FakeInstall {
    @BeforeEach
    void install() throws IOException {
        maven(BUILT);
        program(java.resolve("bin/java"), """
        exec 3>"$REPORT"
        echo "locale ${LC_ALL:-} ${LC_CTYPE:-}" >&3
        { true 9<&0; } 2>/dev/null && echo open 0 >&3
        { true 9>&1; } 2>/dev/null && echo open 1 >&3
        { true 9>&2; } 2>/dev/null && echo open 2 >&3
        { echo answer; } 2>/dev/null && echo answered >&3
        exit 0
        """);
        Files.createDirectories(home.resolve("target/lib"));
        Files.writeString(home.resolve("target/footfall.jar"), "jar");
    }

    /** What Java reports of its streams and locale. */
    private List<String> report(String command, Map<String, String> locale) throws Exception {
        var report = folder.resolve("report");
        var start = new ProcessBuilder(
                "/bin/sh", "-c", command, home.resolve("footfall").toString());
        start.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
        start.environment().putAll(locale);
        start.environment().put("JAVA_HOME", java.toString());
        start.environment().put("REPORT", report.toString());
        assertThat(start.redirectErrorStream(true).start().waitFor()).isZero();
        return Files.readAllLines(report);
    }

    @Test
    void closedStreamsAreOpenAndAClosedStdoutTakesNothing() throws Exception {
        assertThat(report("\"$0\" ship <&- >&- 2>&-", Map.of()))
                .containsExactly("locale  C.UTF-8", "open 0", "open 1", "open 2");
        assertThat(report("\"$0\" ship", Map.of())).endsWith("open 2", "answered");
    }

    @Test
    void aLocaleWithoutAnEncodingGetsUtf8AndAnotherIsKept() throws Exception {
        var locales = new TreeMap<>(Map.of(
                "LC_ALL=C", "C.UTF-8 ",
                "LC_ALL=POSIX", "C.UTF-8 ",
                "LANG=C", " C.UTF-8",
                "LC_CTYPE=C", " C.UTF-8",
                "LANG=de_DE.ISO-8859-1", " ",
                "LC_ALL=de_DE.UTF-8", "de_DE.UTF-8 "));
        for (var locale : locales.entrySet()) {
            var variable = locale.getKey().split("=");
            assertThat(report("\"$0\" ship", Map.of(variable[0], variable[1])))
                    .as(locale.getKey())
                    .startsWith("locale " + locale.getValue());
        }
    }
}
