package footfall.tail;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/**
 * Globs of projects whose transcripts are not read. A glob without a slash matches the name of a project, the
 * last part of its working directory. Any other glob matches a folder with everything below it: the working
 * directory, or the folder that the transcript is in. Nothing in it changes.
 */
public final class ExcludedProjects {
  public static final ExcludedProjects NONE = new ExcludedProjects(List.of(), List.of(), List.of());

  private static final String SPECIAL = "\\*?[]{}";
  private static final String BELOW = "/**";

  private final List<String> globs;
  private final List<PathMatcher> names;
  private final List<PathMatcher> folders;

  private ExcludedProjects(List<String> globs, List<PathMatcher> names, List<PathMatcher> folders) {
    this.globs = List.copyOf(globs);
    this.names = List.copyOf(names);
    this.folders = List.copyOf(folders);
  }

  /**
   * {@code home}: what {@code ~} stands for.
   *
   * @throws IllegalArgumentException with what is wrong with a glob
   */
  public static ExcludedProjects of(List<String> globs, Path home) {
    var names = new ArrayList<PathMatcher>();
    var folders = new ArrayList<PathMatcher>();
    for (var glob : globs) {
      if (glob.isBlank()) {
        throw new IllegalArgumentException("has an empty glob");
      } else if (glob.indexOf('/') < 0 && !glob.equals("~")) {
        names.add(matcher(glob, glob));
      } else {
        folders(glob, home, folders);
      }
    }
    return globs.isEmpty() ? NONE : new ExcludedProjects(globs, names, folders);
  }

  private static void folders(String glob, Path home, List<PathMatcher> into) {
    boolean isBelowHome = glob.equals("~") || glob.startsWith("~/");
    var whole = isBelowHome ? escaped(home.toAbsolutePath().normalize()) + glob.substring(1) : glob;
    if (!whole.startsWith("/") && !whole.startsWith("**")) {
      throw new IllegalArgumentException("has \"" + glob
          + "\", which matches no folder: begin it with /, ~/ or **/");
    }
    var folder = trimmed(whole);
    into.add(matcher(folder, glob));
    var real = real(folder);
    if (!real.equals(folder)) {
      into.add(matcher(real, glob));
    }
  }

  /** A folder is matched with what is below it, so that the end of such a glob says nothing more. */
  private static String trimmed(String glob) {
    var trimmed = glob;
    while (trimmed.length() > 1 && (trimmed.endsWith("/") || trimmed.endsWith(BELOW))) {
      int end = trimmed.endsWith("/") ? 1 : BELOW.length();
      trimmed = trimmed.substring(0, trimmed.length() - end);
    }
    return trimmed.isEmpty() ? "/" : trimmed;
  }

  /** The glob where the links in front of its first special character lead; transcripts name real folders. */
  private static String real(String glob) {
    int plain = 0;
    while (plain < glob.length() && "*?[{".indexOf(glob.charAt(plain)) < 0) {
      plain += glob.charAt(plain) == '\\' ? 2 : 1;
    }
    int end = plain >= glob.length() ? glob.length() : glob.lastIndexOf('/', plain);
    try {
      return end <= 0 ? glob : escaped(Path.of(unescaped(glob.substring(0, end))).toRealPath()) + glob
          .substring(end);
    } catch (IOException | InvalidPathException notThere) {
      return glob;
    }
  }

  private static String escaped(Path path) {
    var escaped = new StringBuilder();
    path.toString().chars().forEach(c -> escaped.append(SPECIAL.indexOf(c) < 0 ? "" : "\\").append((char) c));
    return escaped.toString();
  }

  private static String unescaped(String glob) {
    return glob.replaceAll("\\\\(.)", "$1");
  }

  private static PathMatcher matcher(String glob, String typed) {
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + glob);
    } catch (PatternSyntaxException why) {
      throw new IllegalArgumentException("has \"" + typed + "\", which is no glob: " + why.getDescription());
    }
  }

  /** As they were typed. */
  public List<String> globs() {
    return globs;
  }

  public boolean isEmpty() { return globs.isEmpty(); }

  /** A disk on which transcripts of these projects cannot be opened: as if they were not there. */
  public Disk guard(Disk disk) {
    return isEmpty() ? disk : new ProjectCheck(this, disk).guarded();
  }

  /** Whether a working directory is that of a project; it need not exist on this machine. */
  boolean isProject(String cwd) {
    try {
      var path = Path.of(cwd).normalize();
      return isNamed(cwd) || isFolder(path);
    } catch (InvalidPathException noPath) {
      return isNamed(cwd);
    }
  }

  /** Of another machine a path may have other separators. */
  private boolean isNamed(String cwd) {
    var parts = cwd.split("[/\\\\]+");
    try {
      var name = parts.length == 0 ? null : Path.of(parts[parts.length - 1]);
      return name != null && names.stream().anyMatch(glob -> glob.matches(name));
    } catch (InvalidPathException noPath) {
      return false;
    }
  }

  /** Whether a folder, or one above it, is excluded, by its own name or by where links lead. */
  boolean isFolder(Path folder) {
    if (folders.isEmpty()) {
      return false;
    }
    var named = folder.toAbsolutePath().normalize();
    return isBelow(named) || isBelow(real(named));
  }

  private static Path real(Path folder) {
    try {
      return Files.exists(folder) ? folder.toRealPath() : folder;
    } catch (IOException notThere) {
      return folder;
    }
  }

  private boolean isBelow(Path folder) {
    for (var above = folder; above != null; above = above.getParent()) {
      var path = above;
      if (folders.stream().anyMatch(glob -> glob.matches(path))) {
        return true;
      }
    }
    return false;
  }
}
