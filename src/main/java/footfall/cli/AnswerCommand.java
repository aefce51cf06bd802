package footfall.cli;

import footfall.config.SettingErrors;
import footfall.config.Settings;
import footfall.report.UserError;
import footfall.screen.CountWords;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import footfall.view.Answers;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.TurnTexts;
import footfall.view.TurnTexts.TurnBeginning;
import java.time.Clock;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;

/** A command that lists what {@link footfall.view.Answers} answers about selected turns. */
abstract class AnswerCommand extends SettingsCommand
        implements FilterOptions.Filtered, FromOption.ReadsFiles, PlainQuestion {
    @Mixin
    SourceOptions sources = new SourceOptions();

    @Mixin
    private ResultPrinter.OutputOptions output = new ResultPrinter.OutputOptions();

    private final FilterOptions filters;

    /** The message on an empty answer counts the turns without a time. */
    private boolean isExplained;

    /** {@code except}: filters that have another meaning in this command. */
    AnswerCommand(Map<Filter, String> hints, Filter... except) {
        var accepted = EnumSet.allOf(Filter.class);
        accepted.removeAll(List.of(except));
        filters = new FilterOptions("turns", accepted, hints);
    }

    AnswerCommand(FilterOptions filters) {
        this.filters = filters;
    }

    @Override
    public final FilterOptions filters() {
        return filters;
    }

    @Override
    public void take(Typed typed) {
        sources.take(typed.from());
        output.take(typed.isJson());
    }

    @Override
    public final Integer call() throws Exception {
        check();
        var settings = settings();
        if (notOfFiles() != null && sources.areFiles()) {
            throw new CommandFailed(notOfFiles() + "; ask a processor: omit --from, or name one with --server URL");
        }
        if (sources.areFiles()) {
            filters.checkOfFiles();
        }
        var typed = filters.read(clock(), defaults(settings));
        try (var source = sources.open(this, settings, usageTimes())) {
            var selection = filters.resolve(typed, source);
            print(source, selection);
            boolean isTimed = selection.has(Filter.SINCE) || selection.has(Filter.UNTIL);
            sayUntimed(isTallied() && !isExplained && !isTimed ? source.untimed(selection) : 0);
        }
        return ExitCodes.OK;
    }

    /** Checks options before anything is read. */
    void check() {}

    /** The zone is that of dates in filters. */
    Clock clock() {
        return console.clock();
    }

    /** How exactly answers need the times of tokens. */
    TurnRules.UsageTimes usageTimes() {
        return TurnRules.UsageTimes.HOURS;
    }

    /** Filters that apply when they are absent. */
    Map<Filter, String> defaults(Settings settings) {
        return Map.of();
    }

    /** Whether the answer is made of tallies, which contain no turn without a time. */
    boolean isTallied() {
        return false;
    }

    private void sayUntimed(long turns) {
        if (turns > 0) {
            console.say("skipped " + CountWords.of(turns, "turn") + " without a time: no line of "
                    + (turns == 1 ? "it" : "them") + " has one; usage counts "
                    + (turns == 1 ? "it" : "them"));
        }
    }

    abstract void print(AnswerSource source, Selection selection) throws Exception;

    final ResultPrinter printer() {
        return new ResultPrinter(console, this, output.format());
    }

    /** How turns began: for a table that a person reads, of so few turns that it is read quickly. Null for none. */
    final Beginnings beginnings(AnswerSource source, int max) throws CommandFailed, UserError, SettingErrors {
        boolean areShown =
                console.isScreen() && printer().format() == ResultPrinter.Format.TABLE && max <= TurnTexts.TURNS_MAX;
        var texts = areShown ? sources.texts(console, settings()).orElse(null) : null;
        return texts == null ? null : new Beginnings(source.answers(), texts);
    }

    /** {@code answers} know the turns. */
    record Beginnings(Answers answers, TurnTexts texts) {
        /** Sets those of the turns, which are by row, on lines below the rows. */
        void quote(Table table, List<Turn> turns) {
            var known = texts
                    .beginnings(
                            turns.stream().filter(Objects::nonNull).distinct().toList())
                    .stream()
                    .collect(Collectors.toMap(TurnBeginning::turnId, TurnBeginning::text));
            table.quotes(turns.stream()
                    .map(turn ->
                            turn == null ? "" : known.getOrDefault(turn.id().turnId(), ""))
                    .toList());
        }

        /** The same of turns with these IDs; null for none. */
        void quoteOf(Table table, List<String> ids) {
            var turns = new HashMap<String, Turn>();
            ids.stream()
                    .filter(Objects::nonNull)
                    .distinct()
                    .limit(TurnTexts.TURNS_MAX)
                    .forEach(id -> turns.put(id, answers.turn(id).item()));
            quote(table, ids.stream().map(turns::get).toList());
        }
    }

    /** Why a list is empty: {@code none} says of what. */
    final String none(AnswerSource source, String none, boolean isTallied, Selection selection) {
        isExplained |= isTallied;
        return source.none(
                new AnswerSource.Empty(none, isTallied, selection, filters.asTyped(selection)), clock().getZone());
    }
}
