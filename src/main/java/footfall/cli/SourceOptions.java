package footfall.cli;

import footfall.ask.ServerAnswers;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.report.Batches;
import footfall.report.FileShard;
import footfall.report.FileTurns;
import footfall.report.FoldCache;
import footfall.report.StandardInput;
import footfall.report.StepTargets;
import footfall.report.TranscriptTexts;
import footfall.report.TurnRef;
import footfall.report.TurnSummary;
import footfall.report.UserError;
import footfall.run.Build;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import footfall.view.Aliases;
import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.Direction;
import footfall.view.Filter;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.Selection;
import footfall.view.Shards;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say where answers come from: local files, or a processor. */
final class SourceOptions {
    /** Of transcripts, for a table: read in less than a second. */
    private static final long TEXT_BYTES_MAX = 64L << 20;

    @Mixin
    private FromOption from = new FromOption();

    @Option(
            names = "--no-cache",
            description = "With --from, read all transcripts again, and keep nothing for the next question.")
    private boolean isUncached;

    @Mixin
    private ServerOptions server = new ServerOptions();

    /** See {@link FromOption#swallowed}. */
    String swallowed(Predicate<String> form) {
        return from.swallowed(form);
    }

    /** {@code places}: null when they are not asked. */
    void take(List<Path> places) {
        from.take(places);
    }

    boolean areFiles() {
        return from.isGiven();
    }

    /** Whether they are the agents' folders of this machine, because none is named. */
    boolean areHomes() {
        return from.isGiven() && from.given().isEmpty();
    }

    /** What the steps of a turn were about, by sequence, which only local files know. */
    Map<Integer, String> targets(Turn turn, Console console, Settings settings)
            throws CommandFailed, UserError, InterruptedException {
        return from.isGiven()
                ? new StepTargets(settings.turnRules(), TranscriptArgument.history(settings))
                        .of(from.places(settings, console), turn)
                : Map.of();
    }

    /**
     * What the transcripts say that the answers are about: those of {@code --from}, or for the processor of this
     * machine those of its homes.
     */
    Optional<TranscriptTexts> texts(Console console, Settings settings) throws CommandFailed, UserError {
        if (server.isGiven()) {
            return Optional.empty();
        }
        var places = from.isGiven() ? from.places(settings, console) : settings.get(SettingKeys.HOMES);
        return places.stream().anyMatch(StandardInput::is) ? Optional.empty() : Optional.of(texts(places, settings));
    }

    static TranscriptTexts texts(List<Path> places, Settings settings) {
        return new TranscriptTexts(places, settings.turnRules(), TranscriptArgument.history(settings), TEXT_BYTES_MAX);
    }

    AnswerSource open(SettingsCommand command, Settings settings)
            throws CommandFailed, UserError, InterruptedException {
        return open(command, settings, TurnRules.UsageTimes.HOURS);
    }

    /** {@code times}: how exactly answers need the times of tokens. */
    AnswerSource open(SettingsCommand command, Settings settings, TurnRules.UsageTimes times)
            throws CommandFailed, UserError, InterruptedException {
        var aliases = new Aliases(settings.get(SettingKeys.ALIASES));
        if (!from.isGiven()) {
            var client = server.client(settings, command);
            return new ServerSource(
                    new ServerAnswers(client, aliases), command.withSettings(server.asTyped()), command.console);
        }
        server.checkNot(FromOption.NAME);
        var rules = new AnswerRules(settings.desireRules(), aliases, Integer.MAX_VALUE);
        return new FileSource(fold(command.console, settings, times), rules, command.withSettings(from.asTyped()));
    }

    /** Reads the files and reports unreadable ones on stderr. The caller closes the result. */
    private FileTurns.Folded fold(Console console, Settings settings, TurnRules.UsageTimes times)
            throws CommandFailed, UserError, InterruptedException {
        var places = from.places(settings, console);
        var history = TranscriptArgument.history(settings);
        FileTurns.Folded folded;
        try (var progress = new ReadingProgress(console)) {
            folded = new FileTurns(settings.turnRules().with(times), history, cache(places, settings))
                    .read(places, progress);
        }
        try {
            ReadingReport.say(folded.reading(), places, console);
        } catch (CommandFailed nothing) {
            folded.close();
            throw nothing;
        }
        return folded;
    }

