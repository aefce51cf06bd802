package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code topology-docs/recipes.md} shows what its commands print for two sessions of three and two turns. */
class RecipesPageTest extends ServedTurns {
    private static final Path PAGE = Path.of("topology-docs/recipes.md");
    private static final Pattern SHOWN = Pattern.compile("```\n\\$ footfall ([^\n]*)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    @Test
    void eachRecipeShowsWhatItsCommandPrints() throws IOException {
        var url = serve(Optional.empty());
        var page = Files.readString(PAGE);
        var printed = SHOWN.matcher(page)
                .replaceAll(recipe -> Matcher.quoteReplacement(
                        "```\n$ footfall " + recipe.group(1) + "\n" + printed(recipe.group(1), url) + "```"));
        if (System.getProperty("footfall.accept") != null) {
            Files.writeString(PAGE, printed);
        }
        assertThat(page).as("rewritten by mvn test -Dfootfall.accept").isEqualTo(printed);
        assertThat(SHOWN.matcher(page).results()).hasSizeGreaterThan(15);
    }

    /** A processor is asked by the address that it has in this test. */
    private String printed(String command, String url) {
        var words = new ArrayList<String>();
        WORD.matcher(command)
                .results()
                .forEach(word -> words.add(word.group(1) == null ? word.group(2) : word.group(1)));
        if (!words.contains("--from") && ASKS.contains(words.get(0))) {
            words.addAll(List.of("--server", url));
        }
        var ran = run(words.toArray(String[]::new));
        assertThat(ran.exit()).as(command + ": " + ran.err()).isZero();
        return (ran.err() + ran.out()).replace(folder.toString(), "~").replace(url, "http://127.0.0.1:19080");
    }

    private static final List<String> ASKS = Arrays.asList("turns", "alerts", "ship", "usage", "desires");
}
