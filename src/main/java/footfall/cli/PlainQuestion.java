package footfall.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * A command that can be run before its options are read, when none but {@code --from} and {@code --json} is typed.
 * Picocli reads the options of a command by reflection, which takes longer than the answer of a processor. The fields
 * of such a command have their defaults when it is made, its groups of options too. What it finds wrong, picocli says.
 */
interface PlainQuestion extends Callable<Integer> {
    Set<String> NAMES = Set.of(
            "usage",
            "turns",
            "desires",
            "tools",
            "alerts",
            "sessions",
            "patterns",
            ErrorsCommand.NAME,
            FindCommand.NAME,
            OverviewCommand.NAME);

    /** Those that can name one thing. */
    Set<String> NAMING = Set.of("turns", "sessions", "desires", FindCommand.NAME);

    /** {@code name}: of a command; {@code one}: the ID or text behind it, or null; {@code from}: null without it. */
    record Typed(String name, String one, List<Path> from, boolean isJson) {
        /** Null when there is something else to read. */
        static Typed of(String... words) {
            if (words.length == 1 && words[0].equals(StatuslineCommand.NAME)) {
                return new Typed(words[0], null, null, false);
            } else if (words.length == 0 || !NAMES.contains(words[0])) {
                return null;
            }
            String one = null;
            List<Path> from = null;
            boolean isJson = false;
            boolean isPath = false;
            for (var word : List.of(words).subList(1, words.length)) {
                boolean isOption = word.startsWith("-") && word.length() > 1;
                if (word.equals("--json") && !isJson) {
                    isJson = true;
                    isPath = false;
                } else if (word.equals(FromOption.NAME) || word.equals(FromOption.SHORT)) {
                    from = from == null ? new ArrayList<>() : from;
                    isPath = true;
                } else if (word.isEmpty() || isOption || word.startsWith("@")) {
                    return null;
                } else if (isPath) {
                    from.add(Path.of(word));
                } else if (one == null && NAMING.contains(words[0])) {
                    one = word;
                } else {
                    return null;
                }
            }
            return new Typed(words[0], one, from, isJson);
        }
    }

    /** Takes what was typed in place of its options. */
    default void take(Typed typed) {}
}
