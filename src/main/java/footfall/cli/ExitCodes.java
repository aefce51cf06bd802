package footfall.cli;

import footfall.ask.ApiClient.ApiFailed;
import footfall.config.NearestWords;
import footfall.config.SettingErrors;
import footfall.report.NoMemory;
import footfall.report.UserError;
import footfall.run.Crashed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Exit codes, and the messages printed with them. */
final class ExitCodes {
    static final int OK = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;
    static final int BUG = 70;

    private ExitCodes() {}

    static void arm(CommandLine command, Console console) {
        var handlers = new Handlers(console);
        command.setParameterExceptionHandler(handlers);
        command.setExecutionExceptionHandler(handlers);
    }

    private record Handlers(Console console)
            implements CommandLine.IParameterExceptionHandler, CommandLine.IExecutionExceptionHandler {
        @Override
        public int handleParseException(CommandLine.ParameterException wrong, String[] arguments) {
            return usage(wrong, console);
        }

        @Override
        public int handleExecutionException(Exception why, CommandLine at, CommandLine.ParseResult result) {
            return failure(why, console);
        }
    }

    private static int usage(CommandLine.ParameterException wrong, Console console) {
        console.say(said(wrong));
        if (wrong instanceof CommandLine.UnmatchedArgumentException unknown) {
            suggest(unknown, console);
        }
        console.say("see '" + wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help'");
        return USAGE;
    }

    private static void suggest(CommandLine.UnmatchedArgumentException unknown, Console console) {
        var command = unknown.getCommandLine().getCommandSpec();
        var word = unknown.getUnmatched().get(0);
        boolean isName = !word.isEmpty() && !word.startsWith("-");
        if (isName && command.findOption(FromOption.NAME) != null && Files.exists(Path.of(word))) {
            console.say(word + " is a path; name it with --from PATH");
        }
        var suggested = word.startsWith("-") ? Suggestions.options(word, command) : Suggestions.commands(word, command);
        if (!suggested.isEmpty()) {
            console.say("did you mean " + String.join(" or ", suggested) + "?");
        }
    }

    private static String said(CommandLine.ParameterException wrong) {
        if (wrong instanceof CommandLine.UnmatchedArgumentException unknown) {
            var word = unknown.getUnmatched().get(0);
            boolean takesCommands = !wrong.getCommandLine().getSubcommands().isEmpty();
            return (word.startsWith("-")
                            ? "unknown option: "
                            : takesCommands ? "unknown command: " : "unexpected argument: ")
                    + word;
        }
        return wrong.getMessage()
                .replaceFirst("^Error: ", "")
                .replaceFirst("(?<='\\d{10,99}') is not an int$", " is larger than " + Integer.MAX_VALUE)
                .replaceFirst(" is not an int$", " is not a whole number");
    }

    /** @throws OutOfMemoryError when another exception wraps it: the command ends as if nothing wrapped it */
    static int failure(Exception why, Console console) {
        var full = NoMemory.causeOf(why);
        if (full.isPresent() && !(why instanceof NoMemory)) {
            throw full.get();
        } else if (why instanceof CommandFailed
                || why instanceof UserError
                || why instanceof ApiFailed
                || why instanceof NoMemory) {
            console.say(why.getMessage());
            return FAILED;
        } else if (why instanceof SettingErrors) {
            console.say(why.getMessage());
            return USAGE;
        } else if (why instanceof CommandLine.ParameterException wrong) {
            return usage(wrong, console);
        } else if (why instanceof IOException unwritten) {
            return unwritten(unwritten, console);
        }
        if (why instanceof UncheckedIOException wrapped) {
            return unwritten(wrapped.getCause(), console);
        } else if (why instanceof Crashed) {
            console.say(why.getMessage());
        } else {
            bug(why, console);
        }
        return BUG;
    }

    /**
     * Reports what ends a thread that nobody waits for. Kafka Streams throws again what the topology has already
     * reported.
     */
    static void reportUncaught(Console console) {
        Thread.setDefaultUncaughtExceptionHandler((thread, why) -> {
            if (!thread.getName().contains("-StreamThread-")) {
                bug(why, console);
            }
        });
    }

    /**
     * The exception's message may contain transcript text, so only its class and place are printed unless
     * FOOTFALL_DEBUG is set.
     */
    private static void bug(Throwable why, Console console) {
        boolean traces = "1".equals(console.environment().variables().get("FOOTFALL_DEBUG"));
        var place = Arrays.stream(why.getStackTrace())
                .filter(at -> at.getClassName().startsWith("footfall."))
                .findFirst();
        console.say("this is a bug: " + why.getClass().getName() + " at "
                + place.map(StackTraceElement::toString).orElse("an unknown place")
                + (traces ? "" : " (FOOTFALL_DEBUG=1 shows the trace)"));
        if (traces) {
            why.printStackTrace(console.err());
        }
    }

    /** Read failures are reported by {@code report}, so an I/O error here is of the output. */
    static int unwritten(IOException why, Console console) {
        if ("Broken pipe".equals(why.getMessage())) {
            return OK; // The reader closed the pipe.
        }
        console.say("cannot write the output: " + why.getMessage());
        return FAILED;
    }

    /** Suggests commands and options for an unknown word: synonyms first, then similar spellings. */
    private static final class Suggestions {
        /** Words that other programs use for footfall's commands. */
        private static final Map<String, List<String>> COMMANDS = Map.ofEntries(
                Map.entry("start", List.of("up")),
                Map.entry("run", List.of("up")),
                Map.entry("waste", List.of("desires")),
                Map.entry("failures", List.of("desires", "sessions")),
                Map.entry("report", List.of("sessions")),
                Map.entry("log", List.of("export")),
                Map.entry("graph", List.of("export")),
                Map.entry("summary", List.of("sessions")),
                Map.entry("summarize", List.of("sessions")),
                Map.entry("permissions", List.of("export")),
                Map.entry("settings", List.of("config")));

        /** Synonyms of options; only those that the command has are suggested. */
        private static final Map<String, List<String>> OPTIONS = Map.ofEntries(
                Map.entry("--from", List.of("--home")),
                Map.entry("--home", List.of("--from")),
                Map.entry("--root", List.of("--from", "--home")),
                Map.entry("--dir", List.of("--from", "--home")),
                Map.entry("--path", List.of("--from", "--home")),
                Map.entry("--file", List.of("--from", "--home")),
                Map.entry("--config", List.of("--settings")),
                Map.entry("--output", List.of("--out", "--out-dir")),
                Map.entry("--out", List.of("--out-dir")),
                Map.entry("--limit", List.of("--top")),
                Map.entry("--after", List.of("--since")),
                Map.entry("--zone", List.of("--timezone")),
                Map.entry("--type", List.of("--format", "--category")),
                Map.entry("--brokers", List.of("--bootstrap-servers")),
                Map.entry("--broker", List.of("--bootstrap-servers")));

        private Suggestions() {}

        static List<String> commands(String word, CommandSpec of) {
            var known = new TreeSet<>(of.subcommands().keySet());
            known.addAll(CommandNames.OLD_NAMES.keySet());
            return suggested(word, COMMANDS, known);
        }

        /** {@code word} as typed, possibly with {@code =value}. */
        static List<String> options(String word, CommandSpec of) {
            var known = new TreeSet<String>();
            of.options().stream()
                    .filter(option -> !option.hidden())
                    .forEach(option -> known.addAll(List.of(option.names())));
            return suggested(word.replaceFirst("=.*", ""), OPTIONS, known);
        }

        private static List<String> suggested(String word, Map<String, List<String>> synonyms, TreeSet<String> known) {
            var same = synonyms.getOrDefault(word, List.of()).stream()
                    .filter(known::contains)
                    .toList();
            return same.isEmpty() ? NearestWords.all(word, known) : same;
        }
    }
}
