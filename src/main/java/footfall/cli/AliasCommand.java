package footfall.cli;

import footfall.config.AliasFile;
import footfall.pattern.PatternQuery;
import footfall.report.FailureReason;
import footfall.screen.SafeText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "alias",
        header = "Give a pattern or a tool a name for people.",
        description = "Aliases are shown by 'footfall patterns --tools'. They are kept in the table aliases of the "
                + "settings file; its comments and all other lines stay as they are.",
        footer = {
            "  footfall alias \"Grep -> Read{2+}\" \"look around\"",
            "  footfall alias --list",
            "  footfall alias --remove Read"
        })
final class AliasCommand extends SettingsCommand {
    @Parameters(index = "0", arity = "0..1", paramLabel = "FROM", description = "A pattern or a tool.")
    private String pattern;

    @Parameters(index = "1", arity = "0..1", paramLabel = "TO", description = "Its name.")
    private String name;

    @Option(names = "--list", description = "List the aliases.")
    private boolean list;

    @Option(names = "--remove", paramLabel = "FROM", description = "Remove the alias of a pattern or a tool.")
    private String removed;

    @Mixin
    private ResultPrinter.OutputOptions output;

    record Alias(String from, String to) {}

    @Override
    public Integer call() throws Exception {
        check();
        settings();
        var path = settingsOptions.path(console);
        try {
            var file = AliasFile.read(path);
            if (list) {
                print(file.aliases());
            } else if (removed == null) {
                file.put(pattern, name);
            } else if (!file.remove(removed)) {
                throw new CommandFailed("there is no alias of " + SafeText.of(removed) + " in " + path);
            }
        } catch (AliasFile.Refused why) {
            throw new CommandFailed(why.getMessage());
        } catch (IOException why) {
            throw new CommandFailed("cannot edit " + path + ": " + FailureReason.of(why));
        }
        return ExitCodes.OK;
    }

    private void check() {
        int actions = (list ? 1 : 0) + (removed == null ? 0 : 1) + (pattern == null ? 0 : 1);
        if (actions != 1 || pattern != null && name == null) {
            throw usage("expected FROM and TO, --list, or --remove FROM");
        }
        var from = removed == null ? pattern : removed;
        if (from != null) {
            PatternQuery.mistake(from).ifPresent(mistake -> {
                throw usage("'" + SafeText.of(from) + "' " + mistake + "; expected a tool or a pattern like "
                        + "'Grep -> Read{2+} -> Edit'");
            });
        }
        if (name != null && name.isBlank()) {
            throw usage("TO is empty");
        }
    }

    private void print(Map<String, String> aliases) throws IOException {
        var rows = new ArrayList<Alias>();
        aliases.forEach((from, to) -> rows.add(new Alias(from, to)));
        var table = Table.of(rows).longText("FROM", Alias::from).longText("TO", Alias::to);
        new ResultPrinter(console, this, output.format()).print(Alias.class, rows, table, "no aliases");
    }
}
