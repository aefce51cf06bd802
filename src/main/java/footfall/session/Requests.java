package footfall.session;

import footfall.line.Line;
import footfall.turn.TurnRules;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The requests of a session to models, as the agent says besides its transcript, of one source. {@code isMessage}:
 * their answers are messages of transcripts. {@code failed} of them brought nothing; {@code firstTokenMs} is the sum of
 * those {@code timed}. {@code costUsd} is the agent's own reckoning, which is no addition to that of the tokens.
 */
public record Requests(
        String source,
        boolean isMessage,
        long requests,
        long failed,
        long timed,
        long firstTokenMs,
        long durationMs,
        BigDecimal costUsd) {
    static final int SOURCES_MAX = 30;

    /** With one more request. */
    static List<Requests> plus(List<Requests> all, Line.Requested one) {
        var bySource = new LinkedHashMap<String, Requests>();
        all.forEach(known -> bySource.put(known.source, known));
        boolean isNamed = bySource.containsKey(one.source()) || bySource.size() < SOURCES_MAX;
        var source = isNamed ? one.source() : TurnRules.OTHER;
        var none = new Requests(source, one.isMessage(), 0, 0, 0, 0, 0, BigDecimal.ZERO);
        bySource.put(source, bySource.getOrDefault(source, none).plus(one));
        return List.copyOf(bySource.values());
    }

    private Requests plus(Line.Requested one) {
        boolean isTimed = one.firstTokenMs() > 0;
        return new Requests(
                source,
                isMessage,
                requests + 1,
                failed + (one.isFailed() ? 1 : 0),
                timed + (isTimed ? 1 : 0),
                firstTokenMs + one.firstTokenMs(),
                durationMs + one.durationMs(),
                one.cost() == null ? costUsd : costUsd.add(one.cost().usd()));
    }
}
