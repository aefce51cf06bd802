package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is decided at the start is asked once, shown, and written beside what was there. */
class InitCommandTest {
    private static final String ASKS_FOR_OPTIONS =
            "footfall: cannot ask questions without a terminal; answer with --local, --bootstrap-servers or --config, "
                    + "with --statusline yes or no, and with --telemetry yes or no; --yes agrees to the rest\n";
    private static final String STATUS_LINE = """
              + "statusLine": {
              +   "type": "command",
              +   "command": "footfall statusline"
              + }
            """;
    private static final String TELEMETRY = """
            ~/.claude/settings.json
              + "env": {
              +   "CLAUDE_CODE_ENABLE_TELEMETRY": "1",
              +   "OTEL_LOGS_EXPORTER": "otlp",
              +   "OTEL_LOGS_EXPORT_INTERVAL": "1000",
              +   "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf",
              +   "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"
              + }
            ~/.footfall/config.toml
              + otlp_receiver_port = 4318
            """;
    private static final String WHERE = """

            Who may know what your agents do? Press Enter to keep it on this machine. For a
            team, name its Kafka cluster (HOST:PORT), or a file with its client properties.
            cluster [none]: \
            """;
    private static final String BOTH = """

            Claude Code can show steps, cost and loops of the present turn in its status
            line.
            ~/.claude/settings.json
            """ + STATUS_LINE + """
            Add this? [Y/n]\s
            Claude Code can report to footfall, on this machine only, how long calls waited
            for you and ran, and what each request cost.
            """ + TELEMETRY + """
            Add this? [Y/n]\s
            """;
    private static final String WHOLE = """
            {
              "theme": "dark",
              "env": {
                "FOO": "1",
                "CLAUDE_CODE_ENABLE_TELEMETRY": "1",
                "OTEL_LOGS_EXPORTER": "otlp",
                "OTEL_LOGS_EXPORT_INTERVAL": "1000",
                "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf",
                "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"
              },
              "statusLine": {
                "type": "command",
                "command": "footfall statusline"
              }
            }
            """;

    @TempDir
    Path home;

    private Path claude;
    private Path config;

    @BeforeEach
    void aMachineWithClaudeCode() throws IOException {
        claude = Files.createDirectory(home.resolve(".claude")).resolve("settings.json");
        config = home.resolve(".footfall/config.toml");
    }

    private Terminal.Ran run(String... options) {
        return shown(new Terminal(home).run(words(options)));
    }

    /** On a terminal, by somebody who answers. */
    private Terminal.Ran answering(String answers, String... options) {
        return shown(new Terminal(home)
                .watching()
                .typing(answers.getBytes(StandardCharsets.UTF_8))
                .run(words(options)));
    }

    private static String[] words(String... options) {
        return Stream.concat(Stream.of("init"), Stream.of(options)).toArray(String[]::new);
    }

    private Terminal.Ran shown(Terminal.Ran ran) {
        return new Terminal.Ran(
                ran.exit(),
                ran.out().replace(home.toString(), "HOME"),
                ran.err().replace(home.toString(), "HOME"));
    }

