package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.config.SettingKeys;
import footfall.screen.Cells;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code footfall config}. */
class ConfigCommandTest {
    @TempDir
    private Path folder;

    @Test
    void theSettingsThatPeopleChangeArePrintedAndHowManyMoreThereAre() {
        int more = SettingKeys.ALL.size() - SettingKeys.USUAL.size();
        assertThat(run("config")).contains("\nerrors ", "\nhomes ").doesNotContain("stub_retention");
        assertThat(run("config")).endsWith("\n" + more + " more settings: footfall config --all\n");
    }

    @Test
    void aSettingThatIsSetIsPrinted() throws Exception {
        Files.createDirectories(folder.resolve(".footfall"));
        Files.writeString(folder.resolve(".footfall/config.toml"), "stub_retention = \"999d\"\n");
        int more = SettingKeys.ALL.size() - SettingKeys.USUAL.size() - 2;
        assertThat(run("config", "--set", "threads=3"))
                .containsPattern("\nthreads +3 +--set\n")
                .containsPattern("\nstub_retention +999d ")
                .endsWith("\n" + more + " more settings: footfall config --all\n");
    }

    @Test
    void aPipeGetsLinesOf80Columns() {
        assertThat(run("config", "--set", "projects_exclude=" + "secret:".repeat(20) + "~/clients")
                        .lines())
                .allMatch(line -> Cells.width(line) <= 80);
    }

    @Test
    void allSettingsArePrintedWhenTheyAreAskedFor() {
        var names = SettingKeys.ALL.stream().map(key -> "\n" + key.name() + " ").toList();
        assertThat(run("config", "--all")).contains(names).doesNotContain("more settings");
        assertThat(run("config", "--json")).contains("stub_retention");
        assertThat(run("config", "--help")).contains("--all   ");
    }

    private String run(String... arguments) {
        return new Terminal(folder).run(arguments).out();
    }
}
