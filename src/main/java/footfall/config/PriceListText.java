package footfall.config;

import footfall.line.Tier;
import footfall.turn.Prices;
import footfall.turn.Prices.ModelPrices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads a {@link PriceList}; the built-in one describes the form of its lines. */
public final class PriceListText {
    private static final String RESOURCE = "prices.txt";
    private static final String FORM = "footfall-prices ";
    private static final String HEADER = FORM + "1";
    private static final String TIERS = Stream.of(Tier.values()).map(Tier::word).collect(Collectors.joining(", "));

    private final Map<String, PriceList.Source> sources = new LinkedHashMap<>();
    private final List<PriceList.Model> models = new ArrayList<>();
    private LocalDate version;
    private Open open;
    private boolean isEnded;
    private int line;

    /** The model whose lines are being read, and the line that names it. */
    private static final class Open {
        private final int line;
        private final String name;
        private final Pattern names;
        private final List<ModelPrices.Row> rows = new ArrayList<>();
        private final Map<Tier, ModelPrices.Factor> factors = new EnumMap<>(Tier.class);
        private ModelPrices.Context context = ModelPrices.Context.INPUT;

        Open(int line, String name, Pattern names) {
            this.line = line;
            this.name = name;
            this.names = names;
        }
    }

    private PriceListText() {}

    /** Loaded at the first lookup. */
    private static final class BuiltIn {
        static final PriceList LIST = list();

        private static PriceList list() {
            try {
                return new PriceListText().list(builtInText(), false);
            } catch (InvalidPriceList bug) {
                throw new IllegalStateException(bug);
            }
        }
    }

    /** Reads a list that a user has. */
    public static PriceList read(String text) throws InvalidPriceList {
        return new PriceListText().list(text, true);
    }

    /** The list that footfall contains; {@code src/build/prices} updates it. */
    public static PriceList builtIn() {
        return BuiltIn.LIST;
    }

    /** The prices of the built-in list, which is read when the first message is priced. */
    static Prices listed() {
        return Prices.listed(
                name -> builtIn().find(name), () -> builtIn().version().toString(), PriceListText::prices);
    }

    /** The prices of a list, by lower-case name. */
    public static Prices prices(PriceList list) {
        return Prices.listed(list::find, list.version()::toString, PriceListText::prices);
    }

    /** The prices of a list; empty if the text is none. */
    private static Optional<Prices> prices(String text) {
        try {
            return Optional.of(prices(read(text)));
        } catch (InvalidPriceList invalid) {
            return Optional.empty();
        }
    }

    public static String builtInText() {
        try (var bytes = PriceListText.class.getResourceAsStream(RESOURCE)) {
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException bug) {
            throw new UncheckedIOException(bug);
        }
    }

    private PriceList list(String text, boolean isInstalled) throws InvalidPriceList {
        var lines = text.lines().toList();
        line = 1;
        var header = lines.isEmpty() ? "" : lines.get(0);
        if (!header.equals(HEADER)) {
            throw invalid(
                    header.matches(FORM + "\\d+")
                            ? "a list of the form \"" + header + "\", and this footfall reads \"" + HEADER
                                    + "\"; update footfall"
                            : "not a price list; expected \"" + HEADER + "\", as footfall prices --text prints it");
        }
        for (line = 2; line <= lines.size(); line++) {
            var row = lines.get(line - 1);
            if (!row.isBlank() && !row.startsWith("#")) {
                row(row);
            }
        }
        if (!isEnded) {
            throw invalid("the list ends before its line \"end\": it is incomplete; get the whole file");
        }
        if (version == null || models.isEmpty()) {
            throw invalid("no " + (version == null ? "version" : "model") + " in the list");
        }
        return new PriceList(version, sources, models, isInstalled);
    }

    private void row(String row) throws InvalidPriceList {
        var kind = row.split(" ", 2)[0];
        if (isEnded) {
            throw invalid("a line after the line \"end\"; expected none");
        }
        switch (kind) {
            case "version" -> version = day(cells(row, 2)[1]);
            case "source" -> {
                var cells = cells(row, 4);
                sources.put(cells[1], new PriceList.Source(day(cells[2]), cells[3]));
            }
            case "model" -> {
                var cells = cells(row, 3);
                close();
                open = new Open(line, cells[1], expression(cells[2]));
            }
            case "context" -> context(cells(row, 2)[1]);
            case "price" -> price(cells(row, 10));
            case "tier" -> tier(cells(row, 4));
            case "end" -> end(number(cells(row, 2)[1]));
            default ->
                throw invalid(
                        "unknown word \"" + kind + "\"; expected version, source, model, context, price, tier or end");
        }
    }

