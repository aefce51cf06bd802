package footfall.line;

import java.util.List;
import java.util.Set;

/** What a command line changes if it goes well, by the words of its segments. */
final class CommandChanges {
    private static final Set<String> KEYWORDS = Set.of("then", "do", "else", "if", "while", "{", "(", "!");
    private static final Set<String> NOT_DONE = Set.of("--dry-run", "--help", "-h");
    private static final Set<String> PRINTING = Set.of("cat", "echo", "printf");
    private static final Set<String> CHANGING = Set.of(Intent.EDIT, "files");

    private CommandChanges() {}

    /** Null for nothing. */
    static Changes of(String command) {
        Changes all = command.contains(Patch.BEGIN) ? ofPatch(command) : null;
        var segments = new CommandWords(command);
        for (var words = segments.next(); words != null; words = segments.next()) {
            var call = CommandIntent.call(words);
            while (!call.isEmpty() && KEYWORDS.contains(call.get(0))) {
                call = CommandIntent.call(call.subList(1, call.size()));
            }
            all = call.isEmpty() ? all : Changes.sum(all, ofSegment(call));
        }
        return all;
    }

    private static Changes ofPatch(String command) {
        return Patch.lines(command).ofFiles((long) Patch.files(command).size());
    }

    private static Changes ofSegment(List<String> call) {
        var name = CommandName.of(call);
        if (name == null || call.stream().anyMatch(NOT_DONE::contains)) {
            return null;
        }
        return switch (name) {
            case "git commit" -> call.contains("--amend") ? Changes.SOMETHING : new Changes(1, 0, 0, null, null, null);
            case "git push" -> call.contains("-n") ? null : new Changes(0, 1, 0, null, null, null);
            case "gh pr", "glab mr" -> isCreate(call) ? new Changes(0, 0, 1, null, null, null) : null;
            default -> isChange(name, call) ? Changes.SOMETHING : null;
        };
    }

    private static boolean isCreate(List<String> call) {
        int verb = Math.max(call.indexOf("pr"), call.indexOf("mr")) + 1;
        return verb < call.size() && Set.of("create", "new").contains(call.get(verb));
    }

    private static boolean isChange(String name, List<String> call) {
        return CHANGING.contains(CommandIntent.ofSegment(call))
                || PRINTING.contains(name) && call.stream().anyMatch(CommandChanges::isFile);
    }

    /** A redirection into a file, but for one that leads nowhere or to another output. */
    private static boolean isFile(String word) {
        return word.startsWith(">") && !word.startsWith(">&") && !word.startsWith(">/dev/");
    }
}
