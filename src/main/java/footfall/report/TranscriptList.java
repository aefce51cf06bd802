package footfall.report;

import footfall.line.FileId;
import footfall.tail.Excluded;
import footfall.tail.ExcludedProjects;
import footfall.tail.Transcript;
import footfall.tail.Transcripts;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Transcript files in the order in which they are taken, and what could not be looked at. Empty files are
 * left out, and so are those of {@code excluded} projects.
 */
record TranscriptList(List<Transcript> files, List<Reading.Unreadable> unreadable, Excluded excluded) {
  private static final String REFUSED = "belongs to a project that projects_exclude excludes; to read it,"
      + " add --set projects_exclude=";

  private static final Comparator<Transcript> OWNERS_FIRST =
      Comparator.comparing(Transcript::firstAt, Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(file -> file.source().session().value())
          .thenComparing(file -> file.path().toString());

  TranscriptList {
    files = List.copyOf(files);
    unreadable = List.copyOf(unreadable);
  }

  /** A file that is a place itself was named by somebody, who is told that it is excluded. */
  static TranscriptList at(List<Path> places, ExcludedProjects projects) {
    return at(places, projects, true);
  }

  /** Files that were found, of which nobody named one. */
  static TranscriptList of(List<Path> found, ExcludedProjects projects) {
    return at(found, projects, false);
  }

  private static TranscriptList at(List<Path> places, ExcludedProjects projects, boolean isNamed) {
    var unreadable = Collections.synchronizedList(new ArrayList<Reading.Unreadable>());
    var paths = new LinkedHashSet<Path>();
    var excluded = Excluded.NONE;
    for (var place : places) {
      if (isOther(place)) {
        unreadable.add(other(place));
        continue;
      }
      try {
        var found = Transcripts.below(place, projects);
        if (isNamed && Files.isRegularFile(place) && !found.excluded().isEmpty()) {
          unreadable.add(new Reading.Unreadable(place, REFUSED));
          continue;
        }
        excluded = excluded.and(found.excluded());
        found.files().forEach(file -> paths.add(known(file)));
        unreadable.addAll(unread(found));
      } catch (IOException why) {
        unreadable.add(unreadable(place, why));
      }
    }
    var files =
        paths.parallelStream()
            .map(path -> open(path, unreadable))
            .filter(Objects::nonNull)
            .sorted(Transcript.ORDER)
            .toList();
    return new TranscriptList(files, unreadable, excluded);
  }

  /**
   * For commands that count what stands in files and fold no turns: of copies of one file, which have its id,
   * the longest alone; and whose a line is before who repeats it, as {@link Copies} has it.
   */
  TranscriptList once() {
    var longest = new LinkedHashMap<FileId, Transcript>();
    var nameless = new ArrayList<Transcript>();
    for (var file : files) {
      if (file.id().firstLineHash().isEmpty()) {
        nameless.add(file); // Nothing is known of it by which it would be another's copy.
      } else {
        longest.merge(file.id(), file, (a, b) -> b.size() > a.size() ? b : a);
      }
    }
    var kept = new ArrayList<>(longest.values());
    kept.addAll(nameless);
    kept.sort(OWNERS_FIRST);
    return new TranscriptList(kept, unreadable, excluded);
  }

  /** The same, where more is known that could not be looked at. */
  TranscriptList with(List<Reading.Unreadable> more) {
    return new TranscriptList(files, Stream.concat(unreadable.stream(), more.stream()).toList(), excluded);
  }

  /** The same, where more was excluded. */
  TranscriptList with(Excluded more) {
    return new TranscriptList(files, unreadable, excluded.and(more));
  }

  /** What was met on the way and is not read: it may not be, or it is a link. */
  static List<Reading.Unreadable> unread(Transcripts.Found found) {
    var all = new ArrayList<Reading.Unreadable>();
    found.unreadable().forEach(path -> all.add(new Reading.Unreadable(path, "permission denied")));
    found.links().forEach(path -> all.add(new Reading.Unreadable(path, Transcripts.Found.SKIPPED_LINK)));
    return all;
  }

  /** The path by which a file is known, however it is named: a link by what it leads to. */
  static Path known(Path path) {
    try {
      return Files.isSymbolicLink(path) ? path.toRealPath() : path.toAbsolutePath().normalize();
    } catch (IOException leadsNowhere) {
      return path.toAbsolutePath().normalize();
    }
  }

  private static Transcript open(Path path, List<Reading.Unreadable> unreadable) {
    try {
      return Transcript.open(path);
    } catch (IOException why) {
      unreadable.add(unreadable(path, why));
      return null;
    }
  }

  /** Refuses a file that somebody named when it is of an excluded project. */
  static void refuse(Path path, ExcludedProjects projects) throws UserError {
    try {
      if (!projects.isEmpty() && !Transcripts.below(path, projects).excluded().isEmpty()) {
        throw new UserError(new Reading.Unreadable(path, REFUSED).message());
      }
    } catch (IOException why) {
      throw new UserError(unreadable(path, why).message(), why);
    }
  }

  /** Whether it is a pipe or a device: of no size, read once at most, and maybe endless. */
  static boolean isOther(Path path) {
    return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
  }

  static Reading.Unreadable other(Path path) {
    return new Reading.Unreadable(path, "is not a regular file; copy it to a file first");
  }

  static Reading.Unreadable unreadable(Path path, IOException why) {
    if (why instanceof NoSuchFileException) {
      return new Reading.Unreadable(path, "does not exist");
    } else if (why instanceof AccessDeniedException) {
      return new Reading.Unreadable(path, "permission denied");
    }
    return new Reading.Unreadable(path, "cannot be read: " + FailureReason.of(why));
  }
}
