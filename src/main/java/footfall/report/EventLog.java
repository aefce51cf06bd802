package footfall.report;

import footfall.eventlog.Event;
import footfall.eventlog.EventFormat;
import footfall.eventlog.Events;
import footfall.eventlog.LogRules;
import footfall.tail.Excluded;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The events of transcripts, case by case, the earliest case first, sorted by time within. Holds an entry per
 * turn, and complete only the turns that overlap at the current time: a case may be larger than memory.
 */
public final class EventLog implements AutoCloseable {
    private static final Order BY_COMPLETION = new Order(Event.ORDER, Event::complete, Events.First::complete);
    private static final Order BY_START = new Order(Event.BY_START, Event::start, Events.First::start);

    private final TurnSpill<Slot> turns;
    private final Reading reading;

    EventLog(TurnSpill<Slot> turns, Reading reading) {
        this.turns = turns;
        this.reading = reading;
    }

    /**
     * What is known of a turn without reading it. {@code first} has the first times of its events; it is null
     * when none of its steps has a time.
     */
    record Slot(TurnRef name, boolean isCopy, Instant startedAt, Events.First first, int steps) {
        String turnId() {
            return name.turnId();
        }

        String sessionId() {
            return name.sessionId();
        }
    }

    /**
     * An order of events, primarily by {@code time}; {@code first} is that time for the first event of a turn.
     */
    private record Order(
            Comparator<Event> events, Function<Event, Instant> time, Function<Events.First, Instant> first) {
        Instant firstOf(Slot slot) {
            return first.apply(slot.first());
        }

        Comparator<Slot> slots() {
            return Comparator.comparing(this::firstOf).thenComparing(Slot::turnId);
        }
    }

    /** Selects turns: those that started at {@code since} or later (null: all), with or without copies. */
    public record Choice(Instant since, boolean withCopies) {}

    /** How many cases and events were written, and how many steps were not, because their turn has no time. */
    public record Written(long cases, long events, long untimed, Omitted excluded) {}

    /** Of {@code steps} in total, how many started before {@code since}, and how many are copies. */
    public record Omitted(long steps, long before, long copies) {}

    /** Receives events in order. */
    public interface EventSink {
        void accept(Event event) throws IOException;
    }

    public Reading reading() {
        return reading;
    }

    /** Writes the complete log in a format. */
    public Written write(EventFormat format, LogRules rules, Choice choice) throws IOException {
        var slots = timed(choice, BY_COMPLETION);
        if (format.asksForTurns()) {
            for (var slot : slots) {
                format.turn(turn(slot));
            }
        }
        var cases = byCase(slots, rules);
        writeTo(format.isByCase() ? cases : List.of(slots), rules, BY_COMPLETION, format::event);
        format.end();
        return counts(cases, choice);
    }

    /** Passes the events case by case, each case in {@link Event#BY_START}, as needed for a graph. */
    public Written writeTo(LogRules rules, Choice choice, EventSink sink) throws IOException {
        var cases = byCase(timed(choice, BY_START), rules);
        writeTo(cases, rules, BY_START, sink);
        return counts(cases, choice);
    }

    private void writeTo(List<List<Slot>> cases, LogRules rules, Order order, EventSink sink) throws IOException {
        for (var one : cases) {
            tellCase(one, rules, order, sink);
        }
    }

    /** Loads a turn at its first event and releases it after its last. */
    private void tellCase(List<Slot> slots, LogRules rules, Order order, EventSink sink) throws IOException {
        var open = new PriorityQueue<Cursor>(Comparator.comparing(Cursor::event, order.events()));
        int next = 0;
        while (next < slots.size() || !open.isEmpty()) {
            while (next < slots.size() && isDue(slots.get(next), open, order)) {
                open.add(new Cursor(Events.of(turn(slots.get(next++)), rules, order.events())));
            }
            var cursor = open.remove();
            sink.accept(cursor.event());
            if (cursor.advance()) {
                open.add(cursor);
            }
        }
    }

    private static boolean isDue(Slot slot, PriorityQueue<Cursor> open, Order order) {
        return open.isEmpty()
                || !order.firstOf(slot)
                        .isAfter(order.time().apply(open.element().event()));
    }

    /** A position in the events of a turn. */
    private static final class Cursor {
        private final List<Event> events;
        private int at;

        Cursor(List<Event> events) {
            this.events = events;
        }

        Event event() {
            return events.get(at);
        }

        boolean advance() {
            at++;
            return at < events.size();
        }
    }

    private List<Slot> timed(Choice choice, Order order) {
        return chosen(choice)
                .filter(slot -> slot.first() != null)
                .sorted(order.slots())
                .toList();
    }

    private Stream<Slot> chosen(Choice choice) {
        return turns.known().stream().filter(slot -> !isCopy(slot, choice) && !isBefore(slot, choice));
    }

    private boolean isCopy(Slot slot, Choice choice) {
        return !choice.withCopies() && slot.isCopy();
    }

    private static boolean isBefore(Slot slot, Choice choice) {
        return choice.since() != null
                && (slot.startedAt() == null || slot.startedAt().isBefore(choice.since()));
    }

    private static long steps(Stream<Slot> slots) {
        return slots.mapToLong(Slot::steps).sum();
    }

