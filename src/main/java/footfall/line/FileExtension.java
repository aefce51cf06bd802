package footfall.line;

import java.util.Set;

/** The extension of the file that a call works on. */
public final class FileExtension {
    /** For a path without an extension, or with an implausible one. */
    public static final String NONE = "(no ext)";

    private static final Set<String> FILE_TOOLS = Set.of("Read", "Write", "Edit", "MultiEdit", "NotebookEdit");
    private static final Set<String> UNREPORTED_TOOLS = Set.of("MultiEdit", "NotebookEdit");
    private static final int LENGTH_MAX = 16;

    private FileExtension() {}

    public static boolean isFileTool(String tool) {
        return FILE_TOOLS.contains(tool);
    }

    /** Whether session reports count the file of this tool: Read, Write and Edit. */
    public static boolean isReported(String tool) {
        return !UNREPORTED_TOOLS.contains(tool);
    }

    /**
     * {@code .py} for {@code src/a.py}; {@link #NONE} for {@code Makefile}, {@code .gitignore} and
     * {@code a.b c}.
     */
    public static String of(String path) {
        var name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
        int dot = name.lastIndexOf('.');
        if (dot <= 0 || dot == name.length() - 1 || name.length() - dot > LENGTH_MAX) {
            return NONE;
        }
        var extension = name.substring(dot);
        for (int i = 1; i < extension.length(); i++) {
            if (!isPlain(extension.charAt(i))) {
                return NONE;
            }
        }
        return extension;
    }

    private static boolean isPlain(char c) {
        return c < 128 && (Character.isLetterOrDigit(c) || c == '_' || c == '+' || c == '-');
    }
}