    @Test
    void fourAnswersAreWrittenBesideWhatWasThere() throws IOException {
        Files.writeString(claude, "{\n  \"theme\": \"dark\",\n  \"env\": {\n    \"FOO\": \"1\"\n  }\n}\n");
        Files.setPosixFilePermissions(claude, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(answering("elsewhere\nkafka:9092\nsecret-*, ~/clients/*\n\ny\n"))
                .isEqualTo(new Terminal.Ran(0, "", WHERE + """

                        'elsewhere' is neither HOST:PORT nor a file
                        cluster [none]:\s
                        What is sent has no prompts, no code and no paths. It names your user
                        (identity_user: pseudonym) and this machine (identity_host: name). Which
                        projects must the team not see? Names or folders, with commas between: secret-*,
                        ~/clients/*
                        projects [none]: ~/.footfall/config.toml
                          + projects_exclude = ["secret-*", "~/clients/*"]
                        """ + BOTH + """
                        wrote ~/.claude/settings.json
                        wrote ~/.footfall/config.toml
                        next: footfall doctor --bootstrap-servers kafka:9092
                        then: footfall ship --install --bootstrap-servers kafka:9092
                        """));
        assertThat(claude).hasContent(WHOLE);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(claude)))
                .isEqualTo("rw-r--r--");
        assertThat(config).hasContent("""
                projects_exclude = ["secret-*", "~/clients/*"]
                otlp_receiver_port = 4318
                """);
    }

    @Test
    void thisMachineAloneIsAskedThreeQuestionsAndNothingTwice() throws IOException {
        assertThat(answering("\n\n\n")).isEqualTo(new Terminal.Ran(0, "", WHERE + BOTH + """
                        wrote ~/.claude/settings.json
                        wrote ~/.footfall/config.toml
                        next: footfall up
                        """));
        var written = Files.readString(claude);
        assertThat(answering("")).isEqualTo(new Terminal.Ran(0, "", """

                Where the data goes is not asked again; for another cluster, add --config FILE.
                Claude Code shows footfall's status line already.
                Claude Code reports to footfall already.
                Nothing to write.
                next: footfall up
                """));
        assertThat(claude).hasContent(written);
        assertThat(config).hasContent("otlp_receiver_port = 4318\n");
    }

    @Test
    void noWritesNothingAndSoDoesAnAnswerThatDoesNotCome() {
        assertThat(answering("\nno\nperhaps\nn\n").err()).endsWith("""
                Add this? [Y/n] Add this? [Y/n]\s
                Nothing to write.
                next: footfall up
                """);
        assertThat(answering("\ny\n")).satisfies(ran -> {
            assertThat(ran.exit()).isEqualTo(1);
            assertThat(ran.err()).endsWith("Add this? [Y/n] \nfootfall: no answer; nothing was written\n");
        });
        assertThat(claude).doesNotExist();
        assertThat(config).doesNotExist();
    }

    @Test
    void withoutATerminalOptionsAnswer() throws IOException {
        assertThat(run()).satisfies(ran -> {
            assertThat(ran.exit()).isEqualTo(2);
            assertThat(ran.err()).startsWith(ASKS_FOR_OPTIONS);
        });
        assertThat(run("--local", "--statusline", "no").err()).startsWith(ASKS_FOR_OPTIONS);
        assertThat(run("--local", "--bootstrap-servers", "kafka:9092", "--yes").err())
                .startsWith("footfall: --local has no cluster; omit it, or --bootstrap-servers and --config");
        assertThat(run("--local", "--statusline", "no", "--telemetry", "no"))
                .isEqualTo(new Terminal.Ran(0, "\nNothing to write.\nnext: footfall up\n", ""));
        var shown = "~/.claude/settings.json\n" + STATUS_LINE + TELEMETRY;
        assertThat(run("--dry-run")).isEqualTo(new Terminal.Ran(0, shown + """

                would write ~/.claude/settings.json
                would write ~/.footfall/config.toml
                next: footfall up
                """, ""));
        assertThat(claude).doesNotExist();
        assertThat(run("--yes")).isEqualTo(new Terminal.Ran(0, shown + """

                wrote ~/.claude/settings.json
                wrote ~/.footfall/config.toml
                next: footfall up
                """, ""));
        assertThat(config).hasContent("otlp_receiver_port = 4318\n");
    }

    @Test
    void aProgramReadsOneObject() {
        assertThat(run(
                        "--json",
                        "--bootstrap-servers",
                        "kafka:9092",
                        "--exclude",
                        "secret-*",
                        "--statusline",
                        "no",
                        "--telemetry",
                        "no"))
                .isEqualTo(new Terminal.Ran(0, """
                        {"written":true,"changes":[{"file":"HOME/.footfall/config.toml","lines":\
                        ["projects_exclude = [\\"secret-*\\"]"]}],"notes":[],"next":["footfall doctor \
                        --bootstrap-servers kafka:9092","footfall ship --install --bootstrap-servers kafka:9092"]}
                        """, ""));
    }

    @Test
    void whatSomebodySetOtherwiseStays() throws IOException {
        var other = "{\"statusLine\":{\"type\":\"command\",\"command\":\"mine\"},"
                + "\"env\":{\"OTEL_EXPORTER_OTLP_ENDPOINT\":\"https://collector:4318\"}}";
        Files.writeString(claude, other);
        assertThat(run("--yes").out()).isEqualTo("""

                Claude Code has another status line, which stays.
                Claude Code's telemetry stays as it is, because of OTEL_EXPORTER_OTLP_ENDPOINT.
                Nothing to write.
                next: footfall up
                """);
        assertThat(claude).hasContent(other);
        Files.createDirectories(config.getParent());
        Files.writeString(config, "otlp_receiver_port = 0 # none\n\n[aliases]\nRead = \"look\"\n");
        Files.writeString(claude, "{}");
        assertThat(run("--yes", "--exclude", "x\"y").out()).isEqualTo("""
                ~/.footfall/config.toml
                  + projects_exclude = ["x\\"y"]
                ~/.claude/settings.json
                """ + STATUS_LINE + """

                Claude Code's telemetry stays as it is, because of otlp_receiver_port = 0.
                wrote ~/.claude/settings.json
                wrote ~/.footfall/config.toml
                next: footfall up
                """);
        assertThat(config).hasContent("""
                otlp_receiver_port = 0 # none

                projects_exclude = ["x\\"y"]

                [aliases]
                Read = "look"
                """);
    }

    @Test
    void brokenSettingsOfClaudeCodeStayAndTheErrorSaysTheWayOut() throws IOException {
        for (var broken : List.of("{ // mine\n}", "[]", "{} {}", "{\"a\":1,\"a\":2}", "{\"env\":1}")) {
            Files.writeString(claude, broken);
            assertThat(run("--yes")).isEqualTo(new Terminal.Ran(1, "", """
                            footfall: HOME/.claude/settings.json has no settings of Claude Code: it must be one JSON \
                            object without comments or repeated names, and env an object; correct it, or add \
                            --statusline no --telemetry no
                            """));
            assertThat(claude).hasContent(broken);
        }
        assertThat(run("--local", "--statusline", "no", "--telemetry", "no").exit())
                .isZero();
    }

    @Test
    void aMachineWithoutClaudeCodeIsAskedOnlyWhereTheDataGoes() throws IOException {
        Files.delete(claude.getParent());
        assertThat(answering("\n").err()).isEqualTo(WHERE + """

                There is no Claude Code here: no status line and no telemetry to set up.
                Nothing to write.
                next: footfall up
                """);
        assertThat(new Terminal(home).run().err()).contains("set it up with: footfall init");
    }

    @Test
    void aFileOfClientPropertiesNamesTheClusterAndAGlobIsChecked() throws IOException {
        var client = Files.writeString(home.resolve("client.properties"), "security.protocol=SSL\n");
        assertThat(answering("~/client.properties\n").err()).contains("~/client.properties has no bootstrap.servers");
        Files.writeString(client, "bootstrap.servers=kafka:9092\n");
        assertThat(answering("~/client.properties\n\nn\nn\n").err())
                .endsWith("then: footfall ship --install --config HOME/client.properties\n");
        assertThat(run("--yes", "--exclude", "{a").err()).contains("projects_exclude");
        assertThat(config).doesNotExist();
    }

    @Test
    void anInstalledShipperIsToldToReadItsSettingsAgain() throws IOException {
        var unit = Files.createDirectories(home.resolve(".config/systemd/user")).resolve("footfall-ship.service");
        Files.createFile(unit);
        assertThat(answering("\n\n\n").err()).startsWith("\nWhat is sent has").endsWith("""
                Where the data goes is not asked again; for another cluster, add --config FILE.
                The shipper is a service of this user already.
                wrote ~/.claude/settings.json
                wrote ~/.footfall/config.toml
                next: systemctl --user restart footfall-ship.service
                """);
    }
}
