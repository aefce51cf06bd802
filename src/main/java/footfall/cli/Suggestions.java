package footfall.cli;

import footfall.config.NearestWords;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;

/** Suggests commands and options for an unknown word: synonyms first, then similar spellings. */
final class Suggestions {
    /** Words that other programs use for footfall's commands. */
    private static final Map<String, List<String>> COMMANDS = Map.ofEntries(
            Map.entry("start", List.of("up")),
            Map.entry("run", List.of("up")),
            Map.entry("watch", List.of("up")),
            Map.entry("tools", List.of("paths")),
            Map.entry("patterns", List.of("turns")),
            Map.entry("failures", List.of("errors", "desires")),
            Map.entry("report", List.of("session", "sessions")),
            Map.entry("log", List.of("events")),
            Map.entry("graph", List.of("map")),
            Map.entry("summary", List.of("brief")),
            Map.entry("summarize", List.of("brief")),
            Map.entry("permissions", List.of("extract")),
            Map.entry("settings", List.of("config")));

    /** Synonyms of options; only those that the command has are suggested. */
    private static final Map<String, List<String>> OPTIONS = Map.ofEntries(
            Map.entry("--from", List.of("--home")),
            Map.entry("--home", List.of("--from")),
            Map.entry("--root", List.of("--from", "--home")),
            Map.entry("--dir", List.of("--from", "--home")),
            Map.entry("--path", List.of("--from", "--home")),
            Map.entry("--file", List.of("--from", "--home")),
            Map.entry("--config", List.of("--settings")),
            Map.entry("--output", List.of("--out", "--out-dir")),
            Map.entry("-o", List.of("--out", "--out-dir")),
            Map.entry("--out", List.of("--out-dir")),
            Map.entry("--limit", List.of("--top")),
            Map.entry("-n", List.of("--top")),
            Map.entry("--after", List.of("--since")),
            Map.entry("--zone", List.of("--timezone")),
            Map.entry("--type", List.of("--format", "--category")),
            Map.entry("--brokers", List.of("--bootstrap-servers")),
            Map.entry("--broker", List.of("--bootstrap-servers")));

    private Suggestions() {}

    static List<String> commands(String word, CommandSpec of) {
        return suggested(word, COMMANDS, new TreeSet<>(of.subcommands().keySet()));
    }

    /** {@code word} as typed, possibly with {@code =value}. */
    static List<String> options(String word, CommandSpec of) {
        var known = new TreeSet<String>();
        of.options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> known.addAll(List.of(option.names())));
        return suggested(word.replaceFirst("=.*", ""), OPTIONS, known);
    }

    private static List<String> suggested(String word, Map<String, List<String>> synonyms, TreeSet<String> known) {
        var same = synonyms.getOrDefault(word, List.of()).stream()
                .filter(known::contains)
                .toList();
        return same.isEmpty() ? NearestWords.all(word, known) : same;
    }
}
