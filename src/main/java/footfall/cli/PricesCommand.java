package footfall.cli;

import footfall.config.ListedPrice;
import footfall.config.Plan;
import footfall.config.PriceList;
import footfall.config.PriceListText;
import footfall.config.PriceListText.InvalidPriceList;
import footfall.folder.AtomicFile;
import footfall.report.FailureReason;
import footfall.run.ApplyingPrices;
import footfall.run.RunningBroker;
import footfall.screen.CountWords;
import footfall.screen.SafeText;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "prices",
        header = "Print the prices of models, or install a newer list.",
        description =
                "USD per million tokens, and per thousand web searches: for a context of more than ABOVE tokens, from "
                        + "SINCE on. TERMS are what fast mode, a service tier or a region multiplies the price of "
                        + "tokens by. Prices of the settings come first.",
        footer = {
            "  footfall prices                        the prices that are used",
            "  footfall prices opus gpt-5.5           of models whose names contain a word, or of a whole name",
            "  footfall prices --plans                plans with a price for each month, for usage --plan",
            "  footfall prices --text > prices.txt    the list in the form that update reads",
            "  footfall prices update prices.txt      use this list from now on",
            "  footfall prices apply                  price again what a running processor keeps"
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
    private ResultPrinter.OutputOptions output;

    @Override
    public Integer call() throws Exception {
        if (text && (output.format() != ResultPrinter.Format.TABLE || !models.isEmpty())) {
            throw usage("--text prints the list as it is, and cannot be combined with "
                    + (models.isEmpty() ? "--json or --csv" : "MODEL"));
        }
        var settings = settings();
        var list = settings.priceList();
        if (text) {
            print(list);
            return ExitCodes.OK;
        }
        var printer = new ResultPrinter(console, this, output.format());
        if (plans) {
            if (text || !models.isEmpty()) {
                throw usage("--plans has no --text and no MODEL");
            }
            printer.print(Plan.class, Plan.all(), planTable(), null);
            return ExitCodes.OK;
        }
        var all = ListedPrice.all(settings);
        var unknown = models.stream()
                .filter(model -> all.stream().noneMatch(one -> isOf(one, model, list)))
                .toList();
        var found = all.stream()
                .filter(one -> models.isEmpty() || models.stream().anyMatch(model -> isOf(one, model, list)))
                .toList();
        if (!unknown.isEmpty()) {
            console.say("no price for " + SafeText.of(String.join(", ", unknown))
                    + "; without a name, footfall prices prints all models");
        }
        printer.print(ListedPrice.class, found, table(found, list), null);
        return unknown.isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
    }

    private static Table planTable() {
        return Table.of(Plan.all())
                .text("PLAN", Plan::plan)
                .number("USD_PER_MONTH", one -> one.usdPerMonth().toPlainString())
                .text("AGENT", Plan::agent)
                .text("READ_ON", Plan::sourceDay)
                .longText("SOURCE", Plan::source);
    }

    private static boolean isOf(ListedPrice price, String typed, PriceList list) {
        var model = typed.toLowerCase(Locale.ROOT);
        return price.model().toLowerCase(Locale.ROOT).contains(model)
                || list.nameOf(model).filter(price.model()::equals).isPresent();
    }

    private void print(PriceList list) throws IOException {
        try (var out = console.writer()) {
            out.write(text(list));
        }
    }

    private String text(PriceList list) throws IOException {
        return list.isInstalled() ? Files.readString(installed()) : PriceListText.builtInText();
    }

    private Path installed() {
        return settingsOptions.pricesPath(console);
    }

    private static Table table(List<ListedPrice> prices, PriceList list) {
        var table = Table.of(prices)
                .text("MODEL", ListedPrice::model)
                .text("SINCE", 2, ListedPrice::since)
                .number("ABOVE", 2, one -> one.above() == 0 ? "" : one.above())
                .number("INPUT", one -> one.price().input().toPlainString())
                .number("OUTPUT", one -> one.price().output().toPlainString())
                .number("WRITE", 3, one -> one.price().cacheWrite().toPlainString())
                .number("WRITE_1H", 4, one -> one.price().cacheWrite1h().toPlainString())
                .number("READ", 3, one -> one.price().cacheRead().toPlainString())
                .number("SEARCHES", 6, one -> one.price().webSearches().toPlainString())
                .text(
                        "TERMS",
                        5,
                        one -> one.tiers().stream()
                                .filter(tier -> tier.factor().compareTo(BigDecimal.ONE) != 0)
                                .map(tier -> tier.tier() + " x" + tier.factor().toPlainString())
                                .collect(Collectors.joining(", ")))
                .text("SOURCE", 1, ListedPrice::source);
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
                            + "Turns that were emitted keep their cost until 'prices apply'.")
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

    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            description = {
                "Makes all instances of a processor use the price list of this command from now on, and prices again "
                        + "what they keep: turns, sessions, usage, and what failures and loops cost. Prices of the "
                        + "settings stay those of each instance, and a newer list of an instance is not replaced. "
                        + "Can be repeated.",
                "Uses the broker of a running `up` with this data folder if no cluster is given. Exit code 1 if no "
                        + "processor confirms the list in time."
            })
    int apply(
            @Mixin ClusterOptions cluster,
            @Option(
                            names = "--wait",
                            paramLabel = "SECONDS",
                            defaultValue = "60",
                            description = "How long to wait for a processor. Default: 60.")
                    int waitSeconds,
            @Option(names = "--json", description = "Print one JSON object.") boolean json)
            throws Exception {
        atLeast(1, "--wait", waitSeconds);
        var settings = settings();
        var list = settings.priceList();
        var own = new RunningBroker(settings).found();
        var client = cluster.isGiven() || own.isEmpty() ? cluster.client(settings) : own.get();
        var applying = new ApplyingPrices(client, settings, list.version().toString(), text(list));
        var report = applying.apply(Duration.ofSeconds(waitSeconds));
        if (json) {
            JsonOut.printObject(console, report);
        } else if (report.confirmed()) {
            try (var out = console.writer()) {
                out.write("All instances use the " + list.described() + ".\nPriced again: "
                        + CountWords.of(report.sessions(), "session") + " and " + report.repriced() + " of "
                        + CountWords.of(report.turns(), "turn")
                        + " with other prices; the others used no tokens with a price, or are no longer kept. "
                        + "Loops, usage and desires follow within seconds.\n");
            }
        }
        if (!report.confirmed()) {
            console.say("no processor confirmed the price list within " + waitSeconds
                    + " s; it takes effect when a processor reads it: start footfall up or footfall stream, then "
                    + "repeat this command to price again what was emitted");
        }
        return report.confirmed() ? ExitCodes.OK : ExitCodes.FAILED;
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
