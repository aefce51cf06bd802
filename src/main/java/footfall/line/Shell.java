package footfall.line;

import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** What the text of a failed shell call contains: the missing command and the exit code. */
public final class Shell {
    /** The subject of an {@code env-need} whose text does not name the command. */
    public static final String UNKNOWN_COMMAND = "?";

    /** The tool of shells in reports. */
    public static final String TOOL = "Bash";

    private static final String WORD = "'?([\\w.+@/-]{1,128})'?";
    /** Not the end of another word: a script with Windows line ends says {@code $'\\r': command not found}. */
    private static final String WHOLE_WORD = "(?<![^\\s:'\"`(\\\\])(?<!\\$'[^'\\s]{0,80}\\\\)" + WORD;

    private static final List<Missing> MISSING = List.of(
            new Missing("command not found: ", "command not found: " + WORD),
            new Missing(": command not found", WHOLE_WORD + ": command not found"),
            new Missing(": not found", "\\bsh: \\d+: " + WORD + ": not found"),
            new Missing("not found in PATH", WHOLE_WORD + ":? (?:is )?not found in PATH"),
            new Missing(" is not recognized as", WHOLE_WORD + " is not recognized as"),
            new Missing("not installed", WHOLE_WORD + " (?:is )?not installed"));
    private static final Pattern EXIT_CODE = Pattern.compile("Exit code (\\d{1,5})");

    private Shell() {}

    /** {@code words}: what a text contains that matches, because looking behind each place of a text is slow. */
    private record Missing(String words, Pattern pattern) {
        Missing(String words, String regex) {
            this(words, Pattern.compile(regex));
        }
    }

    /** Whether a tool runs command lines, so that its failures are classified as those of a shell. */
    public static boolean runs(String tool) {
        return Agents.COMMAND_TOOLS.contains(tool) || Agents.SHELL_TOOLS.contains(tool);
    }

    /** Whether a call of this tool is one command line, which has a {@link BashCategory}. */
    public static boolean isCommand(String tool) {
        return Agents.COMMAND_TOOLS.contains(tool);
    }

    /** Whether reports show and categorize the command lines of this tool. */
    public static boolean is(String tool) {
        return tool.equals(TOOL);
    }

    /** The missing command without its folder; {@link #UNKNOWN_COMMAND} when the text does not name it. */
    public static String missingCommand(String text) {
        for (var missing : MISSING) {
            var found = missing.pattern.matcher(text);
            if (text.contains(missing.words) && found.find()) {
                var name = found.group(1);
                var base = name.substring(name.lastIndexOf('/') + 1);
                return base.isEmpty() ? UNKNOWN_COMMAND : base;
            }
        }
        return UNKNOWN_COMMAND;
    }

    public static OptionalInt exitCode(String text) {
        var found = EXIT_CODE.matcher(text);
        return found.find() ? OptionalInt.of(Integer.parseInt(found.group(1))) : OptionalInt.empty();
    }
}
