package footfall.cli;

import footfall.call.LineText;
import footfall.config.NearestWords;
import footfall.desire.Ranking;
import footfall.eventlog.LogRules;
import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.loop.Level;
import footfall.screen.SafeText;
import footfall.view.Sort;
import footfall.view.TopTurns.TurnSort;
import footfall.view.UsageBill.UsageSort;
import footfall.view.UsageBy;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options with a fixed set of values, which are also the shell completions. */
final class ChoiceOptions {
    private ChoiceOptions() {}

    /** The message for a word that is none of the known ones: suggests the nearest, or lists all when none is near. */
    static String unknown(String word, List<String> words) {
        var text = NearestWords.unknown(word, words);
        return NearestWords.to(word, words).isPresent() ? text : text + "; expected one of " + String.join(", ", words);
    }

    /** Values by their words. */
    abstract static class Words<E> implements ITypeConverter<E>, Iterable<String> {
        private final Map<String, E> all = new LinkedHashMap<>();

        Words(List<E> all, Function<E, String> word) {
            all.forEach(one -> this.all.put(word.apply(one), one));
        }

        @Override
        public E convert(String word) {
            if (!all.containsKey(word)) {
                throw new TypeConversionException(
                        "'" + SafeText.of(word) + "'; expected one of " + String.join(", ", this));
            }
            return all.get(word);
        }

        @Override
        public Iterator<String> iterator() {
            return all.keySet().iterator();
        }
    }

    /** The constants of an enum in lower case. */
    abstract static class Constants<E extends Enum<E>> extends Words<E> {
        Constants(E[] all) {
            super(List.of(all), one -> one.name().toLowerCase(Locale.ROOT));
        }
    }

    static final class Case extends Constants<LogRules.CaseBy> {
        Case() {
            super(LogRules.CaseBy.values());
        }
    }

    static final class Activity extends Constants<LogRules.ActivityBy> {
        Activity() {
            super(LogRules.ActivityBy.values());
        }
    }

    static final class LoopLevel extends Constants<Level> {
        LoopLevel() {
            super(Level.values());
        }
    }

    static final class TurnOrder extends Constants<TurnSort> {
        TurnOrder() {
            super(TurnSort.values());
        }
    }

    static final class ToolOrder extends Constants<Sort> {
        ToolOrder() {
            super(Sort.values());
        }
    }

    static final class UsageOrder extends Constants<UsageSort> {
        UsageOrder() {
            super(UsageSort.values());
        }
    }

    static final class RankedBy extends Constants<Ranking> {
        RankedBy() {
            super(Ranking.values());
        }
    }

    static final class Where extends Constants<LineText.Where> {
        Where() {
            super(LineText.Where.values());
        }
    }

    static final class UsageKey extends Words<UsageBy> {
        UsageKey() {
            super(UsageBy.all().toList(), UsageBy::word);
        }
    }

    /** {@code --agent}: only transcripts of one agent's product. */
    static final class AgentOption {
        @Option(
                names = "--agent",
                paramLabel = "WORD",
                converter = Words.class,
                completionCandidates = Words.class,
                description = "Only transcripts of one agent, such as claude or codex. For an unknown word, the error "
                        + "lists all.")
        private String word;

        static final class Words extends ChoiceOptions.Words<String> {
            static final List<String> ALL =
                    Dialects.all().stream().map(Dialect::word).toList();

            Words() {
                super(ALL, word -> word);
            }
        }

        /** Null when the option is absent. */
        String word() {
            return word;
        }
    }
}
