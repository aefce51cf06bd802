package footfall.faults;

import footfall.testkit.FileTallies;
import footfall.testkit.Story;
import footfall.testkit.Turns;
import footfall.turn.Invocation;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.view.Coverage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Topics as the files give them, without a process in between, and the same with a change. */
record ChangedTopics(Observed whole) {
    /** {@code home}: for the transcripts. */
    static ChangedTopics of(Path home) throws Exception {
        var talk = new GrowingTalk(home, 0);
        talk.completeAll();
        var files = Observed.files(talk, Set.of(), Story.RULES);
        var lines = files.lines().stream()
                .map(line ->
                        new Observed.Line(partition(line.session()), line.session(), line.value(), line.lineHeaders()))
                .toList();
        var turns = new ArrayList<Observed.Logged<Turn>>();
        var invocations = new ArrayList<Observed.Logged<Invocation>>();
        files.turns().values().stream().map(turn -> Turns.revised(turn, 0)).forEach(turn -> {
            turns.add(new Observed.Logged<>(turn.id().turnId(), turn));
            turn.steps().forEach(step -> invocations.add(invocation(turn, step.sequence())));
        });
        var topics = new Observed.Topics(
                lines, List.of(), turns, invocations, files.sessions(), Set.of(), files.tallies(), files.tokens());
        return new ChangedTopics(
                new Observed(files, topics, new Received(List.of(answered(files)), exported(files)), Set.of()));
    }

    private static Answered answered(Observed.Files files) {
        return new Answered(
                "stream-0",
                files.turns().values().stream()
                        .map(turn -> Turns.revised(turn, 0))
                        .toList(),
                List.copyOf(files.sessions().values()),
                List.copyOf(files.tallies().tools().values()),
                List.of(Coverage.COMPLETE),
                null);
    }

    /** Each turn in a trace of its own. */
    private static Map<String, Set<String>> exported(Observed.Files files) {
        var exported = new TreeMap<String, Set<String>>();
        files.turns().keySet().forEach(id -> exported.put(id, Set.of("trace of " + id)));
        return exported;
    }

    private static int partition(String session) {
        return Math.floorMod(session.hashCode(), 4);
    }

    private static Observed.Logged<Invocation> invocation(Turn turn, int sequence) {
        var step = turn.steps().get(sequence);
        var row = new Invocation(
                turn.id().turnId(),
                sequence,
                turn.size().length(),
                turn.size().isLong(),
                0,
                turn.id().sessionId(),
                turn.id().agentId(),
                null,
                step.use(),
                step.parallel(),
                step.result(),
                step.ranMs(),
                turn.product(),
                turn.origin());
        return new Observed.Logged<>(turn.id().turnId() + "/" + sequence, row);
    }

    private static <E> List<E> edited(List<E> list, UnaryOperator<List<E>> change) {
        return change.apply(new ArrayList<>(list));
    }

    Observed withLines(UnaryOperator<List<Observed.Line>> change) {
        var topics = whole.topics();
        return with(new Observed.Topics(
                edited(topics.lines(), change),
                topics.rejected(),
                topics.turns(),
                topics.invocations(),
                topics.sessions(),
                topics.open(),
                topics.tallies(),
                topics.tokens()));
    }

    Observed withTurns(UnaryOperator<List<Observed.Logged<Turn>>> change) {
        var topics = whole.topics();
        return with(new Observed.Topics(
                topics.lines(),
                topics.rejected(),
                edited(topics.turns(), change),
                topics.invocations(),
                topics.sessions(),
                topics.open(),
                topics.tallies(),
                topics.tokens()));
    }

    Observed withTallies(FileTallies tallies, Tokens tokens) {
        var topics = whole.topics();
        return with(new Observed.Topics(
                topics.lines(),
                topics.rejected(),
                topics.turns(),
                topics.invocations(),
                topics.sessions(),
                topics.open(),
                tallies,
                tokens));
    }

    /** The topics as they are, and the answer of an instance with a change. */
    Observed withAnswer(UnaryOperator<List<Turn>> turns, Coverage coverage) {
        var answered = whole.received().answers().get(0);
        var other = new Answered(
                answered.instance(),
                edited(answered.turns(), turns),
                answered.sessions(),
                answered.tools(),
                List.of(Coverage.COMPLETE, coverage),
                null);
        return withAnswers(List.of(answered, other));
    }

    Observed withAnswers(List<Answered> answers) {
        return with(whole.received().withAnswers(answers));
    }

    Observed withExported(UnaryOperator<Map<String, Set<String>>> change) {
        var exported = change.apply(new TreeMap<>(whole.received().exported()));
        return with(whole.received().withExported(exported));
    }

    Observed with(Received received) {
        return new Observed(whole.files(), whole.topics(), received, Set.of());
    }

    Observed with(Observed.Topics topics) {
        return new Observed(whole.files(), topics, whole.received(), Set.of());
    }
}
