package footfall.serve;

import footfall.desire.Comparison;
import footfall.desire.Desire;
import footfall.desire.DesireQuestion;
import footfall.desire.Ranking;
import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.CompareQuestion;
import footfall.view.ComparedGroup;
import footfall.view.MarkedDesire;
import footfall.view.Selection;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** The parameters of a question about desires, besides filters. {@code now}: what relative times are relative to. */
record DesireParameters(Selection selection, Query query, Instant now) {
    private static final Parameter<String> CATEGORY = Parameter.choice(
            "desire_category",
            "Only desires of this category: loop, turn-pattern, or that of a failure.",
            Desire.CATEGORIES,
            null);
    private static final Parameter<String> WITH_TREND = Parameter.choice(
            "trend",
            "Whether each has its trend: how the 14 days before until, or before now, differ from the 14 before them.",
            List.of("false", "true"),
            "false");
    private static final Parameter<String> BEFORE = group(
            "before",
            "The first group of turns: a range of time A..B, from A and without B, or project:NAME, host:NAME, "
                    + "model:NAME, agent:NAME, agent_version:NAME. Without before and after, the 14 days before until, "
                    + "or before now, are compared with the 14 before them.");
    private static final Parameter<String> AFTER =
            group("after", "The second group of turns, of the same kind as the first.");

    static final Parameter<?>[] LIST = {CATEGORY, LoopParameters.LEVEL, LoopParameters.BY, WITH_TREND};
    static final Parameter<?>[] COMPARISON = {BEFORE, AFTER, CATEGORY, LoopParameters.LEVEL};

    private static Parameter<String> group(String name, String description) {
        return Parameter.text(name, description, ComparedGroup.EXPECTED, Optional::of);
    }

    Answer<MarkedDesire> list(Answers answers, Answers.Top top) {
        var question = desires(LoopParameters.by(query));
        if (query.get(WITH_TREND).equals("true")) {
            return answers.marked(selection, question, top, CompareQuestion.latest(selection, now));
        }
        var plain = answers.desires(selection, question, top);
        return plain.with(MarkedDesire.of(plain.items()));
    }

    Answer<Comparison> compare(Answers answers, int max) {
        return answers.compare(question(), desires(DesireQuestion.DEFAULT.by()), max);
    }

    private DesireQuestion desires(Ranking by) {
        return new DesireQuestion(query.get(CATEGORY), LoopParameters.level(query), by);
    }

    private CompareQuestion question() {
        if (query.get(BEFORE) == null && query.get(AFTER) == null) {
            return CompareQuestion.latest(selection, now);
        }
        var before = group(BEFORE);
        var after = group(AFTER);
        try {
            return CompareQuestion.of(selection, before, after);
        } catch (ComparedGroup.InvalidGroup invalid) {
            throw new InvalidParameter(AFTER.name(), "before and after cannot be compared: " + invalid.getMessage());
        }
    }

    private ComparedGroup group(Parameter<String> parameter) {
        var text = query.get(parameter);
        try {
            return ComparedGroup.parse(text == null ? "" : text, now, ZoneOffset.UTC);
        } catch (ComparedGroup.InvalidGroup invalid) {
            throw new InvalidParameter(parameter.name(), invalid.getMessage());
        }
    }
}
