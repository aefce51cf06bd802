package footfall.example;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The examples on {@code topology-docs/subscribing.md} are the files that {@link SubscribingIT} runs. */
class SubscribingPageTest {
    private static final Pattern EXAMPLE =
            Pattern.compile("(`(src/test/[\\w/.]+)`:\n\n```\\w+\n).*?(?=```\n)", Pattern.DOTALL);

    @Test
    void eachExampleIsTheFileThatItNames() {
        var page = Page.of("subscribing.md");
        page.holds(EXAMPLE.matcher(page.text())
                .replaceAll(block -> Matcher.quoteReplacement(block.group(1) + text(block.group(2)))));
    }

    @Test
    void everyExampleIsOnThePage() throws IOException {
        var text = Page.of("subscribing.md").text();
        for (var folder : new String[] {"src/test/java/footfall/example", "src/test/examples"}) {
            try (Stream<Path> files = Files.list(Path.of(folder))) {
                assertThat(files.map(file -> file.getFileName().toString())
                                .filter(name -> !name.matches("\\w+(Test|IT)\\.java")))
                        .allSatisfy(name -> assertThat(text).contains("/" + name + "`:"));
            }
        }
    }

    private static String text(String file) {
        try {
            return Files.readString(Path.of(file)).replaceFirst("(?s)^package .*?\n\n", "");
        } catch (IOException why) {
            throw new IllegalStateException(why);
        }
    }
}
