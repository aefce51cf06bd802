package footfall.config;

import footfall.alert.BudgetRules.Budget;
import footfall.config.SettingKey.InvalidValue;
import footfall.config.SettingKey.ValueType;
import footfall.tail.ExcludedProjects;
import footfall.topology.TopologySettings;
import footfall.view.Quantities;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The types of setting values. */
final class ValueTypes {
    /** A hundred years: added to an instant, or multiplied by ten, it does not overflow. */
    private static final Duration DURATION_MAX = TopologySettings.KEEP_ALL;

    private static final String ALL = "all";

    private static final Pattern HOST_NAME = Pattern.compile("[A-Za-z0-9._-]{1,253}");

    private ValueTypes() {}

    static ValueType<Integer> whole(int min, int max) {
        return new ValueType<>(
                "a whole number",
                (raw, environment) -> {
                    long value = wholeNumber(raw);
                    if (value < min) {
                        throw new InvalidValue("is " + raw + "; expected at least " + min);
                    } else if (value > max) {
                        throw new InvalidValue("is " + raw + "; expected at most " + max);
                    }
                    return (int) value;
                },
                value -> value,
                false);
    }

    private static long wholeNumber(Object raw) throws InvalidValue {
        try {
            if (raw instanceof Number || raw instanceof String) {
                return new BigDecimal(raw.toString().strip()).longValueExact();
            }
        } catch (ArithmeticException | NumberFormatException noWholeNumber) {
            // Reported below.
        }
        throw new InvalidValue("is " + said(raw) + "; expected a whole number");
    }

    static ValueType<Duration> duration() {
        return duration(" or ", "");
    }

    /** {@code orElse}: another word that is expected. */
    private static ValueType<Duration> duration(String or, String orElse) {
        return new ValueType<>(
                "a duration (500ms, 5s, 30m, 12h, 90d)",
                (raw, environment) -> {
                    var duration = Quantities.duration(raw instanceof String text ? text : "")
                            .orElse(null);
                    if (duration == null) {
                        throw new InvalidValue("is " + said(raw) + "; expected a duration like 500ms, 5s, 30m, 12h" + or
                                + "90d" + orElse);
                    } else if (duration.isZero()) {
                        throw new InvalidValue("is " + said(raw) + "; expected more than 0");
                    } else if (duration.compareTo(DURATION_MAX) > 0) {
                        throw new InvalidValue(
                                "is " + said(raw) + "; expected at most " + Quantities.shown(DURATION_MAX));
                    }
                    return duration;
                },
                Quantities::shown,
                false);
    }

    /** A duration, or {@code all} for the longest. */
    static ValueType<Duration> retention() {
        var duration = duration(", ", " or \"all\"");
        return new ValueType<>(
                duration.form() + " or `all`",
                (raw, environment) ->
                        ALL.equals(raw) ? DURATION_MAX : duration.reader().read(raw, environment),
                value -> value.equals(DURATION_MAX) ? ALL : Quantities.shown(value),
                false);
    }

    static ValueType<Integer> size(long min, long max) {
        return new ValueType<>(
                "a size (64KiB, 1MiB)",
                (raw, environment) -> {
                    var bytes = Quantities.size(raw instanceof String text ? text : "")
                            .orElse(null);
                    if (bytes == null) {
                        throw new InvalidValue("is " + said(raw) + "; expected a size like 64KiB or 1MiB");
                    } else if (bytes < min) {
                        throw new InvalidValue("is " + said(raw) + "; expected at least " + Quantities.shownSize(min));
                    } else if (bytes > max) {
                        throw new InvalidValue("is " + said(raw) + "; expected at most " + Quantities.shownSize(max));
                    }
                    return bytes.intValue();
                },
                bytes -> Quantities.shownSize(bytes),
                false);
    }

    static <E extends Enum<E>> ValueType<E> choice(Class<E> of, Function<E, String> word) {
        var words = new LinkedHashMap<String, E>();
        for (var constant : of.getEnumConstants()) {
            words.put(word.apply(constant), constant);
        }
        var form = String.join(" | ", words.keySet());
        return new ValueType<>(
                form,
                (raw, environment) -> {
                    var constant = raw instanceof String text ? words.get(text.strip()) : null;
                    if (constant == null) {
                        throw new InvalidValue("is " + said(raw) + "; expected " + form);
                    }
                    return constant;
                },
                word::apply,
                false);
    }

