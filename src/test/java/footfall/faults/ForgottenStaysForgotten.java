package footfall.faults;

import java.util.stream.Stream;

/**
 * Nothing of a session that was forgotten is left on {@code turns}, {@code invocations}, {@code sessions} and
 * {@code open}, however often its lines are sent again; guarantee 19.
 */
final class ForgottenStaysForgotten implements Guarantee {
    @Override
    public Stream<String> broken(Observed observed) {
        var topics = observed.topics();
        var turns = topics.lastTurns().values().stream()
                .filter(turn -> observed.isForgotten(turn.id().sessionId()))
                .map(turn -> "turns has " + turn.id().turnId());
        var invocations = topics.lastInvocations().entrySet().stream()
                .filter(row -> observed.isForgotten(row.getValue().sessionId()))
                .map(row -> "invocations has " + row.getKey());
        var sessions = topics.sessions().keySet().stream()
                .filter(observed.forgotten()::contains)
                .map(session -> "sessions has " + session);
        var open = topics.open().stream()
                .filter(key -> observed.forgotten().contains(key.replaceFirst("/.*", "")))
                .map(key -> "open has " + key);
        return Stream.of(turns, invocations, sessions, open).flatMap(messages -> messages);
    }
}
