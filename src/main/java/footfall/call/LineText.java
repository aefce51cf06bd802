package footfall.call;

import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.ToolUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One text of a line that can be searched. {@code part}: the index of its call or result among those of the
 * line, 0 for a prompt and for an error of the API, which have none.
 */
public record LineText(Where where, int part, String text) {
    /** What a text is. */
    public enum Where {
        PROMPT,
        COMMAND,
        PATH,
        QUERY,
        ERROR;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Fields of a call's input, in the names that reports use. */
    private static final Map<String, Where> FIELDS = Map.ofEntries(
            Map.entry("command", Where.COMMAND),
            Map.entry("file_path", Where.PATH),
            Map.entry("notebook_path", Where.PATH),
            Map.entry("path", Where.PATH),
            Map.entry("pattern", Where.QUERY),
            Map.entry("glob", Where.QUERY),
            Map.entry("query", Where.QUERY),
            Map.entry("url", Where.QUERY),
            Map.entry("description", Where.QUERY),
            Map.entry("subject", Where.QUERY),
            Map.entry("skill", Where.QUERY));

    /** The texts of a line, in order, of the calls and results that the line itself contains. */
    public static List<LineText> of(Line any, LineDetails details) {
        var line = any.alone();
        var texts = new ArrayList<LineText>();
        var failure = LineCalls.failure(any, details);
        if (failure != null) {
            texts.add(new LineText(Where.ERROR, 0, failure));
        } else if (line instanceof Line.Prompt) {
            texts.add(new LineText(Where.PROMPT, 0, details.text()));
        } else {
            addCalls(any.shown(), details, texts);
        }
        var results =
                any instanceof Line.Unresolved unresolved && line.results().isEmpty()
                        ? unresolved.event().results()
                        : line.results();
        for (int i = 0; i < results.size(); i++) {
            var error = results.get(i).error();
            if (error != null) {
                texts.add(new LineText(Where.ERROR, i, error));
            }
        }
        return texts;
    }

    private static void addCalls(List<ToolUse> calls, LineDetails details, List<LineText> texts) {
        int number = 0;
        for (var part : calls.isEmpty() ? List.<LineDetails.Part>of() : details.parts()) {
            if (part.kind().equals("tool_use")) {
                int index = number++;
                CallNormalizer.of(details, calls.get(index), part).input().forEach((key, value) -> {
                    if (FIELDS.containsKey(key)) {
                        texts.add(new LineText(FIELDS.get(key), index, value));
                    }
                });
            }
        }
    }
}