    static ValueType<String> text(Pattern allowed, String form) {
        return new ValueType<>(
                form,
                (raw, environment) -> {
                    if (!(raw instanceof String text) || !allowed.matcher(text).matches()) {
                        throw new InvalidValue("is " + said(raw) + "; expected " + form);
                    }
                    return text;
                },
                value -> value,
                false);
    }

    static ValueType<Path> path() {
        return new ValueType<>("a path", ValueTypes::path, Path::toString, false);
    }

    /** Empty when the text is empty. */
    static ValueType<Optional<Path>> optionalPath() {
        return new ValueType<>(
                "a path",
                (raw, environment) -> "".equals(raw) ? Optional.empty() : Optional.of(path(raw, environment)),
                path -> path.map(Path::toString).orElse(""),
                false);
    }

    /** In a variable or flag: a TOML array, or separated by commas; may be empty. */
    static ValueType<List<String>> hostNames() {
        return new ValueType<>(
                "a list of host names",
                (raw, environment) -> {
                    var items = raw instanceof String text ? text.isEmpty() ? List.of() : TextList.of(text, ",") : raw;
                    if (!(items instanceof List<?> list)
                            || !list.stream()
                                    .allMatch(name ->
                                            HOST_NAME.matcher(name.toString()).matches())) {
                        throw new InvalidValue("is " + said(raw) + "; expected a list of host names");
                    }
                    return list.stream().map(Object::toString).toList();
                },
                names -> names,
                false);
    }

    /** In a variable or flag: a TOML array, or separated as in PATH. */
    static ValueType<List<Path>> paths() {
        return new ValueType<>(
                "a list of paths, as a text separated by `:`",
                (raw, environment) -> {
                    var items = raw instanceof String text ? TextList.of(text, ":") : raw;
                    if (!(items instanceof List<?> list) || list.isEmpty()) {
                        throw new InvalidValue("is " + said(raw) + "; expected a list of paths");
                    }
                    var paths = new ArrayList<Path>();
                    for (var item : list) {
                        paths.add(path(item, environment));
                    }
                    return List.copyOf(paths);
                },
                paths -> paths.stream().map(Path::toString).toList(),
                false);
    }

    /** In a variable or flag: a TOML array, or separated by commas or colons; may be empty. */
    static ValueType<ExcludedProjects> projects() {
        return new ValueType<>(
                "a list of globs",
                (raw, environment) -> {
                    var items = raw instanceof String text ? text.isEmpty() ? List.of() : TextList.of(text, ",:") : raw;
                    if (!(items instanceof List<?> list) || !list.stream().allMatch(String.class::isInstance)) {
                        throw new InvalidValue("is " + said(raw) + "; expected a list of globs");
                    }
                    try {
                        return ExcludedProjects.of(
                                list.stream().map(String.class::cast).toList(), environment.home());
                    } catch (IllegalArgumentException noGlob) {
                        throw new InvalidValue(noGlob.getMessage());
                    }
                },
                ExcludedProjects::globs,
                false);
    }

    private static Path path(Object raw, Environment environment) throws InvalidValue {
        try {
            if (raw instanceof String text && !text.isBlank()) {
                return environment.path(text);
            }
        } catch (InvalidPathException noPath) {
            // Reported below.
        }
        throw new InvalidValue("is " + said(raw) + "; expected a path");
    }

    static ValueType<Map<String, String>> texts() {
        return table("a string", text -> Optional.of(text).filter(it -> !it.isBlank()), text -> text);
    }

    static ValueType<Map<String, Budget>> budgets() {
        return table(Budget.FORM, Budget::of, Budget::text);
    }

    private static <T> ValueType<Map<String, T>> table(
            String form, Function<String, Optional<T>> reader, Function<T, String> shown) {
        return new ValueType<>(
                "a table of strings",
                (raw, environment) -> {
                    var read = new LinkedHashMap<String, T>();
                    var faults = new ArrayList<InvalidValue.Fault>();
                    table(raw).forEach((name, value) -> {
                        var one = value instanceof String text ? reader.apply(text) : Optional.<T>empty();
                        one.ifPresent(it -> read.put(name, it));
                        if (one.isEmpty()) {
                            faults.add(new InvalidValue.Fault(
                                    name, "has " + said(value) + " for \"" + name + "\"; expected " + form));
                        }
                    });
                    return without(faults, Map.copyOf(read));
                },
                read -> {
                    var texts = new TreeMap<String, String>();
                    read.forEach((name, one) -> texts.put(name, shown.apply(one)));
                    return texts;
                },
                true);
    }