    /** The last cell is the rest of the line. */
    private String[] cells(String row, int count) throws InvalidPriceList {
        var cells = row.split(" ", count);
        boolean isText = count == 3 || row.startsWith("source ");
        if (cells.length != count || !isText && cells[count - 1].contains(" ")) {
            throw invalid(
                    "\"" + cells[0] + "\" has " + (row.split(" ").length - 1) + " values; expected " + (count - 1));
        }
        return cells;
    }

    private void context(String word) throws InvalidPriceList {
        if (!word.equals("unwritten")) {
            throw invalid("invalid context \"" + word + "\"; expected unwritten, or no such line");
        }
        model().context = ModelPrices.Context.UNWRITTEN;
    }

    private void price(String[] cells) throws InvalidPriceList {
        var usd = new BigDecimal[6];
        for (int i = 0; i < usd.length; i++) {
            usd[i] = number(cells[i + 3]);
        }
        var row = new ModelPrices.Row(
                cells[1].equals("-") ? null : day(cells[1]),
                number(cells[2]).longValue(),
                new Prices.Price(usd[0], usd[1], usd[2], usd[3], usd[4], usd[5]),
                source(cells[9]));
        boolean isFirst = model().rows.isEmpty();
        if (isFirst && (row.from() != null || row.above() != 0)) {
            throw invalid("the first price of a model must be \"price - 0 ...\"");
        }
        model().rows.add(row);
    }

    private void tier(String[] cells) throws InvalidPriceList {
        var tier = Tier.ofWord(cells[1]).orElse(null);
        if (tier == null) {
            throw invalid("unknown tier \"" + cells[1] + "\"; expected one of " + TIERS);
        }
        model().factors.put(tier, new ModelPrices.Factor(number(cells[2]), source(cells[3])));
    }

    private void end(BigDecimal count) throws InvalidPriceList {
        close();
        if (count.compareTo(BigDecimal.valueOf(models.size())) != 0) {
            throw invalid("the list has " + models.size() + " models, and its last line says " + count
                    + ": it is incomplete; get the whole file");
        }
        isEnded = true;
    }

    private Open model() throws InvalidPriceList {
        if (open == null) {
            throw invalid("no model yet; put \"model NAME EXPRESSION\" before it");
        }
        return open;
    }

    private void close() throws InvalidPriceList {
        if (open == null) {
            return;
        }
        if (open.rows.isEmpty()) {
            line = open.line;
            throw invalid("model " + open.name + " has no price; add a line \"price - 0 ...\"");
        }
        models.add(new PriceList.Model(open.name, open.names, new ModelPrices(open.rows, open.context, open.factors)));
    }

    private String source(String name) throws InvalidPriceList {
        if (!sources.containsKey(name)) {
            throw invalid("unknown source \"" + name + "\"; expected one of " + String.join(", ", sources.keySet()));
        }
        return name;
    }

    private Pattern expression(String text) throws InvalidPriceList {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException wrong) {
            throw invalid("invalid regular expression \"" + text + "\": " + wrong.getDescription());
        }
    }

    private LocalDate day(String text) throws InvalidPriceList {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException wrong) {
            throw invalid("invalid day \"" + text + "\"; expected a day such as 2026-11-27");
        }
    }

    /** Not negative. */
    private BigDecimal number(String text) throws InvalidPriceList {
        try {
            var number = new BigDecimal(text);
            if (number.signum() >= 0 && number.precision() - number.scale() < 19 && number.scale() < 19) {
                return number;
            }
        } catch (NumberFormatException wrong) {
            // Below.
        }
        throw invalid("invalid number \"" + text + "\"; expected one such as 0 or 2.5");
    }

    private InvalidPriceList invalid(String message) {
        return new InvalidPriceList(line, message);
    }

    /** A price list cannot be read; the message says what is wrong and what was expected, {@code line} where. */
    public static final class InvalidPriceList extends Exception {
        private final int line;

        InvalidPriceList(int line, String message) {
            super(message);
            this.line = line;
        }

        public int line() {
            return line;
        }
    }
}
