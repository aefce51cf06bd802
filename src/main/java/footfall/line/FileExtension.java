package footfall.line;

import java.util.Set;

/** The extension of the file that a call works on. */
public final class FileExtension {
  /** For a path whose last component has no extension, or what stands there is none by its looks. */
  public static final String NONE = "(no ext)";

  private static final Set<String> FILE_TOOLS = Set.of("Read", "Write", "Edit", "MultiEdit", "NotebookEdit");
  private static final Set<String> UNREPORTED_TOOLS = Set.of("MultiEdit", "NotebookEdit");
  private static final int LENGTH_MAX = 16;

  private FileExtension() {}

  public static boolean isFileTool(String tool) {
    return FILE_TOOLS.contains(tool);
  }

  /** Whether reports on sessions count the file that a file tool works on: those of Read, Write and Edit. */
  public static boolean isReported(String tool) {
    return !UNREPORTED_TOOLS.contains(tool);
  }

  /**
   * {@code .py} of {@code src/a.py}; {@link #NONE} of {@code Makefile}, {@code .gitignore} and {@code a.b c}.
   */
  public static String of(String path) {
    var name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    int dot = name.lastIndexOf('.');
    if (dot <= 0 || dot == name.length() - 1 || name.length() - dot > LENGTH_MAX) {
      return NONE;
    }
    var extension = name.substring(dot);
    return extension.substring(1).chars().allMatch(FileExtension::isPlain) ? extension : NONE;
  }

  private static boolean isPlain(int c) {
    return c < 128 && (Character.isLetterOrDigit(c) || c == '_' || c == '+' || c == '-');
  }
}
