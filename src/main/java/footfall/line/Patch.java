package footfall.line;

import java.util.regex.Pattern;

/** The text of a patch as {@code apply_patch} takes it, a tool of Codex, Copilot and OpenCode. */
public final class Patch {
    public static final String TOOL = "apply_patch";

    /** How an error says that the patch does not fit the file. */
    public static final String MISMATCH = TOOL + " verification failed";

    private static final Pattern PATCHED =
            Pattern.compile("^\\*\\*\\* (?:Add|Update|Delete) File: (.+?)\\s*$", Pattern.MULTILINE);

    private Patch() {}

    /** The first file that a patch changes; null when it names none. */
    static String file(String text) {
        var file = PATCHED.matcher(text);
        return file.find() ? file.group(1) : null;
    }
}
