package footfall.testkit;

import footfall.config.PriceListText;
import footfall.tail.ExcludedProjects;
import footfall.tail.Transcript;
import footfall.tail.Transcripts;
import footfall.turn.Prices;
import footfall.turn.TurnRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A folder of {@code src/test/stories}: one {@code transcript.jsonl} of claude, or files below one folder as in a home
 * of any agent; {@code turns.jsonl}, the last revision of every turn that must come out, at least one;
 * {@code story.md}, whose first line is the sentence that it shows.
 * {@code files} are in the order in which files are read.
 */
public record Story(Path folder, String sentence, List<Path> paths, List<FedFile> files) {
    public static final Path ALL = Path.of("src", "test", "stories");

    /** Prices for stories: the models that they name. */
    public static final Prices PRICES = prices(Path.of("src", "test", "resources", "prices", "stories.txt"));

    public static final TurnRules RULES = Defaults.turns(PRICES);

    public Story {
        paths = List.copyOf(paths);
        files = List.copyOf(files);
    }

    public static List<Story> all() {
        try (var folders = Files.list(ALL)) {
            return folders.filter(Files::isDirectory).sorted().map(Story::of).toList();
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    public static Story of(Path folder) {
        try {
            var sentence = Files.readAllLines(folder.resolve("story.md")).get(0);
            var found = Transcripts.below(transcripts(folder), ExcludedProjects.NONE)
                    .files();
            var files = new ArrayList<Transcript>();
            for (var path : found) {
                files.add(Transcript.open(path));
            }
            files.sort(Transcript.ORDER);
            var fed = new ArrayList<FedFile>();
            for (var file : files) {
                fed.add(FedFile.of(
                        file,
                        FedFile.of(file.path().toString(), Files.readAllBytes(file.path()))
                                .parts()));
            }
            return new Story(
                    folder, sentence, files.stream().map(Transcript::path).toList(), fed);
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    private static Path transcripts(Path folder) throws IOException {
        var alone = folder.resolve("transcript.jsonl");
        if (Files.exists(alone)) {
            return alone;
        }
        if (Files.exists(folder.resolve("projects")) || Files.exists(folder.resolve("transcripts"))) {
            return folder;
        }
        try (var below = Files.list(folder)) {
            return below.filter(Files::isDirectory).findFirst().orElse(alone);
        }
    }

    public String name() {
        return folder.getFileName().toString();
    }

    private Path turns() {
        return folder.resolve("turns.jsonl");
    }

    /** The expected turns, a line each. */
    public List<String> expected() {
        try {
            return Files.readAllLines(turns());
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    public void accept(List<String> lines) {
        try {
            Files.writeString(turns(), lines.isEmpty() ? "" : String.join("\n", lines) + "\n");
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    private static Prices prices(Path list) {
        try {
            // Without the version of the list, which no story is about.
            return Prices.listed(PriceListText.prices(PriceListText.read(Files.readString(list)))::of);
        } catch (IOException | PriceListText.InvalidPriceList why) {
            throw new UncheckedIOException(new IOException(why));
        }
    }
}
