package footfall.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The names of the commands, and what earlier names are now. */
final class CommandNames {
    /** The commands by what they are for, as {@code footfall --help} lists them. */
    static final Map<String, List<String>> GROUPS = groups();

    /** Those that only {@code --all} and the manual list, as they are rarely needed. */
    static final List<String> RARE = List.of("alias", "client-properties", "completion", "man", "help");

    /** Names of the first documents, which work as they did. Hidden options keep apart what two names share. */
    static final Map<String, String> OLD_NAMES = Map.of(
            "turn", "turns --one",
            "paths", "patterns --paths",
            "session", "sessions --report",
            "errors", "sessions --errors",
            "brief", "sessions --brief",
            "events", "export",
            "extract", "export --tables",
            "forget", "topics forget");

    /** Names of the version before, which say what to type instead. */
    private static final Map<String, String> SUCCESSORS = Map.of(
            "loops", "desires --loops",
            "follows", "desires --follows",
            "map", "export --format svg",
            "shippers", "ship --status --team");

    private CommandNames() {}

    /** Where the name of the command is; {@code help} takes one, too. */
    static int at(List<String> words) {
        return words.size() > 1 && words.get(0).equals("help") ? 1 : 0;
    }

    /** The arguments with the name of now. */
    static List<String> replaced(String... typed) {
        var words = new ArrayList<>(List.of(typed));
        if (words.isEmpty()) {
            return words;
        }
        int at = at(words);
        if (words.get(at).equals("turns") && words.remove("--patterns")) {
            words.set(at, "patterns");
        }
        boolean isOfAll =
                words.get(at).equals(ErrorsCommand.NAME) && ErrorsCommand.isAsked(words.subList(at + 1, words.size()));
        if (words.get(at).equals("extract")) {
            words.replaceAll(word -> word.replaceFirst("^-o(=|$)", "--out-dir$1"));
        }
        var now = isOfAll ? null : OLD_NAMES.get(words.get(at));
        if (now != null) {
            var all = List.of(now.split(" "));
            words.set(at, all.get(0));
            boolean isWhole = at == 0 || !all.get(all.size() - 1).startsWith("-");
            words.addAll(at + 1, isWhole ? all.subList(1, all.size()) : List.of());
        }
        return words;
    }

    /** What the name of a command that is gone is now; null for any other. */
    static String successor(List<String> words) {
        return words.isEmpty() ? null : SUCCESSORS.get(words.get(at(words)));
    }

    private static Map<String, List<String>> groups() {
        var groups = new LinkedHashMap<String, List<String>>();
        groups.put("Most used", List.of("up", "usage", "sessions", "turns", "desires"));
        groups.put("Follow", List.of("watch", "alerts", StatuslineCommand.NAME));
        groups.put("Ask", List.of(DigestCommand.NAME, ErrorsCommand.NAME, "patterns", "tools"));
        groups.put("Look closely", List.of("find", "export", "alias"));
        groups.put("Team", List.of("ship", "stream", "relay", "topics", "client-properties"));
        groups.put("Set up", List.of(InitCommand.NAME, "config", "doctor", "prices", "completion", "man", "help"));
        return Collections.unmodifiableMap(groups);
    }

    /** Not by a stream, which loads a hundred classes, also for {@code --version}. */
    static List<String> all() {
        var commands = new ArrayList<String>();
        for (var group : GROUPS.values()) {
            commands.addAll(group);
        }
        return List.copyOf(commands);
    }
}
