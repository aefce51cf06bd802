package footfall.cli;

import footfall.call.LineText;
import footfall.desire.Ranking;
import footfall.eventlog.LogRules;
import footfall.loop.Level;
import footfall.view.TopTurns.TurnSort;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Options with a fixed set of values, which are also the shell completions. */
final class ChoiceOptions {
    private ChoiceOptions() {}

    static final class Case extends Words<LogRules.CaseBy> {
        Case() {
            super(LogRules.CaseBy.values());
        }
    }

    static final class Activity extends Words<LogRules.ActivityBy> {
        Activity() {
            super(LogRules.ActivityBy.values());
        }
    }

    static final class LoopLevel extends Words<Level> {
        LoopLevel() {
            super(Level.values());
        }
    }

    static final class TurnOrder extends Words<TurnSort> {
        TurnOrder() {
            super(TurnSort.values());
        }
    }

    static final class RankedBy extends Words<Ranking> {
        RankedBy() {
            super(Ranking.values());
        }
    }

    static final class Where extends Words<LineText.Where> {
        Where() {
            super(LineText.Where.values());
        }
    }

    /** The constants of an enum in lower case. */
    abstract static class Words<E extends Enum<E>> implements ITypeConverter<E>, Iterable<String> {
        private final List<E> all;

        Words(E[] all) {
            this.all = List.of(all);
        }

        @Override
        public E convert(String word) {
            return all.stream()
                    .filter(one -> word(one).equals(word))
                    .findFirst()
                    .orElseThrow(() ->
                            new TypeConversionException("'" + word + "'; expected one of " + String.join(", ", this)));
        }

        @Override
        public Iterator<String> iterator() {
            Stream<String> words = all.stream().map(Words::word);
            return words.iterator();
        }

        private static String word(Enum<?> one) {
            return one.name().toLowerCase(Locale.ROOT);
        }
    }
}