    private Omitted excluded(Choice choice) {
        var slots = turns.known();
        return new Omitted(
                steps(slots.stream()),
                steps(slots.stream().filter(slot -> isBefore(slot, choice))),
                steps(slots.stream().filter(slot -> isCopy(slot, choice))));
    }

    /** The entries by case, in order; the cases in the order of their first event. Each turn has one entry. */
    private static List<List<Slot>> byCase(List<Slot> slots, LogRules rules) {
        return switch (rules.caseBy()) {
            case SESSION -> bySession(slots);
            case TURN -> slots.stream().map(List::of).toList();
        };
    }

    private static List<List<Slot>> bySession(List<Slot> slots) {
        var sessions = new LinkedHashMap<String, List<Slot>>();
        slots.forEach(slot -> sessions.computeIfAbsent(slot.sessionId(), none -> new ArrayList<>())
                .add(slot));
        return List.copyOf(sessions.values());
    }

    private Turn turn(Slot slot) {
        return turns.turn(slot.name());
    }

    private Written counts(List<List<Slot>> cases, Choice choice) {
        long events = steps(cases.stream().flatMap(List::stream));
        long untimed = steps(chosen(choice).filter(slot -> slot.first() == null));
        return new Written(cases.size(), events, untimed, excluded(choice));
    }

    @Override
    public void close() {
        turns.close();
    }

    /**
     * Reads transcripts into an {@link EventLog}. Holds the fold's state and an entry per turn, never all steps.
     */
    public static final class Reader {
        private final TurnRules rules;
        private final History history;
        private final String agent;

        /** {@code agent}: the word of the only dialect whose calls are in the log, null for all. */
        public Reader(TurnRules rules, History history, String agent) {
            this.rules = new TurnRules(rules.lengthThreshold(), Integer.MAX_VALUE, rules.timers(), rules.prices());
            this.history = history;
            this.agent = agent;
        }

        /**
         * Reads all transcripts of the given homes, folders or files, and the lines of sessions; an unreadable file
         * of a session is skipped. The caller closes the log.
         *
         * @throws UserError when a named file cannot be read or is not a transcript, or when turns cannot be spilled
         *     to disk
         */
        public EventLog read(List<Path> places, List<Selection> sessions, Reading.Progress progress)
                throws UserError, InterruptedException {
            var beside = sessions.stream().flatMap(session -> session.files().stream());
            var found = TranscriptList.at(Stream.concat(places.stream(), beside).toList(), history.excluded());
            return TurnSpill.filled(0, (TurnSpill<EventLog.Slot> spill) -> {
                var target = new GroupFold.Target(rules, spill, turn -> {
                    put(spill, turn);
                    return false;
                });
                var wanted = wanted(places, sessions);
                progress.total(found.bytes());
                var made = new GroupedFiles(history, progress)
                        .read(found.files(), List.of(), owners -> new GroupFold(target, wanted, null, owners));
                var reading = made.reading(found.with(unseen(sessions)).with(excluded(sessions)));
                refuseNamed(places, reading, made);
                return new EventLog(spill, reading);
            });
        }

        /** Only turns with steps have events. */
        private void put(TurnSpill<EventLog.Slot> spill, Turn turn) {
            boolean isOfAgent = agent == null || agent.equals(turn.product().agent());
            if (isOfAgent && !turn.steps().isEmpty()) {
                var name = spill.name(turn);
                spill.put(
                        name,
                        new EventLog.Slot(
                                name,
                                turn.prompt().copyOf() != null,
                                turn.span().startedAt(),
                                Events.first(turn),
                                turn.steps().size()),
                        turn);
            }
        }

        private static List<Reading.Unreadable> unseen(List<Selection> sessions) {
            return sessions.stream()
                    .flatMap(session -> session.unseen().stream())
                    .distinct()
                    .toList();
        }

        private static Excluded excluded(List<Selection> sessions) {
            return sessions.stream().map(Selection::excluded).reduce(Excluded.NONE, Excluded::and);
        }

        /** All lines of the given files; of other files, those of the sessions. */
        private GroupFold.LineFilter wanted(List<Path> places, List<Selection> sessions) {
            if (sessions.isEmpty()) {
                return (file, line) -> true;
            }
            var whole = TranscriptList.at(places, history.excluded()).files().stream()
                    .map(Transcript::path)
                    .collect(Collectors.toSet());
            var ids = sessions.stream().map(Selection::session).collect(Collectors.toSet());
            return (file, line) -> ids.contains(line.envelope().session()) || whole.contains(file.path());
        }

        /** A file in a folder need not be a transcript; a named file must be. */
        private static void refuseNamed(List<Path> places, Reading reading, GroupedFiles.Result<GroupFold> made)
                throws UserError {
            for (var bad : reading.unreadable()) {
                if (places.stream().map(TranscriptList::known).anyMatch(TranscriptList.known(bad.path())::equals)) {
                    throw new UserError(bad.message());
                }
            }
            for (var place : places) {
                boolean isSaid =
                        Files.isRegularFile(place) && place.toFile().length() > 0 && !TranscriptPaths.isDatabase(place);
                var known = TranscriptList.known(place);
                if (isSaid
                        && made.groups().stream().noneMatch(one -> one.group().isTranscript(known))) {
                    throw new UserError(place + " is not a transcript: none of its lines is a JSON object with a type");
                }
            }
        }
    }
}
