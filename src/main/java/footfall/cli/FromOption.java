package footfall.cli;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.report.StandardInput;
import footfall.report.UserError;
import footfall.screen.SafeText;
import footfall.tail.TranscriptPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code --from}: the option of every command that reads local transcripts. */
final class FromOption {
    static final String NAME = "--from";
    static final String SHORT = "-f";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = {SHORT, NAME},
            arity = "0..*",
            paramLabel = "PATH",
            description = "Read the transcripts in PATH: a home (such as ~/.claude or ~/.codex), another "
                    + "folder, one file, or - for standard input. Repeatable. Without PATH: the folders of the "
                    + "key homes, which are those of this machine's agents.")
    private List<Path> from;

    /** {@code places} as if typed; null without the option. */
    void take(List<Path> places) {
        from = places;
    }

    boolean isGiven() {
        return from != null;
    }

    /** The paths given; empty when the option is absent or has no value. */
    List<Path> given() {
        return from == null ? List.of() : from;
    }

    /** The option as arguments of a command. */
    List<String> asTyped() {
        return ShellWords.option(NAME, given());
    }

    /** The paths to read, each of which exists; the homes when none is given. */
    List<Path> places(Settings settings, Console console) throws CommandFailed, UserError {
        checkOptions();
        if (given().isEmpty()) {
            return Homes.there(settings, NAME);
        }
        var places = new ArrayList<Path>();
        for (var path : given()) {
            places.add(path.equals(StandardInput.TYPED) ? console.in().file() : path);
        }
        return Homes.existing(places);
    }

    /** An option with a variable number of values also consumes a misspelled option. */
    private void checkOptions() {
        for (var path : given()) {
            if (path.toString().startsWith("-") && !isThere(path)) {
                throw new UnmatchedArgumentException(command.commandLine(), List.of(path.toString()));
            }
        }
    }

    /** Whether the last of the values is a parameter that follows the option. */
    static boolean isSwallowed(List<Path> values, Predicate<String> form) {
        var last = values.get(values.size() - 1);
        return !isThere(last) && (values.size() > 1 || form.test(last.toString()));
    }

    private static boolean isThere(Path path) {
        return path.equals(StandardInput.TYPED) || Files.exists(path) || TranscriptPaths.isInDatabase(path);
    }

    /**
     * The last value, if it is not an existing path: an option with a variable number of values consumes a
     * following positional parameter. If it is the only value, it must also match {@code form}. Null when
     * there is none.
     */
    String swallowed(Predicate<String> form) {
        if (given().isEmpty()) {
            return null;
        }
        checkOptions();
        var last = from.get(from.size() - 1);
        boolean isSwallowed = isSwallowed(from, form);
        if (isSwallowed) {
            from = List.copyOf(from.subList(0, from.size() - 1));
        }
        return isSwallowed ? last.toString() : null;
    }

    /** The folders to search for transcripts, or an error when there are none. */
    static final class Homes {
        private Homes() {}

        /** The homes of this machine that exist. {@code option} is the option that names others. */
        static List<Path> there(Settings settings, String option) throws CommandFailed {
            var homes = settings.get(SettingKeys.HOMES);
            var there = homes.stream().filter(Files::exists).toList();
            if (there.isEmpty()) {
                var looked =
                        homes.stream().map(Path::toString).map(SafeText::of).collect(Collectors.joining(", "));
                throw new CommandFailed("no transcripts: " + looked + (homes.size() == 1 ? " does" : " do") + " not "
                        + "exist; name a folder with "
                        + "" + option + " DIR");
            }
            return there;
        }

        /** The paths that the user named, each of which must exist. */
        static List<Path> existing(List<Path> named) throws CommandFailed {
            for (var place : named(named)) {
                if (!Files.exists(place) && !TranscriptPaths.isInDatabase(place)) {
                    throw new CommandFailed(SafeText.of(place.toString())
                            + " does not exist; name a folder of transcripts or one file");
                }
            }
            return named;
        }

        /** An empty path usually comes from an unset variable. */
        private static List<Path> named(List<Path> named) throws CommandFailed {
            if (named.stream().anyMatch(place -> place.toString().isEmpty())) {
                throw new CommandFailed("path must not be empty; . is the current folder");
            }
            return named;
        }
    }

    /** A command that asks local transcripts, too. */
    interface ReadsFiles {
        /** What it cannot ask files for with the options given, and why, as a message; null when it can. */
        default String notOfFiles() {
            return null;
        }

        /** Whether a command, with the options given, can ask files instead of a processor. */
        static boolean isDoneBy(CommandSpec command) {
            return command.optionsMap().containsKey(FromOption.NAME)
                    && !(command.userObject() instanceof ReadsFiles one && one.notOfFiles() != null);
        }
    }
}
