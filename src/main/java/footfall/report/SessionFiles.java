package footfall.report;

import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.tail.Chunks;
import footfall.tail.TranscriptName;
import footfall.tail.Transcripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds the transcript that somebody names: a file by its path, or a session in the homes by its id or the
 * beginning of one, when no other session begins so. What has a separator or ends like a transcript is a
 * path. A subagent's file is found by its path only. Opens files only where a session has several.
 */
public final class SessionFiles {
  private static final int CANDIDATES_MAX = 20;

  private static final int HEAD_BYTES = 8 << 10;
  private static final LineParser PARSER = new LineParser();

  private final List<Path> homes;

  /** @param homes folders of agents; those that do not exist are passed over */
  public SessionFiles(List<Path> homes) {
    this.homes = List.copyOf(homes);
  }

  /**
   * The one file.
   *
   * @throws Unable as {@link #all}, and when a session stands in several: then they are listed
   */
  public Path find(String named) throws Unable {
    var all = all(named);
    if (all.size() > 1) {
      throw new Unable("what " + named + " means stands in " + all.size() + " files:\n" + candidates(all)
          + "\nname one of them");
    }
    return all.get(0);
  }

  /**
   * The files of one session in their order, mostly one; of copies of one file the longest.
   *
   * @throws Unable when there is no such file or session, or several begin so: then they are listed
   */
  public List<Path> all(String named) throws Unable {
    if (named.isBlank()) {
      throw new Unable("an empty name is no session; give a file or the beginning of a session's id");
    }
    var path = path(named);
    if (path != null && (Files.isRegularFile(path) || looksLikePath(named))) {
      return List.of(file(path));
    }
    return session(named);
  }

  /** Null when no path can be called so. */
  private static Path path(String named) {
    try {
      return Path.of(named);
    } catch (InvalidPathException noPath) {
      return null;
    }
  }

  private static boolean looksLikePath(String named) {
    return named.indexOf('/') >= 0 || named.indexOf('\\') >= 0 || named.endsWith(".jsonl") || named.endsWith(
        ".json");
  }

  private static Path file(Path path) throws Unable {
    if (Files.isDirectory(path)) {
      throw new Unable(path + " is a folder; name one transcript in it, or a session");
    } else if (!Files.exists(path)) {
      throw new Unable("there is no " + path + "; name a transcript, or the beginning of a session's id");
    }
    return path;
  }

  private List<Path> session(String named) throws Unable {
    var there = homes.stream().filter(Files::isDirectory).toList();
    if (there.isEmpty()) {
      throw new Unable("no session can be looked up: there is no " + listed(homes) + "; name a file");
    }
    var unreadable = new ArrayList<Path>();
    var found = beginning(named, there, unreadable);
    if (found.containsKey(named)) {
      found.keySet().retainAll(List.of(named));
    }
    var paths = found.values().stream().flatMap(List::stream).toList();
    if (paths.isEmpty()) {
      var unseen = unreadable.isEmpty() ? "" : " (and " + listed(unreadable) + " may not be read)";
      throw new Unable("no session begins with " + named + " in " + listed(there) + unseen
          + "; name a file, or more of them with --set homes=DIR");
    } else if (found.size() > 1) {
      throw new Unable(paths.size() + " transcripts are meant by " + named + ":\n" + candidates(paths)
          + "\ngive more of the id, or the file");
    }
    return paths.size() == 1 ? paths : once(paths);
  }

  /** What cannot be opened stands last: who reads it says so. */
  private static List<Path> once(List<Path> paths) {
    var there = TranscriptList.at(paths).once();
    var once = new ArrayList<Path>();
    there.files().forEach(file -> once.add(file.path()));
    there.unreadable().forEach(file -> once.add(file.path()));
    return once.isEmpty() ? paths.subList(0, 1) : once;
  }

  /** By session the main transcripts whose session begins so: where there are several, copies or parts. */
  private static TreeMap<String, List<Path>> beginning(String named, List<Path> homes, List<Path> unreadable)
      throws Unable {
    var found = new TreeMap<String, List<Path>>();
    for (var home : homes) {
      try {
        var below = Transcripts.below(home);
        unreadable.addAll(below.unreadable());
        for (var file : below.files()) {
          var source = TranscriptName.of(file).source();
          if (source.agent() == null && source.session().value().startsWith(named)) {
            found.computeIfAbsent(source.session().value(), none -> new ArrayList<>()).add(file);
          }
        }
      } catch (IOException why) {
        throw new Unable(home + " cannot be looked through: " + Why.of(why) + "; name a file", why);
      }
    }
    return found;
  }

  /** The files of the subagents of a session that was found by its id. */
  public static List<Path> agents(Path transcript) {
    return agents(transcript, TranscriptName.of(transcript).source().session());
  }

  /**
   * The files of a transcript's subagents: those below the folder named after it, and in the old layout those
   * beside it whose first line is of {@code session}; of qbit those below its own folder. A subagent's own
   * file has none: those beside it are its siblings. What may not be looked at is passed over.
   */
  static List<Path> agents(Path transcript, SessionId session) {
    var beside = transcript.toAbsolutePath().normalize().getParent();
    if (TranscriptName.isQbit(transcript)) {
      return qbitAgents(beside.resolve("subagents"));
    }
    var source = TranscriptName.of(transcript).source();
    if (source.agent() != null) {
      return List.of();
    }
    var stem = source.session().value();
    var agents = new TreeSet<>(agentFiles(beside.resolve(stem).resolve("subagents"), Integer.MAX_VALUE));
    for (var file : agentFiles(beside, 1)) {
      if (isOf(session, file)) {
        agents.add(file);
      }
    }
    agents.remove(transcript.toAbsolutePath().normalize());
    return List.copyOf(agents);
  }

  private static List<Path> agentFiles(Path folder, int depth) {
    try (var below = Files.find(folder, depth, (path, attributes) -> attributes.isRegularFile())) {
      return below.filter(path -> path.getFileName().toString().matches("agent-.+\\.jsonl")).toList();
    } catch (IOException | UncheckedIOException none) {
      return List.of();
    }
  }

  private static List<Path> qbitAgents(Path folder) {
    try (var agents = Files.find(folder, 2, (path, attributes) -> attributes.isRegularFile())) {
      return agents.filter(TranscriptName::isQbit).sorted().toList();
    } catch (IOException | UncheckedIOException none) {
      return List.of();
    }
  }

  private static boolean isOf(SessionId session, Path file) {
    var source = TranscriptName.of(file).source();
    var is = new boolean[1];
    try (var chunks = new Chunks(file, HEAD_BYTES, LineParser.LINE_BYTES_MAX)) {
      var head = chunks.next();
      if (head != null) {
        head.eachLine((bytes, offset) -> is[0] |= offset == 0 && PARSER.parse(bytes, offset, source).stream()
            .anyMatch(part -> part instanceof Parsed.Accepted accepted && accepted.line().envelope().session()
                .equals(session)));
      }
      return is[0];
    } catch (IOException gone) {
      return false;
    }
  }

  private static String candidates(List<Path> paths) {
    var shown = paths.stream().limit(CANDIDATES_MAX).map(path -> "  " + path).collect(Collectors.joining(
        "\n"));
    int more = paths.size() - CANDIDATES_MAX;
    return more > 0 ? shown + "\n  and " + more + " more" : shown;
  }

  private static String listed(List<Path> paths) {
    return paths.stream().map(Path::toString).collect(Collectors.joining(", "));
  }
}
