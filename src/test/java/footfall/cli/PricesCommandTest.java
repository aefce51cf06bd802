package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.config.PriceListText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code footfall prices}: what is used, and a newer list. */
class PricesCommandTest {
    private static final String LIST = """
            footfall-prices 1
            version 2099-01-02
            source shop 2099-01-01 the price list of the shop
            model claude-sonnet-4-5 ^claude-sonnet-4-5
            price - 0 1000 0 0 0 0 0 shop
            tier fast 2.5 shop
            end 1
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void writeSessions() throws IOException {
        FilesCommandsTest.writeSessions(folder);
    }

    private Terminal.Ran run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    private Path list(String text) throws IOException {
        return Files.writeString(folder.resolve("newer.txt"), text);
    }

    private Terminal.Ran update(String text) throws IOException {
        return run("prices", "update", list(text).toString());
    }

    private Path installed() {
        return folder.resolve(".footfall").resolve("prices.txt");
    }

    private String costOf(String command) {
        return run(command, "--from", "--json").out().replaceAll("(?s)^.*?\"cost_usd\":([0-9.]+).*$", "$1");
    }

    @Test
    void pricesAreListedByModelWithTheirTermsAndSource() {
        assertThat(run("prices", "haiku-5-5", "gpt-5.5-2026-04-23").out().lines())
                .containsExactly(
                        "price list of 2026-11-27, as this footfall contains it",
                        "claude-code: Claude Code 2.1.332's own reckoning, measured request by request, 2026-11-27",
                        "genai-prices: npm package @pydantic/genai-prices 0.1.8, 2026-11-27",
                        "openai-tiers: OpenAI's pages on fast mode and flex processing, as factors of the standard "
                                + "price, 2026-11-27",
                        "MODEL             SINCE   ABOVE  INPUT  OUTPUT  WRITE  WRITE_1H  READ  SEARCHES  "
                                + "TERMS                                 SOURCE",
                        "claude-haiku-5-5                   0.1     0.5  0.125       0.2  0.01        10  "
                                + "us x1.1                               claude-code",
                        "claude-haiku-5-5         100000    0.5     2.5  0.625         1  0.05        10  "
                                + "us x1.1                               claude-code",
                        "gpt-5.5                              5      30      5         5   0.5        10  "
                                + "priority x2.5, flex x0.5, batch x0.5  genai-prices",
                        "gpt-5.5                  271999     10      45     10        10     1        10  "
                                + "priority x2.5, flex x0.5, batch x0.5  genai-prices");
        assertThat(run("prices", "--json", "gpt-5-codex").out()).isEqualTo("""
                [{"model":"gpt-5","above":0,"input":1.25,"output":10,"cache_write":1.25,"cache_write_1h":1.25,\
                "cache_read":0.125,"web_searches":10,"tiers":[\
                {"tier":"priority","factor":2,"source":"openai-tiers"},\
                {"tier":"flex","factor":0.5,"source":"openai-tiers"},\
                {"tier":"batch","factor":0.5,"source":"openai-tiers"}],\
                "source":"genai-prices","source_day":"2026-11-27","price_list":"2026-11-27"}]
                """);
        assertThat(run("prices", "grok"))
                .isEqualTo(new Terminal.Ran(
                        1, "", "footfall: no price for grok; without a name, footfall prices prints all models\n"));
        var some = run("prices", "--csv", "gpt-5-codex", "nosuch");
        assertThat(some.exit()).isEqualTo(1);
        assertThat(some.out().lines()).hasSize(2);
        assertThat(some.err()).startsWith("footfall: no price for nosuch;");
        assertThat(run("prices", "--csv").out().lines()).hasSizeGreaterThan(100);
        assertThat(run("prices", "--plans").out()).startsWith("""
                PLAN             USD_PER_MONTH  AGENT    READ_ON     SOURCE
                claude-pro                  20  claude   2026-11-28  support.anthropic.com/en/articles/11145838
                """);
        assertThat(run("prices", "--plans", "opus").err()).startsWith("footfall: --plans has no --text and no MODEL");
        assertThat(run("prices", "--plans", "--json").out())
                .startsWith("[{\"plan\":\"claude-pro\",\"usd_per_month\":20,\"agent\":\"claude\","
                        + "\"source\":\"support.anthropic.com/en/articles/11145838\","
                        + "\"source_day\":\"2026-11-28\"},");
    }

    @Test
    void theTextOfTheListIsPrintedAsItIsOrNotAtAll() {
        for (var more : List.of("--json", "--csv", "opus")) {
            assertThat(run("prices", "--text", more)).as(more).satisfies(ran -> {
                assertThat(ran.exit()).isEqualTo(2);
                assertThat(ran.out()).isEmpty();
                assertThat(ran.err()).contains("--text prints the list as it is, and cannot be combined with ");
            });
        }
    }

    /** A download that broke off. */
    @Test
    void aListOfWhichLinesAreMissingIsRefusedAndTheOneBeforeIsKept() throws IOException {
        assertThat(update(LIST).exit()).isEqualTo(0);
        var whole = run("prices", "--text").out();
        var file = folder.resolve("newer.txt");
        var builtIn = PriceListText.builtInText();
        var lines = builtIn.lines().toList();
        for (int count : List.of(1, lines.size() / 2, lines.size() - 1)) {
            assertThat(update(String.join("\n", lines.subList(0, count))).err())
                    .startsWith("footfall: " + file + ":")
                    .endsWith(": the list ends before its line \"end\": it is incomplete; get the whole file\n");
        }
        int models = PriceListText.builtIn().models().size();
        assertThat(update(builtIn.replaceFirst("(?m)^model claude-fable-5-2 .*\\R(?:(?:price|tier) .*\\R)+", ""))
                        .err())
                .endsWith(": the list has " + (models - 1) + " models, and its last line says " + models
                        + ": it is incomplete; get the whole file\n");
        assertThat(run("prices", "--text").out()).isEqualTo(whole);
    }

    @Test
    void pricesOfTheSettingsComeFirst() throws IOException {
        Files.createDirectories(folder.resolve(".footfall"));
        Files.writeString(folder.resolve(".footfall/config.toml"), """
                [prices."my-model"]
                input = 1
                output = 2
                cache_write = 3
                cache_read = 4
                """);
        assertThat(run("prices", "--csv", "my-").out()).isEqualTo("""
                model,since,above,input,output,cache_write,cache_write_1h,cache_read,web_searches,tiers,source,\
                source_day,price_list
                my-model,,0,1,2,3,2,4,0,,settings,,
                """);
    }

    @Test
    void aNewerListIsUsedByAllCommands() throws IOException {
        var before = costOf("usage");
        assertThat(update(LIST))
                .isEqualTo(new Terminal.Ran(
                        0,
                        "",
                        "footfall: installed the price list of 2099-01-02 with 1 model as " + installed() + "\n"));
        assertThat(run("prices", "--text").out()).isEqualTo(LIST);
        assertThat(run("prices").out()).isEqualTo("""
                price list of 2099-01-02, installed
                shop: the price list of the shop, 2099-01-01
                MODEL              SINCE  ABOVE  INPUT  OUTPUT  WRITE  WRITE_1H  READ  SEARCHES  TERMS      SOURCE
                claude-sonnet-4-5                 1000       0      0         0     0         0  fast x2.5  shop
                """);
        assertThat(costOf("usage")).isNotEqualTo(before);
        Files.delete(installed());
        assertThat(costOf("usage")).isEqualTo(before);
    }

    @Test
    void aListThatIsWrongOrOlderIsRefusedAndNothingIsInstalled() throws IOException {
        var file = folder.resolve("newer.txt");
        assertThat(update(LIST.replace("1000", "x")).err())
                .isEqualTo("footfall: " + file + ":5: invalid number \"x\"; expected one such as 0 or 2.5\n");
        assertThat(update(LIST.replace("2099-01-02", "2026-01-02")).err())
                .isEqualTo("footfall: " + file + ": the list is of 2026-01-02, and this footfall contains one of "
                        + "2026-11-27; if its prices are newer, correct the line \"version\"\n");
        assertThat(run("prices", "update", folder.resolve("none").toString()))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: cannot install " + folder + "/none as " + installed() + ": does not exist\n"));
        assertThat(run("prices", "update").exit()).isEqualTo(2);
        assertThat(installed()).doesNotExist();
    }

    @Test
    void anInstalledListIsCheckedLikeTheSettingsAndIgnoredOnceFootfallHasANewerOne() throws IOException {
        Files.createDirectories(installed().getParent());
        Files.writeString(installed(), LIST.replace("shop\n", "\n"));
        for (var command : List.of("usage --from", "prices", "sessions")) {
            assertThat(run(command.split(" "))).as(command).satisfies(ran -> {
                assertThat(ran.exit()).isEqualTo(2);
                assertThat(ran.err()).contains(installed() + ":5", "; correct it, or delete the file");
            });
        }
        Files.writeString(installed(), LIST.replace("2099-01-02", "2020-01-02"));
        assertThat(run("prices").out()).contains("price list of 2026-11-27, as this footfall contains it");
    }

    @Test
    void doctorSaysHowOldTheListIs() throws IOException {
        assertThat(run("doctor").out())
                .contains("ok       prices       price list of 2026-11-27, as this footfall contains it; 0 days old");
    }
}
