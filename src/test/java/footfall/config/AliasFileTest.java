package footfall.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AliasFileTest {
    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("config.toml"), text);
    }

    private static final String COMMENTED = """
            # mine
            partitions = 8 # more

            [aliases] # names
            "Read" = "look" # short
              # the usual start
            Grep = 'search'

            [prices.x]
            input = 1
            """;

    @Test
    void aNewAliasIsOneMoreLine() throws Exception {
        var file = file(COMMENTED);
        AliasFile.read(file).put("Grep -> Read{2+}", "look \"around\"\\");
        assertThat(file)
                .hasContent(COMMENTED.replace(
                        "[aliases] # names\n",
                        "[aliases] # names\n\"Grep -> Read{2+}\" = \"look \\\"around\\\"\\\\\"\n"));
        assertThat(AliasFile.read(file).aliases()).containsEntry("Grep -> Read{2+}", "look \"around\"\\");
    }

    @Test
    void anotherNameChangesOnlyTheValue() throws Exception {
        var file = file(COMMENTED);
        AliasFile.read(file).put("Read", "see");
        AliasFile.read(file).put("Grep", "find");
        assertThat(file).hasContent(COMMENTED.replace("\"look\"", "\"see\"").replace("'search'", "\"find\""));
    }

    @Test
    void anAliasIsFoundHoweverThePatternIsSpelled() throws Exception {
        var file = file("[aliases]\n\"Grep → Read{2+}\" = \"hunt\"\n");
        AliasFile.read(file).put("Grep -> Read -> Read", "search");
        assertThat(file).hasContent("[aliases]\n\"Grep → Read{2+}\" = \"search\"\n");
        assertThat(AliasFile.read(file).remove("Grep->Read{5+}")).isTrue();
        assertThat(file).hasContent("[aliases]\n");
    }

    @Test
    void theLineSeparatorsOfTheFileStay() throws Exception {
        var text = COMMENTED.replace("\n", "\r\n").replace("# mine\r\n", "# mine\n");
        var file = file(text);
        AliasFile.read(file).put("Read", "see");
        assertThat(Files.readString(file)).isEqualTo(text.replace("\"look\"", "\"see\""));
        AliasFile.read(file).put("Edit", "change");
        AliasFile.read(file).remove("Read");
        assertThat(Files.readString(file))
                .isEqualTo(text.replace("\"Read\" = \"look\" # short", "\"Edit\" = \"change\""));
        var last = file("partitions = 8\r\n# last");
        AliasFile.read(last).put("Read", "look");
        assertThat(Files.readString(last))
                .isEqualTo("partitions = 8\r\n# last\r\n\r\n[aliases]\r\n\"Read\" = \"look\"\r\n");
    }

    @Test
    void aRemovedAliasIsOneLineLess() throws Exception {
        var file = file(COMMENTED);
        assertThat(AliasFile.read(file).remove("Read")).isTrue();
        assertThat(AliasFile.read(file).remove("Read")).isFalse();
        assertThat(file).hasContent(COMMENTED.replace("\"Read\" = \"look\" # short\n", ""));
    }

    @Test
    void aMissingFileOrTableIsCreated() throws Exception {
        var missing = folder.resolve("new").resolve("config.toml");
        AliasFile.read(missing).put("Read", "look");
        assertThat(missing).hasContent("[aliases]\n\"Read\" = \"look\"\n");
        var file = file("partitions = 8");
        AliasFile.read(file).put("Read", "look");
        assertThat(file).hasContent("partitions = 8\n\n[aliases]\n\"Read\" = \"look\"\n");
    }

    @Test
    void aLinkStaysALink() throws Exception {
        var file = file("");
        var link = Files.createSymbolicLink(folder.resolve("link.toml"), file);
        AliasFile.read(link).put("Read", "look");
        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("[aliases]\n\"Read\" = \"look\"\n");
    }

    @Test
    void whatCannotBeEditedLineByLineIsLeftAlone() throws Exception {
        var inline = "aliases = { Read = \"look\" }\n";
        for (var text : List.of(inline, "[aliases]\nRead = \"\"\"\nlook\"\"\"\n")) {
            var file = file(text);
            assertThatThrownBy(() -> AliasFile.read(file).put("Read", "x"))
                    .as(text)
                    .isInstanceOf(AliasFile.Refused.class)
                    .hasMessageContaining("edit it by hand");
            assertThat(file).hasContent(text);
        }
        for (var text : List.of(inline, "aliases.Read = \"look\"\n")) {
            var file = file(text);
            assertThatThrownBy(() -> AliasFile.read(file).put("Edit", "x"))
                    .as(text)
                    .isInstanceOf(AliasFile.Refused.class);
            assertThat(file).hasContent(text);
        }
        assertThatThrownBy(() -> AliasFile.read(file("partitions = = 1\n")))
                .isInstanceOf(AliasFile.Refused.class)
                .hasMessageContaining("config.toml:1: ");
    }
}
