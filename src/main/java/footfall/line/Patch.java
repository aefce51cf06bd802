package footfall.line;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The text of a patch as {@code apply_patch} takes it, a tool of Codex, Copilot and OpenCode. */
public final class Patch {
    public static final String TOOL = "apply_patch";

    /** How a patch begins, also within a command. */
    static final String BEGIN = "*** Begin Patch";

    /** How an error says that the patch does not fit the file. */
    public static final String MISMATCH = TOOL + " verification failed";

    private static final Pattern PATCHED =
            Pattern.compile("^\\*\\*\\* (?:Add|Update|Delete) File: (.+?)\\s*$", Pattern.MULTILINE);

    private static final Pattern WITHIN = Pattern.compile(
            Pattern.quote(BEGIN) + ".*?(?:^\\*\\*\\* End Patch|\\z)", Pattern.DOTALL | Pattern.MULTILINE);

    private Patch() {}

    /** The patches within a command. */
    static String within(String command) {
        return WITHIN.matcher(command).results().map(MatchResult::group).collect(Collectors.joining("\n"));
    }

    /** The files that a patch changes, without repetition; none when it is no patch. */
    static List<String> files(String text) {
        var files = new LinkedHashSet<String>();
        for (var file = PATCHED.matcher(text); file.find(); ) {
            files.add(file.group(1));
        }
        return new ArrayList<>(files);
    }

    /** The lines that a patch, or a unified diff without names of files, adds and removes. */
    static Changes lines(String text) {
        long added = 0;
        long removed = 0;
        for (int at = 0; at < text.length(); at = end(text, at) + 1) {
            added += text.charAt(at) == '+' ? 1 : 0;
            removed += text.charAt(at) == '-' ? 1 : 0;
        }
        return Changes.ofLines(added, removed);
    }

    private static int end(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }
}
