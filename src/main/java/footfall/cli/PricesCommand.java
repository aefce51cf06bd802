package footfall.cli;

import footfall.config.InvalidPriceList;
import footfall.config.ListedPrice;
import footfall.config.Plan;
import footfall.config.PriceList;
import footfall.config.PriceListText;
import footfall.folder.AtomicFile;
import footfall.report.FailureReason;
import footfall.screen.CountWords;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code footfall prices}. */
@Command(
        name = "prices",
        header = "Print the prices of models with their sources, or install a newer list.",
        description =
                "USD per million tokens, and per thousand web searches: for a context of more than ABOVE tokens, from "
                        + "SINCE on. TERMS are what fast mode, a service tier or a region multiplies the price of "
                        + "tokens by. Prices of the settings come first.",
        footer = {
            "  footfall prices                        the prices that are used",
            "  footfall prices opus gpt-5.5           of models whose names contain a word, or of a whole name",
            "  footfall prices --plans                plans with a price for each month, for usage --plan",
            "  footfall prices --text > prices.txt    the list in the form that update reads",
            "  footfall prices update prices.txt      use this list from now on"
        })
final class PricesCommand extends SettingsCommand {
    private static final long LIST_BYTES_MAX = 1 << 20;

    @Parameters(paramLabel = "MODEL", arity = "0..*", description = "A part of a model's name, or the name of a model.")
    private List<String> models = List.of();

    @Option(names = "--text", description = "Print the price list itself, without the prices of the settings.")
    private boolean text;

    @Option(names = "--plans", description = "Print the known plans with a price for each month, for usage --plan.")
    private boolean plans;

    @Mixin
    private OutputOptions output;

    PricesCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws Exception {
        var settings = settings();
        var list = settings.priceList();
        if (text) {
            print(list);
            return ExitCodes.OK;
        }
        var printer = new ResultPrinter(console, command, output.format());
        if (plans) {
            if (text || !models.isEmpty()) {
                throw usage("--plans has no --text and no MODEL");
            }
            printer.print(Plan.class, Plan.all(), planTable(), null);
            return ExitCodes.OK;
        }
        var all = ListedPrice.all(settings);
        var found = all.stream()
                .filter(one -> models.isEmpty() || models.stream().anyMatch(model -> isOf(one, model, list)))
                .toList();
        printer.print(ListedPrice.class, found, table(found, list), "no price for " + String.join(", ", models));
        return ExitCodes.OK;
    }

    private static Table planTable() {
        var table = new Table(
                Table.Column.text("PLAN"),
                Table.Column.number("USD_PER_MONTH"),
                Table.Column.text("AGENT"),
                Table.Column.text("READ_ON"),
                Table.Column.longText("SOURCE"));
        Plan.all()
                .forEach(one -> table.row(
                        one.plan(), one.usdPerMonth().toPlainString(), one.agent(), one.sourceDay(), one.source()));
        return table;
    }

    private static boolean isOf(ListedPrice price, String typed, PriceList list) {
        var model = typed.toLowerCase(Locale.ROOT);
        return price.model().toLowerCase(Locale.ROOT).contains(model)
                || list.nameOf(model).filter(price.model()::equals).isPresent();
    }

    private void print(PriceList list) throws IOException {
        try (var out = console.writer()) {
            out.write(list.isInstalled() ? Files.readString(installed()) : PriceListText.builtInText());
        }
    }

    private Path installed() {
        return settingsOptions.pricesPath(console);
    }

    private static Table table(List<ListedPrice> prices, PriceList list) {
        var table = new Table(
                Table.Column.text("MODEL"),
                Table.Column.text("SINCE").hiding(2),
                Table.Column.number("ABOVE").hiding(2),
                Table.Column.number("INPUT"),
                Table.Column.number("OUTPUT"),
                Table.Column.number("WRITE").hiding(3),
                Table.Column.number("WRITE_1H").hiding(4),
                Table.Column.number("READ").hiding(3),
                Table.Column.number("SEARCHES").hiding(6),
                Table.Column.text("TERMS").hiding(5),
                Table.Column.text("SOURCE").hiding(1));
        prices.forEach(one -> table.row(
                one.model(),
                one.since() == null ? "" : one.since(),
                one.above() == 0 ? "" : one.above(),
                one.price().input().toPlainString(),
                one.price().output().toPlainString(),
                one.price().cacheWrite().toPlainString(),
                one.price().cacheWrite1h().toPlainString(),
                one.price().cacheRead().toPlainString(),
                one.price().webSearches().toPlainString(),
                one.tiers().stream()
                        .filter(tier -> tier.factor().compareTo(BigDecimal.ONE) != 0)
                        .map(tier -> tier.tier() + " x" + tier.factor().toPlainString())
                        .collect(Collectors.joining(", ")),
                one.source()));
        var sources = list.sources().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(source -> source.getKey() + ": " + source.getValue().what() + ", "
                        + source.getValue().day());
        table.caption(Stream.concat(Stream.of(list.described()), sources).collect(Collectors.joining("\n")));
        return table;
    }

    @Command(
            name = "update",
            mixinStandardHelpOptions = true,
            description =
                    "Installs a price list beside the settings file. All commands use it, until footfall contains a "
                            + "newer one; `up` and `stream` from their next start on. "
                            + "Turns that were emitted keep their cost.")
    int update(@Parameters(paramLabel = "FILE", description = "A list as 'prices --text' prints it.") Path file)
            throws Exception {
        var target = installed();
        try {
            var text = read(file);
            var list = PriceListText.read(text);
            var now = PriceListText.builtIn();
            if (list.version().isBefore(now.version())) {
                throw new CommandFailed(
                        file + ": the list is of " + list.version() + ", and this footfall contains one of "
                                + now.version() + "; if its prices are newer, correct the line \"version\"");
            }
            Files.createDirectories(target.getParent());
            AtomicFile.write(target, text.getBytes(StandardCharsets.UTF_8));
            console.say("installed the price list of " + list.version() + " with "
                    + CountWords.of(list.models().size(), "model") + " as " + target);
        } catch (InvalidPriceList invalid) {
            throw new CommandFailed(file + ":" + invalid.line() + ": " + invalid.getMessage());
        } catch (IOException why) {
            throw new CommandFailed("cannot install " + file + " as " + target + ": " + FailureReason.of(why));
        }
        return ExitCodes.OK;
    }

    private static String read(Path file) throws IOException, CommandFailed {
        if (Files.size(file) > LIST_BYTES_MAX) {
            throw new CommandFailed(file + " is larger than 1 MiB: not a price list");
        }
        try {
            return Files.readString(file);
        } catch (CharacterCodingException noText) {
            throw new CommandFailed(file + " is not UTF-8: not a price list");
        }
    }
}