    /** Standard input is a new file each time. */
    private FoldCache cache(List<Path> places, Settings settings) {
        return isUncached || places.stream().anyMatch(StandardInput::is)
                ? FoldCache.none()
                : new FoldCache(
                        settings.get(SettingKeys.DATA_DIR).resolve("cache"),
                        FoldCache.Limits.of(settings.get(SettingKeys.CACHE_BYTES_MAX)),
                        Build.properties() + " " + settings.ofReading(),
                        new JsonBytes());
    }

    /** Answers from local transcripts. */
    static final class FileSource implements AnswerSource {
        private static final JsonBytes JSON = new JsonBytes();

        private final FileTurns.Folded folded;
        private final FileShard shard;
        private final Answers answers;
        private final List<String> typed;

        /** {@code typed}: the options that name the transcripts. */
        FileSource(FileTurns.Folded folded, AnswerRules rules, List<String> typed) {
            this.folded = folded;
            this.shard = new FileShard(folded);
            this.answers = new MergedAnswers(Shards.of(List.of(shard)), rules);
            this.typed = List.copyOf(typed);
        }

        @Override
        public Answers answers() {
            return answers;
        }

        @Override
        public String session(String beginning) throws CommandFailed {
            return new SessionNames(
                            folded.names().stream().map(TurnRef::sessionId).toList())
                    .resolve(beginning, typed);
        }

        @Override
        public <T> Iterator<T> items(Class<T> type, Function<Answers, Answer<T>> question, CoverageReport coverage) {
            return itemsForJson(question, coverage);
        }

        @Override
        public <T> Iterator<T> itemsForJson(Function<Answers, Answer<T>> question, CoverageReport coverage) {
            var answer = question.apply(answers);
            coverage.add(answer.coverage());
            return answer.items().iterator();
        }

        @Override
        public Iterator<Turn> turns(Selection selection, TimeOrder order, CoverageReport coverage) {
            return order.shown(new AnswerSource.TurnPages(answers, selection, order, coverage).iterator());
        }

        @Override
        public Iterator<?> turnsForJson(Selection selection, TimeOrder order, CoverageReport coverage) {
            var turns = shard.known(selection, order.asked()).limit(order.top()).toList();
            return Batches.map(order.shown(turns), this::json).iterator();
        }

        private byte[] json(TurnSummary known) {
            var record = folded.record(known.name());
            return record instanceof byte[] json ? json : JSON.of(record);
        }

        @Override
        public <T> Answer.Total total(BiFunction<Answers, Answers.Page, Answer<T>> question) {
            return question.apply(answers, Answers.Page.counted()).total();
        }

        @Override
        public List<TurnRef> turns(String idBeginning) {
            return folded.names();
        }

        @Override
        public List<String> asTyped() {
            return typed;
        }

        /** How many turns each filter excludes by itself. */
        @Override
        public String none(Empty empty) {
            long candidates = count(Selection.ALL, empty.isTallied());
            var exclusions = new AnswerSource.Exclusions(empty.none(), "turn", candidates);
            empty.typed().forEach((filter, option) -> {
                var only = empty.selection().only(filter::equals);
                exclusions.filter(option, candidates - count(only, empty.isTallied()));
            });
            if (empty.isTallied() && empty.typed().isEmpty()) {
                exclusions.filter("a missing time", untimed(Selection.ALL));
            }
            return ReadingReport.none(folded.reading(), exclusions.text());
        }

        @Override
        public long untimed(Selection selection) {
            return shard.known(selection.without(Filter.SINCE).without(Filter.UNTIL), Direction.ASC)
                    .filter(FileSource::isUntimed)
                    .filter(known -> folded.walk(known.name()).isPresent())
                    .count();
        }

        private static boolean isUntimed(TurnSummary known) {
            return known.startedAt() == null;
        }

        private long count(Selection selection, boolean isTallied) {
            return shard.known(selection, Direction.ASC)
                    .filter(known -> !isTallied || folded.walk(known.name()).isPresent())
                    .count();
        }

        @Override
        public void close() {
            folded.close();
        }
    }
}
