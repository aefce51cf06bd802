package footfall.faults;

import java.util.stream.Stream;

/**
 * The relay has exported each turn that has a time, at least once and always in the same trace, and no turn that is
 * not on the topic {@code turns}; guarantee 21.
 */
final class EveryTurnExported implements Guarantee {
    @Override
    public Stream<String> broken(Observed observed) {
        var exported = observed.received().exported();
        var missing = observed.topics().lastTurns().values().stream()
                .filter(turn -> turn.span().startedAt() != null
                        && turn.prompt().copyOf() == null
                        && !observed.isForgotten(turn.id().sessionId()))
                .map(turn -> turn.id().turnId())
                .filter(id -> !exported.containsKey(id))
                .map(id -> "the turn " + id + " is not exported");
        var several = exported.entrySet().stream()
                .filter(turn -> turn.getValue().size() > 1)
                .map(turn -> "the turn " + turn.getKey() + " is in several traces: " + turn.getValue());
        var invented = exported.keySet().stream()
                .filter(id -> observed.topics().turns().stream()
                        .noneMatch(logged -> logged.key().equals(id)))
                .map(id -> "the turn " + id + " is exported, and not on turns");
        return Stream.of(missing, several, invented).flatMap(messages -> messages);
    }
}