    /** A table of tables of non-negative numbers, each with exactly these columns. */
    static ValueType<Map<String, Map<String, BigDecimal>>> rows(List<String> required, String optional) {
        var columns = Stream.concat(required.stream(), Stream.of(optional)).toList();
        var form = "tables with " + String.join(", ", required) + " and optionally " + optional;
        return new ValueType<>(
                form,
                (raw, environment) -> {
                    var rows = new LinkedHashMap<String, Map<String, BigDecimal>>();
                    var faults = new ArrayList<InvalidValue.Fault>();
                    table(raw)
                            .forEach((name, row) -> rows.put(
                                    name,
                                    row(
                                            row,
                                            columns,
                                            optional,
                                            (wrong, expected) -> faults.add(new InvalidValue.Fault(
                                                    name, wrong + " in \"" + name + "\"" + expected)))));
                    return without(faults, Map.copyOf(rows));
                },
                TreeMap::new,
                true);
    }

    private static Map<String, BigDecimal> row(
            Object raw, List<String> columns, String optional, BiConsumer<String, String> wrong) {
        var row = new LinkedHashMap<String, BigDecimal>();
        if (!(raw instanceof Map<?, ?> cells)) {
            wrong.accept("has " + said(raw), "; expected a table");
            return row;
        }
        cells.forEach((name, value) -> {
            var column = name.toString();
            if (!columns.contains(column)) {
                wrong.accept("has " + NearestWords.unknown(column, columns), "");
            } else if (!(value instanceof Number number)
                    || !(number.doubleValue() >= 0)
                    || Double.isInfinite(number.doubleValue())) {
                wrong.accept("has " + said(value) + " for " + column, "; expected a number of at least 0");
            } else {
                row.put(column, new BigDecimal(value.toString()));
            }
        });
        var missing = columns.stream()
                .filter(column -> !cells.containsKey(column) && !column.equals(optional))
                .toList();
        if (!missing.isEmpty()) {
            wrong.accept("has no " + String.join(", ", missing), "");
        }
        return row;
    }

    private static <T> T without(List<InvalidValue.Fault> faults, T read) throws InvalidValue {
        if (!faults.isEmpty()) {
            throw new InvalidValue(faults);
        }
        return read;
    }

    private static Map<String, Object> table(Object raw) throws InvalidValue {
        if (!(raw instanceof Map<?, ?> map)) {
            throw new InvalidValue("is " + said(raw) + "; expected a table");
        }
        var table = new LinkedHashMap<String, Object>();
        map.forEach((key, value) -> table.put(key.toString(), value));
        return table;
    }

    private static String said(Object raw) {
        return raw instanceof String text ? "\"" + text + "\"" : String.valueOf(raw);
    }

    /** A list in one string, from a variable or flag. */
    private static final class TextList {
        /** Parses a string that starts with a bracket as a TOML array; splits any other outside braces. */
        static List<?> of(String text, String separators) throws InvalidValue {
            return text.startsWith("[") ? array(text) : split(text, separators);
        }

        private static List<?> array(String text) throws InvalidValue {
            try {
                if (TomlFile.read("list = " + text).values().get("list") instanceof List<?> list) {
                    return list;
                }
            } catch (TomlFile.Broken broken) {
                // Reported below.
            }
            throw new InvalidValue("is \"" + text + "\"; expected a TOML array like [\"a\", \"b\"]");
        }

        private static List<String> split(String text, String separators) {
            var items = new ArrayList<String>();
            int depth = 0;
            int from = 0;
            for (int at = 0; at < text.length(); at++) {
                char c = text.charAt(at);
                if (c == '\\') {
                    at++;
                } else if (depth == 0 && separators.indexOf(c) >= 0) {
                    items.add(text.substring(from, at).strip());
                    from = at + 1;
                } else {
                    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
                }
            }
            items.add(text.substring(from).strip());
            return items;
        }
    }
}
