package footfall.report;

import footfall.call.LineText;
import footfall.line.Envelope;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What to find. {@code since}, {@code until} (exclusive), {@code agent}, {@code project} and {@code tool} are null
 * when they do not restrict the time of the line, the dialect of its file, the project of its trail, and the tool
 * of its step.
 */
public record FindQuestion(
        TextPattern pattern,
        Set<LineText.Where> in,
        Instant since,
        Instant until,
        Predicate<SessionId> session,
        String agent,
        String project,
        String tool) {
    /** The longest text of a match, in characters, with as much after the match as before it. */
    private static final int TEXT_MAX = 2_000;

    public FindQuestion {
        in = Set.copyOf(in);
    }

    FindQuestion inAnySession() {
        return new FindQuestion(pattern, in, since, until, any -> true, agent, project, tool);
    }

    /** A text that matches; {@code line} is the line of it with the match, at {@code at}. */
    record Match(LineText.Where where, int part, String line, int at) {}

    /** The matches in a line's own texts, at most one for each. */
    List<Match> in(Line line, LineDetails details) {
        boolean isOfAgent = agent == null || agent.equals(details.dialect().word());
        if (!isOfAgent || !admits(line.envelope())) {
            return List.of();
        }
        var matches = new ArrayList<Match>(0);
        for (var text : LineText.of(line, details)) {
            boolean isSearched = in.contains(text.where()) && (tool == null || text.where() != LineText.Where.PROMPT);
            if (isSearched) {
                pattern.in(text.text()).ifPresent(at -> matches.add(match(text, at)));
            }
        }
        return matches;
    }

    private boolean admits(Envelope line) {
        return session.test(line.session())
                && (since == null || line.at() != null && !line.at().isBefore(since))
                && (until == null || line.at() != null && line.at().isBefore(until));
    }

    /** Whether a match in this project, of a step with this tool, is wanted; either is null when unknown. */
    boolean admits(String ofProject, String ofTool) {
        return (project == null || project.equals(ofProject)) && (tool == null || tool.equals(ofTool));
    }

    private static Match match(LineText of, int at) {
        var text = of.text();
        int start = Math.max(lineStart(text, at), at - TEXT_MAX / 2);
        int end = Math.min(lineEnd(text, at), start + TEXT_MAX);
        start += isInside(text, start) ? 1 : 0;
        end -= isInside(text, end) ? 1 : 0;
        return new Match(of.where(), of.part(), text.substring(start, Math.max(start, end)), at - start);
    }

    private static int lineStart(String text, int at) {
        int start = at;
        while (start > 0 && !isBreak(text.charAt(start - 1))) {
            start--;
        }
        return start;
    }

    private static int lineEnd(String text, int at) {
        int end = at;
        while (end < text.length() && !isBreak(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isBreak(char c) {
        return c == '\n' || c == '\r';
    }

    /** Whether the position splits a surrogate pair. */
    private static boolean isInside(String text, int at) {
        return at > 0
                && at < text.length()
                && Character.isLowSurrogate(text.charAt(at))
                && Character.isHighSurrogate(text.charAt(at - 1));
    }
}
