package footfall.serve;

import footfall.desire.Ranking;
import footfall.loop.Level;
import java.util.Locale;
import java.util.stream.Stream;

/** The parameters of questions about desires and loops, besides filters. */
final class LoopParameters {
    static final Parameter<String> LEVEL = Parameter.choice(
            "level",
            "The level of loops: by tool, or by what calls are for.",
            Stream.of(Level.values()).map(Level::word).toList(),
            Level.TOOL.word());
    static final Parameter<String> BY = Parameter.choice(
            "by",
            "The order: by count, or by what a better tool would save. The largest first.",
            Stream.of(Ranking.values()).map(Ranking::word).toList(),
            Ranking.STEPS.word());

    private LoopParameters() {}

    static Level level(Query query) {
        return Level.valueOf(query.get(LEVEL).toUpperCase(Locale.ROOT));
    }

    static Ranking by(Query query) {
        return Ranking.valueOf(query.get(BY).toUpperCase(Locale.ROOT));
    }
}
