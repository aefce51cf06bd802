package footfall.line;

import java.util.List;
import java.util.Set;

/** What a command line changes if it goes well, by the words of its segments. */
final class CommandChanges {
    private static final Set<String> KEYWORDS =
            Set.of("then", "do", "else", "elif", "if", "while", "until", "{", "(", "!");
    private static final Set<String> NOT_DONE = Set.of("--dry-run", "--help", "-h");
    private static final Set<String> CHANGING = Set.of(Intent.EDIT, "files");

    private CommandChanges() {}

    /** Null for nothing. Of alternatives, as in {@code git push || git push -u origin x}, one counts. */
    static Changes of(CommandWords command) {
        var all = command.command().contains(Patch.BEGIN) ? ofPatch(Patch.within(command.command())) : null;
        Changes before = null;
        Changes now = null;
        for (int i = 0; command.segment(i) != null; i++) {
            var segment = command.segment(i);
            if (segment.isAlternative() || segment.isSeparate()) {
                before = larger(before, now);
                now = null;
            }
            if (segment.isSeparate()) {
                all = Changes.sum(all, before);
                before = null;
            }
            var call = CommandIntent.call(segment.words());
            while (!call.isEmpty() && KEYWORDS.contains(call.get(0))) {
                call = CommandIntent.call(call.subList(1, call.size()));
            }
            now = call.isEmpty() ? now : Changes.sum(now, ofSegment(call, segment.isWriting()));
        }
        return Changes.sum(all, larger(before, now));
    }

    private static Changes larger(Changes one, Changes other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return new Changes(
                Math.max(one.commits(), other.commits()),
                Math.max(one.pushes(), other.pushes()),
                Math.max(one.pullRequests(), other.pullRequests()),
                null,
                null,
                null);
    }

    private static Changes ofPatch(String patch) {
        var files = Patch.files(patch);
        return files.isEmpty() ? null : Patch.lines(patch).ofFiles((long) files.size());
    }

    private static Changes ofSegment(List<String> call, boolean isWriting) {
        var written = isWriting && !isComparison(call.get(0)) ? Changes.SOMETHING : null;
        var name = CommandName.of(call);
        return name == null || call.stream().anyMatch(NOT_DONE::contains)
                ? written
                : Changes.sum(written, ofCall(name, call));
    }

    private static boolean isComparison(String word) {
        return word.equals("[[") || word.startsWith("((");
    }

    private static Changes ofCall(String name, List<String> call) {
        return switch (name) {
            case "git commit" -> call.contains("--amend") ? Changes.SOMETHING : new Changes(1, 0, 0, null, null, null);
            case "git push" -> call.contains("-n") ? null : new Changes(0, 1, 0, null, null, null);
            case "gh pr", "glab mr" -> isCreate(call) ? new Changes(0, 0, 1, null, null, null) : null;
            default -> CHANGING.contains(CommandIntent.ofSegment(call)) ? Changes.SOMETHING : null;
        };
    }

    private static boolean isCreate(List<String> call) {
        int verb = Math.max(call.indexOf("pr"), call.indexOf("mr")) + 1;
        return verb < call.size() && Set.of("create", "new").contains(call.get(verb));
    }
}
