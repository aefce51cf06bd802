package footfall.topology;

import static footfall.topology.TalliesThroughTheDriverTest.LONG;

import footfall.alert.BudgetRules;
import footfall.alert.OutageRules;
import footfall.config.Config;
import footfall.config.Environment;
import footfall.config.SettingErrors;
import footfall.desire.DesireRules;
import footfall.line.LineParser;
import footfall.report.FileReports;
import footfall.report.FileShard;
import footfall.report.FileTurns;
import footfall.report.History;
import footfall.report.LocalFiles;
import footfall.session.SessionBill;
import footfall.session.SessionReport;
import footfall.session.SessionSummary;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.turn.HourTokens;
import footfall.turn.Prices;
import footfall.turn.SessionUsage;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.Shards;
import footfall.view.Share;
import footfall.view.StoreKind;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.view.UsageRow;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The sums of tokens and cost of some sessions, each in all the ways in which footfall says them. */
final class Bills {
    private static final Instant LIVE = Instant.parse("2026-11-28T10:00:00Z");
    private static final Share EVERYTHING = new Share(Map.of(StoreKind.LOG, Set.of(0), StoreKind.TALLIES, Set.of(0)));

    /** The prices of an installation without settings. */
    private static final Prices PRICES = prices();

    /** Nothing expires. */
    private static final TopologySettings SETTINGS = Defaults.topology(
            Defaults.turns(PRICES),
            new TopologySettings.Tallies(
                    Duration.ofDays(10_000), DesireRules.DEFAULTS, OutageRules.DEFAULTS, BudgetRules.NONE));

    private final Path state;

    /** {@code state}: a folder for stores. */
    Bills(Path state) {
        this.state = state;
    }

    private static Prices prices() {
        try {
            return Config.read(new Environment(Map.of()), Config.Flags.NONE)
                    .turnRules()
                    .prices();
        } catch (SettingErrors impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Tokens and USD. */
    private record Sum(Tokens tokens, BigDecimal usd) {
        static final Sum NOTHING = new Sum(Tokens.ZERO, BigDecimal.ZERO);

        static Sum of(Tokens tokens, BigDecimal usd) {
            return new Sum(tokens.withZeros(), usd == null ? BigDecimal.ZERO : usd);
        }

        Sum plus(Sum other) {
            return new Sum(tokens.plus(other.tokens), usd.add(other.usd));
        }

        /** As a text without trailing zeros. */
        @Override
        public String toString() {
            return tokens + " " + usd.stripTrailingZeros().toPlainString();
        }

        static String all(Stream<Sum> sums) {
            return sums.reduce(NOTHING, Sum::plus).toString();
        }
    }

    private static Stream<Sum> ofTurns(Collection<Turn> turns) {
        return turns.stream()
                .filter(turn -> turn.prompt().copyOf() == null)
                .flatMap(turn -> turn.spend().usage().stream())
                .map((HourTokens row) -> Sum.of(row.tokens(), row.costUsd()));
    }

    private static Stream<Sum> beside(Collection<SessionUsage> sessions) {
        return sessions.stream()
                .flatMap(session -> session.tokens().stream())
                .flatMap(row ->
                        Stream.of(Sum.of(row.tokens(), row.costUsd()), Sum.of(Tokens.ZERO, row.pricedOutputCostUsd())));
    }

    private static Sum of(SessionBill bill) {
        return Sum.of(bill.totalTokens(), bill.totalCostUsd());
    }

    private static Sum of(UsageRow row) {
        return Sum.of(row.tokens(), row.costUsd());
    }

    private static void answers(String source, Shard shard, Map<String, String> sums) {
        var answers = new MergedAnswers(Shards.of(List.of(shard)), new AnswerRules(null, null, Integer.MAX_VALUE));
        for (var by :
                List.of(UsageBy.SESSION, UsageBy.HOUR, UsageBy.WINDOW, UsageBy.DAY, UsageBy.MODEL, UsageBy.PROJECT)) {
            var bill = answers.usage(
                    new UsageQuestion(List.of(by), Selection.ALL, ZoneOffset.UTC),
                    new UsageBill.Order(UsageBill.UsageSort.NAME, Integer.MAX_VALUE, true));
            sums.put(
                    source + ", usage by " + by.word(),
                    Sum.all(bill.rows().stream().map(Bills::of)));
            sums.put(source + ", usage by " + by.word() + ", total", Sum.all(Stream.of(of(bill.total()))));
        }
    }

    private static FileTurns.Folded folded(List<Path> places) throws Exception {
        var history = new History(1, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        return new FileTurns(Defaults.turns(PRICES), history).read(places, LocalFiles.NO_PROGRESS);
    }

    private static List<SessionReport> reports(List<Path> places) throws Exception {
        var history = new History(1, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        return new FileReports(new LocalFiles(history), PRICES)
                .all(places, LocalFiles.NO_PROGRESS)
                .reports();
    }

    /** What each way to sum the files says. */
    private static Map<String, String> ofFiles(List<Path> places) throws Exception {
        var sums = new TreeMap<String, String>();
        try (var folded = folded(places)) {
            sums.put("files, turns", Sum.all(Stream.concat(ofTurns(folded.turns()), beside(folded.besideMessages()))));
            answers("files", new FileShard(folded), sums);
        }
        sums.put("files, sessions", Sum.all(reports(places).stream().map(one -> of(one.bill()))));
        return sums;
    }

    private Map<String, String> ofStream(String name, Shipment shipment) {
        var sums = new TreeMap<String, String>();
        try (var driver = new Driver(SETTINGS, state.resolve(name), LIVE)) {
            driver.arrive(shipment.records()).pass(LONG);
            var sessions = driver.lastSessions().values();
            var usages = sessions.stream().map(SessionSummary::usage).toList();
            sums.put(
                    "stream, turns",
                    Sum.all(Stream.concat(ofTurns(driver.lastTurns().values()), beside(usages))));
            sums.put("stream, sessions", Sum.all(sessions.stream().map(one -> of(one.bill()))));
            answers("stream", new StoreShard(new DriverStores(driver), EVERYTHING, () -> Long.MAX_VALUE), sums);
        }
        return sums;
    }

    /** The ways to sum, by what they say. */
    Map<String, Set<String>> ways(String name, List<Path> places, Shipment shipment) throws Exception {
        var sums = new TreeMap<>(ofFiles(places));
        sums.putAll(ofStream(name, shipment));
        var ways = new TreeMap<String, Set<String>>();
        sums.forEach(
                (way, sum) -> ways.computeIfAbsent(sum, none -> new TreeSet<>()).add(way));
        return ways;
    }
}
