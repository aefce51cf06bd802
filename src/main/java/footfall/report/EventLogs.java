package footfall.report;

import footfall.eventlog.Events;
import footfall.tail.Excluded;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads transcripts into an {@link EventLog}. Holds the fold's state and an entry per turn, never all steps.
 */
public final class EventLogs {
    private final TurnRules rules;
    private final History history;
    private final String agent;

    /** {@code agent}: the word of the only dialect whose calls are in the log, null for all. */
    public EventLogs(TurnRules rules, History history, String agent) {
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
            if (isSaid && made.groups().stream().noneMatch(one -> one.group().isTranscript(known))) {
                throw new UserError(place + " is not a transcript: none of its lines is a JSON object with a type");
            }
        }
    }
}
