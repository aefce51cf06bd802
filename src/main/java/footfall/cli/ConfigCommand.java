package footfall.cli;

import footfall.config.SettingKey.Setting;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code footfall config}. */
@Command(
        name = "config",
        description = {
            "List every setting, its effective value and its source.",
            "Each source overrides the previous one: defaults, ~/.footfall/config.toml, FOOTFALL_<KEY>, --set."
        },
        footer = {
            "  footfall config",
            "  footfall config --json",
            "  FOOTFALL_TURN_LENGTH_THRESHOLD=8 footfall config --set stop_grace=2s"
        })
final class ConfigCommand extends SettingsCommand {
    @Option(names = "--json", description = "Print one JSON array of {key, value, from, form, doc}.")
    private boolean json;

    ConfigCommand(Console console) {
        super(console);
    }

    /** A setting as JSON. */
    record Row(String key, Object value, String from, String form, String doc) {
        static Row of(Setting<?> setting) {
            var key = setting.key();
            return new Row(key.name(), setting.shown(), setting.from(), key.form(), key.doc());
        }
    }

    @Override
    public Integer call() throws Exception {
        var rows = settings().all().stream().map(Row::of).toList();
        var table = new Table(
                Table.Column.text("KEY"),
                Table.Column.longText("VALUE"),
                Table.Column.text("FROM"),
                Table.Column.longText("WHAT IT DOES"));
        rows.forEach(row -> table.row(row.key(), shown(row.value()), row.from(), row.doc()));
        new ResultPrinter(console, this, json).print(rows, table, "no keys");
        return ExitCodes.OK;
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
        return String.valueOf(value);
    }
}
