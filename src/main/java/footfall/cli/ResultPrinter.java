package footfall.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import footfall.call.UsageCsv;
import footfall.line.Group;
import footfall.line.SessionId;
import footfall.screen.SafeText;
import footfall.wire.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Prints results as JSON, as CSV, or as a table as wide as the terminal. */
record ResultPrinter(Console console, ConsoleCommand command, Format format) {
    private static final Pattern TAG = Pattern.compile("</?(?:[a-z]+(?:[_-][a-z]+)+|error)>");

    /**
     * White space or an escaped line break; or a Windows path, recognized by its drive, its server, or a
     * backslash that starts no JSON escape.
     */
    private static final Pattern BREAK = Pattern.compile("((?:\\b[A-Za-z]:|(?<!\\S)\\\\)\\\\\\S+"
            + "|[\\w.-]+(?:\\\\[\\w.-]+)*\\\\[^nrtubf\\s\"/\\\\]\\S*)|\\\\n|\\s+");

    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);

    /** The format of a list. */
    enum Format {
        TABLE,
        JSON,
        CSV
    }

    ResultPrinter(Console console, ConsoleCommand command, boolean json) {
        this(console, command, json ? Format.JSON : Format.TABLE);
    }

    /** Of what is read once; to see whether there is a first one reads none. */
    static <T> Iterable<T> once(Iterator<T> iterator) {
        return () -> iterator;
    }

    /** {@code none}: the message for an empty result; null when it was already reported. */
    void print(Iterable<?> records, Table table, String none) throws IOException {
        print(Object.class, records, table, none);
    }

    /** {@code type} determines the columns of CSV. */
    void print(Class<?> type, Iterable<?> records, Table table, String none) throws IOException {
        print(new CsvOut.Columns(type, Set.of()), records, table, none);
    }

    void print(CsvOut.Columns columns, Iterable<?> records, Table table, String none) throws IOException {
        boolean isNone = !records.iterator().hasNext();
        if (isNone && none != null) {
            console.say(none);
        }
        if (format == Format.JSON && isNone) {
            try (var out = console.writer()) {
                out.write("[]\n"); // Without loading what writes records.
            }
        } else if (format == Format.JSON) {
            JsonOut.array(console, records);
        } else if (format == Format.CSV) {
            CsvOut.print(console, columns, records);
        } else if (!isNone) {
            if (console.isScreen() && table.hasPseudonym() && command instanceof SettingsCommand asking) {
                asking.own().ifPresent(own -> table.name(own, System.getProperty("user.name")));
            }
            try (var out = console.writer()) {
                table.print(out, width(), console.isColoured());
            }
        }
    }

    /** The terminal's width; unlimited without a terminal. */
    int width() {
        return console.isScreen() ? ScreenWidth.of(HelpText.WIDTH_MAX) : Table.ANY_WIDTH;
    }

    /**
     * The text on one line, without the tags that agents put around errors and without escaped line breaks. A
     * {@code \n} in a Windows path is part of a name.
     */
    static String line(String text) {
        var untagged = TAG.matcher(text).replaceAll(" ");
        return BREAK.matcher(untagged)
                .replaceAll(found -> found.group(1) == null ? " " : Matcher.quoteReplacement(found.group()))
                .replaceAll(" +", " ")
                .strip();
    }

    /** A time for people, {@code 2026-01-31 12:00}: local, as the days of usage are. */
    static String minute(Instant time, ZoneId zone) {
        return time == null ? null : MINUTE.format(time.atZone(zone));
    }

    /** A time in a table: for a program exact and in UTC. */
    Object time(Instant time) {
        return console.isScreen() ? minute(time, console.clock().getZone()) : time;
    }

    static String decimal(double value) {
        return BigDecimal.valueOf(value).setScale(1, RoundingMode.HALF_UP).toPlainString();
    }

    /** The format of a list. */
    static final class OutputOptions {
        @ArgGroup
        private Formats formats = new Formats();

        /** At most one of them. */
        static final class Formats {
            @Option(names = "--json", description = "Print one JSON array.")
            boolean json;

            @Option(
                    names = "--csv",
                    description =
                            "Print CSV (RFC 4180) with a header line and the fields of --json as columns. A cell that "
                                    + "a spreadsheet would interpret as a formula gets an apostrophe.")
            boolean csv;
        }

        /** As with {@code --json}, or without. */
        void take(boolean isJson) {
            formats.json = isJson;
        }

        ResultPrinter.Format format() {
            return formats.csv
                    ? ResultPrinter.Format.CSV
                    : formats.json ? ResultPrinter.Format.JSON : ResultPrinter.Format.TABLE;
        }
    }

    /**
     * Prints records as CSV. The columns are the fields of their JSON; those of an object within have its name and
     * a dot before theirs. A list of texts is joined by spaces; a list of objects, or a map, is written as JSON.
     */
    static final class CsvOut {
        private static final CSVFormat RFC_4180 =
                CSVFormat.RFC4180.builder().setRecordSeparator("\n").get();

        private CsvOut() {}

        /** The fields of {@code type} without those that are {@code absent}. */
        record Columns(Class<?> type, Set<String> absent) {}

        static void print(Console console, Columns shown, Iterable<?> records) throws IOException {
            var columns = columns(shown.type, "/").stream()
                    .filter(column -> !shown.absent.contains(column.substring(1)))
                    .toList();
            try (var out = console.writer()) {
                var csv = new CSVPrinter(out, RFC_4180);
                csv.printRecord(columns.stream()
                        .map(column -> column.substring(1).replace('/', '.'))
                        .toList());
                for (var record : records) {
                    var json = JsonOut.tree(record);
                    csv.printRecord(columns.stream()
                            .map(column -> shown(console, UsageCsv.safe(cell(json.at(column)))))
                            .toList());
                }
            }
        }

        /** On a terminal, no cell changes the order of others. */
        private static String shown(Console console, String cell) {
            return console.isScreen() ? SafeText.of(cell) : cell;
        }

        /** JSON pointers. */
        private static List<String> columns(Class<?> type, String prefix) {
            var columns = new ArrayList<String>();
            var config = Json.MAPPER.getSerializationConfig();
            for (var field : config.introspect(Json.MAPPER.constructType(type)).findProperties()) {
                columns.addAll(columns(field, prefix));
            }
            return columns;
        }

        private static List<String> columns(BeanPropertyDefinition field, String prefix) {
            var type = field.getRawPrimaryType();
            if (Group.class.isAssignableFrom(type)) {
                return columns(type, prefix);
            }
            return type.isRecord() && type != SessionId.class
                    ? columns(type, prefix + field.getName() + "/")
                    : List.of(prefix + field.getName());
        }

        private static String cell(JsonNode value) {
            if (value.isArray()
                    && StreamSupport.stream(value.spliterator(), false).allMatch(JsonNode::isValueNode)) {
                return StreamSupport.stream(value.spliterator(), false)
                        .map(JsonNode::asText)
                        .collect(Collectors.joining(" "));
            }
            return value.isContainerNode() ? value.toString() : value.asText();
        }
    }
}
