package footfall.cli;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.screen.SafeText;
import footfall.tail.TranscriptPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The folders to search for transcripts, or an error when there are none. */
final class Homes {
    private Homes() {}

    /** The homes of this machine that exist. {@code option} is the option that names others. */
    static List<Path> there(Settings settings, String option) throws CommandFailed {
        var homes = settings.get(SettingKeys.HOMES);
        var there = homes.stream().filter(Files::exists).toList();
        if (there.isEmpty()) {
            var looked = homes.stream().map(Path::toString).map(SafeText::of).collect(Collectors.joining(", "));
            throw new CommandFailed("no transcripts: " + looked + (homes.size() == 1 ? " does" : " do") + " not "
                    + "exist; name a folder with "
                    + "" + option + " DIR");
        }
        return there;
    }

    /** The paths that the user named, each of which must exist. */
    static List<Path> existing(List<Path> named) throws CommandFailed {
        for (var place : named(named)) {
            if (!Files.exists(place) && !TranscriptPaths.isInDatabase(place)) {
                throw new CommandFailed(
                        SafeText.of(place.toString()) + " does not exist; name a folder of transcripts or one file");
            }
        }
        return named;
    }

    /** An empty path usually comes from an unset variable. */
    private static List<Path> named(List<Path> named) throws CommandFailed {
        if (named.stream().anyMatch(place -> place.toString().isEmpty())) {
            throw new CommandFailed("path must not be empty; . is the current folder");
        }
        return named;
    }
}
