package footfall.tail;

import footfall.line.Dialect;
import footfall.line.Dialects;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/**
 * Globs of projects whose transcripts are not read. A glob without a slash matches the project name, which is
 * the last part of its working directory, or the name of the transcript's folder below {@code projects}. Any
 * other glob matches a folder and everything below it: the working directory, or the folder that contains the
 * transcript. Globs are case-insensitive. This class records which globs have matched. Thread-safe.
 */
public final class ExcludedProjects {
    public static final ExcludedProjects NONE = new ExcludedProjects(List.of(), List.of(), List.of());
    private static final int KNOWN_MAX = 10_000;

    private static final String SPECIAL = "\\*?[]{}";
    private static final String BELOW = "/**";

    /** Of all agents, whose classes the settings do not load. */
    private static final class ProjectFolders {
        /** The parents of folders that are named after projects. */
        static final Set<String> ALL = Dialects.all().stream()
                .map(Dialect::home)
                .filter(Dialect.Home::isByProject)
                .flatMap(home -> home.folders().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private final List<String> globs;
    private final List<Glob> names;
    private final List<Glob> folders;
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();
    private final Set<String> matched = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isUnmatchedReported = new AtomicBoolean();
    private volatile boolean hasLooked;

    /** {@code matcher}: matches paths in lower case. */
    private record Glob(String typed, PathMatcher matcher) {}

    private ExcludedProjects(List<String> globs, List<Glob> names, List<Glob> folders) {
        this.globs = List.copyOf(globs);
        this.names = List.copyOf(names);
        this.folders = List.copyOf(folders);
    }

    /**
     * Parses globs. {@code home}: replaces {@code ~}.
     *
     * @throws IllegalArgumentException if a glob is invalid; the message gives the reason
     */
    public static ExcludedProjects of(List<String> globs, Path home) {
        var names = new ArrayList<Glob>();
        var folders = new ArrayList<Glob>();
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

    private static void folders(String glob, Path home, List<Glob> into) {
        boolean isBelowHome = glob.equals("~") || glob.startsWith("~/");
        var whole = isBelowHome ? escaped(home.toAbsolutePath().normalize()) + glob.substring(1) : glob;
        if (!whole.startsWith("/") && !whole.startsWith("**")) {
            throw new IllegalArgumentException(
                    "has \"" + glob + "\", which matches no folder: begin it with /, ~/ or **/");
        }
        var folder = trimmed(whole);
        into.add(matcher(folder, glob));
        var real = real(folder);
        if (!real.equals(folder)) {
            into.add(matcher(real, glob));
        }
    }

    /** Removes trailing slashes and {@code /**}: a folder glob already matches everything below the folder. */
    private static String trimmed(String glob) {
        var trimmed = glob;
        while (trimmed.length() > 1 && (trimmed.endsWith("/") || trimmed.endsWith(BELOW))) {
            int end = trimmed.endsWith("/") ? 1 : BELOW.length();
            trimmed = trimmed.substring(0, trimmed.length() - end);
        }
        return trimmed.isEmpty() ? "/" : trimmed;
    }

    /** Resolves links before the first special character, because transcripts contain real paths. */
    private static String real(String glob) {
        int plain = 0;
        while (plain < glob.length() && "*?[{".indexOf(glob.charAt(plain)) < 0) {
            plain += glob.charAt(plain) == '\\' ? 2 : 1;
        }
        int end = plain >= glob.length() ? glob.length() : glob.lastIndexOf('/', plain);
        try {
            return end <= 0
                    ? glob
                    : escaped(Path.of(unescaped(glob.substring(0, end))).toRealPath()) + glob.substring(end);
        } catch (IOException | InvalidPathException notThere) {
            return glob;
        }
    }

    private static String escaped(Path path) {
        var escaped = new StringBuilder();
        path.toString()
                .chars()
                .forEach(c -> escaped.append(SPECIAL.indexOf(c) < 0 ? "" : "\\").append((char) c));
        return escaped.toString();
    }

    private static String unescaped(String glob) {
        return glob.replaceAll("\\\\(.)", "$1");
    }

    private static Glob matcher(String glob, String typed) {
        try {
            return new Glob(typed, FileSystems.getDefault().getPathMatcher("glob:" + glob.toLowerCase(Locale.ROOT)));
        } catch (PatternSyntaxException why) {
            throw new IllegalArgumentException(
                    "has \"" + typed + "\", which is not a valid glob: " + why.getDescription());
        }
    }

    /** The globs as the user typed them. */
    public List<String> globs() {
        return globs;
    }

    public boolean isEmpty() {
        return globs.isEmpty();
    }

    /** A disk on which transcripts of these projects cannot be opened, as if they did not exist. */
    public Disk guard(Disk disk) {
        return isEmpty() ? disk : new ProjectCheck(this, disk).withoutExcluded();
    }

    /** All folders were searched once. From now on, a glob without a match may be a mistake. */
    void looked() {
        hasLooked = true;
    }

    /** After a search, once: a warning for each glob without a match. Empty at any other time. */
    public List<String> warnings() {
        if (isEmpty() || !hasLooked || !isUnmatchedReported.compareAndSet(false, true)) {
            return List.of();
        }
        return globs.stream()
                .filter(glob -> !matched.contains(glob))
                .map(glob -> "warning: projects_exclude: the glob " + glob + " matched no project")
                .toList();
    }

    /** Whether a working directory belongs to an excluded project. It need not exist on this machine. */
    public boolean isProject(String cwd) {
        if (isEmpty()) {
            return false;
        }
        var before = known.get(cwd);
        if (before != null) {
            return before;
        }
        boolean isProject = isNamed(cwd) | isFolder(cwd);
        if (known.size() < KNOWN_MAX) {
            known.put(cwd, isProject);
        }
        return isProject;
    }

    private boolean isFolder(String cwd) {
        try {
            return isFolder(Path.of(cwd).normalize());
        } catch (InvalidPathException noPath) {
            return false;
        }
    }

    /** Whether a transcript is in an excluded folder, or in the folder of an excluded project. */
    boolean isInFolder(Path file) {
        var folder = file.toAbsolutePath().normalize().getParent();
        return isFolder(folder) | isProjectFolder(folder) | isProjectFolder(real(folder));
    }

    /** Matches the name of the folder that contains the transcripts of a project. */
    private boolean isProjectFolder(Path folder) {
        for (var at = folder; at != null && at.getParent() != null; at = at.getParent()) {
            var above = at.getParent().getFileName();
            if (above != null && ProjectFolders.ALL.contains(above.toString())) {
                return matches(names, lower(at.getFileName()));
            }
        }
        return false;
    }

    /** A path from another machine may have other separators. */
    private boolean isNamed(String cwd) {
        var parts = cwd.split("[/\\\\]+");
        try {
            var name = parts.length == 0 ? null : Path.of(parts[parts.length - 1]);
            return name != null && matches(names, lower(name));
        } catch (InvalidPathException noPath) {
            return false;
        }
    }

    /** Whether a folder or a parent is excluded, by its path or by its real path. */
    boolean isFolder(Path folder) {
        if (folders.isEmpty()) {
            return false;
        }
        var named = folder.toAbsolutePath().normalize();
        return isBelow(lower(named)) | isBelow(lower(real(named)));
    }

    private static Path real(Path folder) {
        try {
            return Files.exists(folder) ? folder.toRealPath() : folder;
        } catch (IOException notThere) {
            return folder;
        }
    }

    private boolean isBelow(Path folder) {
        boolean isBelow = false;
        for (var above = folder; above != null; above = above.getParent()) {
            isBelow |= matches(folders, above);
        }
        return isBelow;
    }

    /** Tries all globs, because each match is recorded. */
    private boolean matches(List<Glob> tried, Path path) {
        var all = tried.stream().filter(glob -> glob.matcher().matches(path)).toList();
        all.forEach(glob -> matched.add(glob.typed()));
        return !all.isEmpty();
    }

    private static Path lower(Path path) {
        try {
            return Path.of(path.toString().toLowerCase(Locale.ROOT));
        } catch (InvalidPathException unmappable) {
            return path;
        }
    }
}
