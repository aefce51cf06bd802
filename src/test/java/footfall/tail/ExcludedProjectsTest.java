package footfall.tail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which working directories and folders a glob matches. */
class ExcludedProjectsTest {
    private static final Path HOME = Path.of("/home/ada");

    private static ExcludedProjects of(String... globs) {
        return ExcludedProjects.of(List.of(globs), HOME);
    }

    @ParameterizedTest
    @CsvSource({
        "secret, /work/secret, true",
        "secret, /work/secret/, true",
        "secret, C:\\work\\secret, true",
        "secret, /work/secret/part, false",
        "secret, /work/Secret, true",
        "SEC*, /work/secret, true",
        "/Work/secret, /work/Secret/part, true",
        "'[A-C]x', /work/bX, true",
        "secret, /, false",
        "sec*, /work/secret, true",
        "'{secret,shop}', /work/shop, true",
        "*, /work/shop, true",
        "/work/secret, /work/secret, true",
        "/work/secret/, /work/secret, true",
        "/work/secret, /work/secret/part, true",
        "/work/secret, /work/secrets, false",
        "/work/secret/**, /work/secret, true",
        "/work/*, /work, false",
        "/work/*, /work/shop/part, true",
        "**/secret, /work/secret/part, true",
        "/work/../work/secret, /work/secret, false",
        "/work/secret, /work/shop/../secret, true",
        "~/clients, /home/ada/clients/one, true",
        "~/clients, /home/eve/clients/one, false",
        "~, /home/ada/shop, true",
        "/, /anything, true",
        "/**, /anything, true"
    })
    void aGlobMatchesAWorkingDirectory(String glob, String cwd, boolean isMatched) {
        assertThat(of(glob).isProject(cwd)).isEqualTo(isMatched);
    }

    @ParameterizedTest
    @CsvSource({
        "-Users-ada*, /h/.claude/projects/-Users-ada-x/s.jsonl, true",
        "-users-ADA*, /h/.claude/projects/-Users-ada-x/s/subagents/agent-a.jsonl, true",
        "-Users-ada*, /h/.claude/projects/-Users-eve/s.jsonl, false",
        "subagents, /h/.claude/projects/-Users-ada-x/s/subagents/agent-a.jsonl, false",
        "ada, /home/ada/copies/s.jsonl, false"
    })
    void aGlobMatchesTheFolderOfAProject(String glob, Path file, boolean isMatched) {
        assertThat(of(glob).isInFolder(file)).isEqualTo(isMatched);
    }

    @Test
    void globsThatMatchedNothingAreWarnedOfOnceAfterASearch() {
        var globs = of("secret", "sec*", "other", "/w/**");
        globs.isProject("/work/secret");
        assertThat(globs.warnings()).isEmpty();
        globs.looked();
        assertThat(globs.warnings())
                .containsExactly(
                        "warning: projects_exclude: the glob other matched no project",
                        "warning: projects_exclude: the glob /w/** matched no project");
        assertThat(globs.warnings()).isEmpty();
    }

    @Test
    void aPathThatThisMachineDoesNotAllowIsMatchedByItsName() {
        assertThat(of("secret").isProject("/work\0/secret")).isTrue();
        assertThat(of("secret", "/work/**").isProject("/work/\0")).isFalse();
    }

    @Test
    void aHomeWithSpecialCharactersIsTakenAsItIs() {
        var odd = ExcludedProjects.of(List.of("~/x"), Path.of("/home/[ab]*"));
        assertThat(odd.isProject("/home/[ab]*/x")).isTrue();
        assertThat(odd.isProject("/home/a/x")).isFalse();
    }

    @Test
    void aGlobThroughALinkMatchesTheFolderThatTheLinkLeadsTo(@TempDir Path temp) throws IOException {
        var real = Files.createDirectories(temp.toRealPath().resolve("disk/secret"));
        var link = Files.createSymbolicLink(temp.resolve("work"), real.getParent());
        assertThat(of(link + "/sec*").isProject(real.toString())).isTrue();
        assertThat(of(real.toString()).isProject(link + "/secret")).isTrue();
        assertThat(of(real.toString()).isFolder(link.resolve("secret"))).isTrue();
    }

    @Test
    void aGlobThatCouldMatchNothingIsRefused() {
        assertThatThrownBy(() -> of("[a")).hasMessageStartingWith("has \"[a\", which is not a valid glob: ");
        assertThatThrownBy(() -> of(" ")).hasMessage("has an empty glob");
        assertThatThrownBy(() -> of("work/secret"))
                .hasMessage("has \"work/secret\", which matches no folder: begin it with /, ~/ or **/");
    }
}
