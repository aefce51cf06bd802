package footfall.faults;

import footfall.ask.ApiClient;
import footfall.ask.ServerAnswers;
import footfall.pattern.Tool;
import footfall.session.SessionSummary;
import footfall.turn.Turn;
import footfall.view.Aliases;
import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.Coverage;
import footfall.view.Selection;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the API of an instance answers for all partitions: whole lists, in the order of their pages. {@code coverage}:
 * of each page. {@code failure}: why there is no answer, null if there is one.
 */
record Answered(
        String instance,
        List<Turn> turns,
        List<SessionSummary> sessions,
        List<Tool> tools,
        List<Coverage> coverage,
        String failure) {
    /** So that a list has several pages. */
    private static final int PAGE = 10;

    /** More than there are turns. A cursor that stands still must not be followed for ever. */
    private static final int PAGES_MAX = 100;

    Answered {
        turns = List.copyOf(turns);
        sessions = List.copyOf(sessions);
        tools = List.copyOf(tools);
        coverage = List.copyOf(coverage);
    }

    /** {@code streams}: processors that run. */
    static List<Answered> by(List<Machine> streams) {
        return streams.stream().map(Answered::by).toList();
    }

    private static Answered by(Machine stream) {
        var url = stream.url();
        if (url.isEmpty()) {
            return failed(stream.name(), "it has not printed its address");
        }
        try {
            var api = new ApiClient(
                    URI.create(url.get()), Optional.empty(), Optional.empty(), () -> url.get() + " is silent");
            return by(stream.name(), new ServerAnswers(api, new Aliases(Map.of())));
        } catch (ApiClient.ApiFailed why) {
            return failed(stream.name(), why.getMessage());
        }
    }

    private static Answered by(String instance, Answers api) {
        var coverage = new ArrayList<Coverage>();
        var turns = all(page -> api.turns(Selection.ALL, page), coverage);
        var sessions = all(page -> api.sessions(Selection.ALL, page), coverage);
        var tools = api.tools(Selection.ALL, Answers.Top.ALL);
        coverage.add(tools.coverage());
        return new Answered(instance, turns, sessions, tools.items(), coverage, null);
    }

    private static <T> List<T> all(Function<Answers.Page, Answer<T>> question, List<Coverage> coverage) {
        var items = new ArrayList<T>();
        var page = new Answers.Page(null, PAGE);
        for (int pages = 0; page != null && pages < PAGES_MAX; pages++) {
            var answer = question.apply(page);
            items.addAll(answer.items());
            coverage.add(answer.coverage());
            page = answer.next() == null ? null : page.after(answer.next());
        }
        return items;
    }

    static Answered failed(String instance, String why) {
        return new Answered(instance, List.of(), List.of(), List.of(), List.of(), why);
    }
}
