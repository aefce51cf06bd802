package footfall.cli;

import footfall.config.SettingKey.Setting;
import footfall.config.SettingKeys;
import footfall.screen.CountWords;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code footfall config}. */
@Command(
        name = "config",
        description = {
            "List the settings that people change, with their sources.",
            "Each source overrides the previous one: defaults, ~/.footfall/config.toml, FOOTFALL_<KEY>, --set."
        },
        footer = {
            "  footfall config",
            "  footfall config --all",
            "  footfall config --json",
            "  FOOTFALL_TURN_LENGTH_THRESHOLD=8 footfall config --set stop_grace=2s"
        })
final class ConfigCommand extends SettingsCommand {
    private static final String DOC = "WHAT IT DOES";
    /** Where there is no terminal. */
    private static final int COLUMNS = 80;

    @Option(names = "--all", description = "List every setting.")
    private boolean isAll;

    @Option(names = "--json", description = "Print one JSON array of every {key, value, from, form, doc}.")
    private boolean json;

    /** A setting as JSON. */
    record Row(String key, Object value, String from, String form, String doc) {
        static Row of(Setting<?> setting) {
            var key = setting.key();
            return new Row(key.name(), setting.shown(), setting.from(), key.form(), key.doc());
        }
    }

    @Override
    public Integer call() throws Exception {
        var all = settings().all();
        var printer = new ResultPrinter(console, this, json);
        if (json || isAll) {
            var rows = all.stream().map(Row::of).toList();
            printer.print(rows, table(rows).longText(DOC, Row::doc), "no keys");
            return ExitCodes.OK;
        }
        var shown = all.stream()
                .filter(one -> SettingKeys.USUAL.contains(one.key()) || !one.isDefault())
                .map(Row::of)
                .toList();
        try (var out = console.writer()) {
            table(shown).below(DOC, Row::doc).print(out, console.isScreen() ? printer.width() : COLUMNS);
            out.write(CountWords.of(all.size() - shown.size(), "more setting") + ": footfall config --all\n");
        }
        return ExitCodes.OK;
    }

    private static Table.Of<Row> table(List<Row> rows) {
        return Table.of(rows)
                .text("KEY", Row::key)
                .longText("VALUE", row -> shown(row.value()))
                .longText("FROM", Row::from);
    }

    private static String shown(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.isEmpty()
                    ? "-"
                    : String.join(
                            ", ", map.keySet().stream().map(Object::toString).toList());
        } else if (value instanceof Collection<?> list) {
            return list.isEmpty() ? "-" : list.stream().map(Object::toString).collect(Collectors.joining(", "));
        }
        var text = String.valueOf(value);
        return text.isEmpty() ? "-" : text;
    }
}
