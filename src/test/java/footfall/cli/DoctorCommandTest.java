package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {
    @TempDir
    Path home;

    private Terminal.Ran doctor(String... more) {
        var arguments = new String[more.length + 1];
        arguments[0] = "doctor";
        System.arraycopy(more, 0, arguments, 1, more.length);
        var ran = new Terminal(home).run(arguments);
        return new Terminal.Ran(ran.exit(), steady(ran.out()), ran.err());
    }

    /** Without what differs between machines. */
    private String steady(String out) {
        return out.replace(Terminal.homes(home), "HOMES")
                .replace(home.toString(), "HOME")
                .replaceAll("Java \\S+ in .*, heap up to \\d+ MiB", "Java")
                .replaceAll("\\d+ MB free", "N MB free");
    }

    private void transcript() throws IOException {
        Transcripts.of(home.resolve(".claude"), "one", "2026-01-05")
                .turn("Read")
                .write();
    }

    @Test
    void aMachineInOrderIsSoInEachCheck() throws Exception {
        transcript();
        assertThat(doctor()).isEqualTo(new Terminal.Ran(0, """
                LEVEL    CHECK        FINDING
                ok       java         Java
                ok       settings     all settings are valid
                ok       prices       price list of 2026-11-27, as this footfall contains it; 0 days old
                ok       homes        HOME/.claude: transcripts 1
                ok       data folder  HOME/.footfall does not exist yet and can be created
                ok       disk         N MB free at HOME
                skipped  broker       not checked: no cluster is named, and no up is running
                """, ""));
    }

    @Test
    void aWarningHasARemedyAndIsNoFailure() throws Exception {
        var data = Files.createDirectory(home.resolve(".footfall"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(doctor()).isEqualTo(new Terminal.Ran(0, """
                LEVEL    CHECK        FINDING
                ok       java         Java
                ok       settings     all settings are valid
                ok       prices       price list of 2026-11-27, as this footfall contains it; 0 days old
                warning  homes        no agent has written transcripts here: none of these folders exists: HOMES
                                        start an agent; if its transcripts are elsewhere, name their folder with \
                the setting homes or with the agent's own variable, such as CLAUDE_CONFIG_DIR
                warning  data folder  other users have permissions on HOME/.footfall
                                        run: chmod 700 HOME/.footfall
                ok       disk         N MB free at HOME/.footfall
                skipped  broker       not checked: no cluster is named, and no up is running
                """, ""));
    }

    @Test
    void aFolderIsTheSameWhenItIsNamedFromTheWorkingFolder() throws Exception {
        transcript();
        var data = Files.createDirectory(home.resolve("open"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        var named = Path.of("").toAbsolutePath().relativize(data);
        assertThat(doctor("--set", "data_dir=" + named).out())
                .contains("warning  data folder  other users have permissions on HOME/open\n");
    }

    @Test
    void invalidSettingsAreErrors() throws Exception {
        transcript();
        assertThat(doctor("--set", "turn_length_threshold=many", "--json")).satisfies(ran -> {
            assertThat(ran.exit()).isEqualTo(1);
            assertThat(ran.out())
                    .contains("\"check\":\"settings\",\"level\":\"error\",\"message\":\"--set: turn_length_threshold ");
        });
    }

    @Test
    void aClusterWhoseNameIsUnknownIsAnErrorWithARemedy() throws Exception {
        transcript();
        var ran = doctor("--bootstrap-servers", "nowhere.invalid:9092");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out())
                .contains("error  broker       cannot create a client for Kafka at nowhere.invalid:9092: ");
        assertThat(ran.err()).isEmpty();
    }

    @Test
    void aFileWithAPasswordThatOthersCanReadIsAWarning() throws Exception {
        transcript();
        var file = Files.writeString(
                home.resolve("client.properties"),
                "bootstrap.servers=nowhere.invalid:1\nssl.truststore.password=secret-of-mine\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(doctor("--config", file.toString()).out())
                .contains(
                        "warning  permissions  other users have permissions on HOME/client.properties, which contains a"
                                + " password\n")
                .contains("  run: chmod 600 HOME/client.properties\n")
                .doesNotContain("secret-of-mine");
    }
}
