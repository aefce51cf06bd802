package footfall.cli;

import footfall.config.Keys;
import footfall.config.Settings;
import footfall.screen.Visible;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Where transcripts are looked for, or why there are none. */
final class Homes {
  private Homes() {}

  /** The homes of this machine that exist. {@code option} names other places. */
  static List<Path> there(Settings settings, String option) throws Failed {
    var homes = settings.get(Keys.HOMES);
    var there = homes.stream().filter(Files::exists).toList();
    if (there.isEmpty()) {
      var looked = homes.stream().map(Path::toString).map(Visible::of).collect(Collectors.joining(", "));
      throw new Failed("no transcripts: " + looked + (homes.size() == 1 ? " does" : " do") + " not "
          + "exist; name a folder with "
          + "" + option + " DIR");
    }
    return there;
  }

  /** The places that somebody named; each has to be there. */
  static List<Path> existing(List<Path> named) throws Failed {
    for (var place : named(named)) {
      if (!Files.exists(place)) {
        throw new Failed(Visible.of(place.toString())
            + " does not exist; name a folder of transcripts or one file");
      }
    }
    return named;
  }

  /** An empty name is a variable that is not set, more likely than a wish. */
  private static List<Path> named(List<Path> named) throws Failed {
    if (named.stream().anyMatch(place -> place.toString().isEmpty())) {
      throw new Failed("path must not be empty; . is the current folder");
    }
    return named;
  }
}
