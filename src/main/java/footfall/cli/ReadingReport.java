package footfall.cli;

import footfall.line.Dialects;
import footfall.report.Reading;
import footfall.report.StandardInput;
import footfall.screen.CountWords;
import footfall.screen.SafeText;
import footfall.tail.Excluded;
import footfall.turn.Cost;
import footfall.turn.Cost.UnpricedModel;
import footfall.turn.TurnRules;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reports read problems on stderr. */
final class ReadingReport {
    private static final int NAMED_MAX = 10;

    private ReadingReport() {}

    /** @throws CommandFailed when nothing could be read at all */
    static void say(Reading reading, List<Path> places, Console console) throws CommandFailed {
        unreadable(reading.unreadable(), console);
        badLines(reading, console);
        copies(reading.copies(), console);
        excluded(reading.excluded(), console);
        if (reading.files() == 0 && !reading.unreadable().isEmpty()) {
            throw new CommandFailed(
                    "no transcript could be read, for the reasons above; solve these problems, or name another path");
        } else if (reading.files() == 0 && reading.excluded().isEmpty()) {
            none(places, console);
        }
    }

    static void none(List<Path> places, Console console) {
        if (places.stream().allMatch(StandardInput::is)) {
            console.say("no transcript in standard input: it is empty");
            return;
        }
        var looked = places.stream().map(ReadingReport::shown).collect(Collectors.joining(", "));
        var names = Dialects.all().stream()
                .flatMap(dialect -> dialect.fileNames().stream())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        console.say("no transcripts in " + looked + "; footfall searched for non-empty " + names);
    }

    /** The message for an empty result; null when it was already reported that there was nothing to read. */
    static String none(Reading reading, String none) {
        return reading.files() == 0 ? null : none;
    }

    private static void copies(int count, Console console) {
        if (count > 0) {
            console.say(
                    count == 1
                            ? "skipped 1 file with the same content as another"
                            : "skipped " + count + " files with the same content as others");
        }
    }

    static void excluded(Excluded excluded, Console console) {
        if (!excluded.isEmpty()) {
            console.say(excluded.said());
        }
    }

    /** Lists what a dry run excluded. */
    static void named(Excluded excluded, Console console) {
        excluded(excluded, console);
        excluded.paths().forEach(path -> console.say("  " + shown(path)));
    }

    /** Reports what could not be read of files of which at least one was read. */
    static void problems(Reading reading, Console console) {
        unreadable(reading.unreadable(), console);
        badLines(reading, console);
        excluded(reading.excluded(), console);
    }

    /** Warns of unreadable files; returns the failure exit code when no file was read. */
    static int unread(int files, List<Reading.Unreadable> all, Console console) {
        all.stream().limit(NAMED_MAX).forEach(one -> console.say("warning: " + shown(one.message())));
        more(all.size() - NAMED_MAX, console);
        return files == 0 && !all.isEmpty() ? ExitCodes.FAILED : ExitCodes.OK;
    }

    private static void unreadable(List<Reading.Unreadable> all, Console console) {
        all.stream().limit(NAMED_MAX).forEach(one -> console.say(shown(one.message())));
        more(all.size() - NAMED_MAX, console);
    }

    static void badLines(Reading reading, Console console) {
        badLines(reading.rejectedLines(), reading.badLines(), console);
    }

    static void badLines(long count, List<Reading.BadLine> first, Console console) {
        if (count == 0) {
            return;
        }
        console.say("skipped " + CountWords.of(count, "bad line") + ":");
        for (var bad : first) {
            console.say("  " + shown(bad.file()) + ":" + bad.number() + ": " + bad.said());
        }
        more(count - first.size(), console);
    }

    /** Escapes line breaks, so that a path cannot imitate a message. */
    private static String shown(Object path) {
        return SafeText.of(path.toString());
    }

    private static void more(long count, Console console) {
        if (count > 0) {
            console.say("  and " + CountWords.number(count) + " more");
        }
    }

    /** Reports models without a price and how to add one. */
    static final class MissingPrices {
        private static final int NAMES_MAX = 5;
        private static final List<String> NO_MODELS = List.of(Cost.UNKNOWN, TurnRules.OTHER);

        private MissingPrices() {}

        /** Of totals of sessions; null for none. */
        static void say(Stream<List<UnpricedModel>> unpriced, Console console) {
            var tokens = unpriced.filter(Objects::nonNull)
                    .flatMap(List::stream)
                    .filter(one -> one.tokens().isComplete())
                    .collect(Collectors.groupingBy(
                            UnpricedModel::model,
                            Collectors.summingLong(one -> one.tokens().total())));
            say(tokens.keySet().stream(), tokens::get, console);
        }

        /** With the tokens of each model, all of which are without a cost; 0 where they are not known. */
        static void say(Stream<String> unpriced, ToLongFunction<String> tokens, Console console) {
            var models = unpriced.filter(model -> !NO_MODELS.contains(model))
                    .distinct()
                    .sorted()
                    .toList();
            if (models.isEmpty()) {
                return;
            }
            var named = models.stream()
                    .limit(NAMES_MAX)
                    .map(model -> named(model, tokens.applyAsLong(model)))
                    .collect(Collectors.joining(", "));
            int more = models.size() - NAMES_MAX;
            console.sayWords("no price for " + named + (more > 0 ? " and " + more + " more" : ""));
            console.say("add one as [prices.\"MODEL\"] in ~/.footfall/config.toml, or: footfall prices update FILE");
        }

        /** Of models of which messages report output only: with these tokens, and no price would help. */
        static void sayPartly(Map<String, Long> tokens, Console console) {
            if (!tokens.isEmpty()) {
                console.sayWords("no cost where only output is reported: "
                        + tokens.entrySet().stream()
                                .sorted(Map.Entry.comparingByKey())
                                .map(one -> named(one.getKey(), one.getValue()))
                                .collect(Collectors.joining(", ")));
            }
        }

        private static String named(String model, long tokens) {
            return SafeText.of(model) + (tokens == 0 ? "" : " (" + CountWords.of(tokens, "token") + ")");
        }
    }
}
