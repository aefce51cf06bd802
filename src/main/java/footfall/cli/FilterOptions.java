package footfall.cli;

import footfall.line.InstantText;
import footfall.line.Outcome;
import footfall.pattern.PatternQuery;
import footfall.screen.SafeText;
import footfall.view.Filter;
import footfall.view.Filter.InvalidFilter;
import footfall.view.Selection;
import footfall.view.TimeText;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The options that select turns, one for each {@link Filter}, and {@code --failed}. */
final class FilterOptions {
    private static final String FAILED = "--failed";
    private static final Map<Filter, String> DETAILS = Map.of(
            Filter.SINCE, " TIME: " + TimeText.FORMS + ".",
            Filter.UNTIL,
                    " TIME as in --since; of a month, week or weekday its end. A date is excluded: 2026-02-01 ends "
                            + "with January.",
            Filter.SESSION, " A unique prefix suffices.",
            Filter.HOST, " Local files do not name a machine.",
            Filter.USER, " Local files do not name a user.");

    /** Of all options that select turns, in the order of the filters. */
    static final List<String> NAMES = Stream.concat(
                    Stream.of(Filter.values()).map(FilterOptions::name), Stream.of(FAILED))
            .toList();

    private final String noun;
    private final Set<Filter> filters;
    private final Map<Filter, String> instead;
    private final Map<Filter, String> hints;
    private final Map<Filter, String> typed = new EnumMap<>(Filter.class);
    private boolean isFailed;
    private CommandLine command;

    /**
     * {@code noun}: what the command lists, in the plural. {@code hints} are added to the descriptions of
     * options.
     */
    FilterOptions(String noun, Set<Filter> filters, Map<Filter, String> hints) {
        this(noun, filters, Map.of(), hints);
    }

    /** {@code instead}: other descriptions; that of {@code OUTCOME}, when it is no filter, is of {@code --failed}. */
    FilterOptions(String noun, Set<Filter> filters, Map<Filter, String> instead, Map<Filter, String> hints) {
        this.noun = noun;
        this.filters = Set.copyOf(filters);
        this.instead = Map.copyOf(instead);
        this.hints = Map.copyOf(hints);
    }

    /** A command that has these options. */
    interface Filtered {
        FilterOptions filters();
    }

    static void arm(CommandLine root) {
        for (var command : root.getSubcommands().values()) {
            if (command.getCommandSpec().userObject() instanceof Filtered filtered) {
                filtered.filters().addTo(command);
            }
        }
    }

    /** Whether an option selects turns. */
    static boolean isFilter(OptionSpec option) {
        return NAMES.contains(option.longestName());
    }

    private void addTo(CommandLine to) {
        command = to;
        for (var filter : Filter.values()) {
            if (filters.contains(filter)) {
                to.getCommandSpec().addOption(option(filter));
            }
        }
        if (filters.contains(Filter.OUTCOME) || filters.contains(Filter.TOOL)) {
            to.getCommandSpec()
                    .addOption(OptionSpec.builder(FAILED)
                            .type(boolean.class)
                            .arity("0")
                            .description(
                                    filters.contains(Filter.OUTCOME)
                                            ? "The same as --outcome error."
                                            : instead.getOrDefault(
                                                    Filter.OUTCOME, "Only " + noun + " with a call that failed."))
                            .setter(new Setter(value -> isFailed = Boolean.TRUE.equals(value)))
                            .build());
        }
    }

    private OptionSpec option(Filter filter) {
        var option = OptionSpec.builder(name(filter))
                .paramLabel(filter.placeholder())
                .description(description(filter)
                        + details(filter)
                        + hints.getOrDefault(filter, filter == Filter.SINCE ? SinceOption.DATES : ""))
                .type(isNumber(filter) ? Integer.class : String.class)
                .setter(new Setter(value -> put(filter, value)));
        if (filter.isTime()) {
            option.converters(new SinceOption.Checked());
        }
        if (!filter.words().isEmpty()) {
            option.completionCandidates(filter.words());
        }
        return option.build();
    }

    private String description(Filter filter) {
        return instead.getOrDefault(filter, filter.description().replaceFirst("^Only turns", "Only " + noun));
    }

    private String details(Filter filter) {
        return FromOption.ReadsFiles.isDoneBy(command.getCommandSpec())
                        || filter != Filter.HOST && filter != Filter.USER
                ? DETAILS.getOrDefault(filter, "")
                : "";
    }

    /** Receives the value of an option. */
    private record Setter(Consumer<Object> sink) implements ISetter {
        @Override
        public <T> T set(T value) {
            sink.accept(value);
            return null;
        }
    }

    private void put(Filter filter, Object value) {
        if (value == null) {
            typed.remove(filter);
        } else {
            typed.put(filter, value.toString());
        }
    }

    private static boolean isNumber(Filter filter) {
        return filter == Filter.MIN_LENGTH || filter == Filter.MAX_LENGTH;
    }

    /** {@code --min-length}. */
    static String name(Filter filter) {
        return "--" + filter.word().replace('_', '-');
    }

    boolean isGiven() {
        return isFailed || !typed.isEmpty();
    }

    boolean has(Filter filter) {
        return typed.containsKey(filter) || filter == Filter.OUTCOME && isFailed;
    }

    /** Where the selected time ends: now, unless {@code --until} names another time. */
    Instant end(Clock clock) {
        var until = typed.get(Filter.UNTIL);
        return until == null ? clock.instant() : SinceOption.end(until, clock);
    }

    /**
     * The selection as typed, checked, with the prefix of a session as its ID. {@code defaults} apply to filters
     * that are absent.
     */
    Selection read(Clock clock, Map<Filter, String> defaults) {
        var values = new EnumMap<Filter, String>(Filter.class);
        values.putAll(defaults);
        for (var one : typed.entrySet()) {
            check(one.getKey(), one.getValue());
            values.put(
                    one.getKey(),
                    switch (one.getKey()) {
                        case SINCE -> InstantText.of(SinceOption.at(one.getValue(), clock));
                        case UNTIL -> InstantText.of(SinceOption.end(one.getValue(), clock));
                        default -> one.getValue();
                    });
        }
        if (isFailed) {
            var outcome = values.put(Filter.OUTCOME, Outcome.ERROR.word());
            if (outcome != null && !outcome.equals(Outcome.ERROR.word())) {
                throw usage(FAILED + " contradicts --outcome " + outcome);
            }
        }
        try {
            return Selection.parse(values);
        } catch (InvalidFilter invalid) {
            throw usage(name(invalid.filter()) + " is \"" + SafeText.of(values.get(invalid.filter())) + "\"; expected "
                    + invalid.expected());
        }
    }

    private void check(Filter filter, String value) {
        if (!filter.words().isEmpty() && !filter.words().contains(value)) {
            throw usage(name(filter) + ": " + ChoiceOptions.unknown(value, filter.words()));
        } else if (isNumber(filter) && Integer.parseInt(value) < 0) {
            throw usage(name(filter) + " is " + value + "; expected at least 0");
        } else if (filter == Filter.PATTERN && !Selection.isPatternId(value)) {
            PatternQuery.mistake(value).ifPresent(mistake -> {
                throw usage(name(filter) + " '" + SafeText.of(value) + "' " + mistake
                        + "; expected a form like 'Grep -> Read{2+} -> Edit'");
            });
        } else if (value.isBlank()) {
            throw usage(name(filter) + " is empty");
        }
    }

    /** Checks what files cannot have: an agent that only another program writes events for. */
    void checkOfFiles() {
        var agent = typed.get(Filter.AGENT);
        if (agent != null && !ChoiceOptions.AgentOption.Words.ALL.contains(agent)) {
            throw usage(name(Filter.AGENT) + " is \"" + SafeText.of(agent) + "\"; with " + FromOption.NAME
                    + ", expected one of " + String.join(", ", ChoiceOptions.AgentOption.Words.ALL));
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(command, message);
    }

    /** The selection with the session whose ID starts as typed. */
    Selection resolve(Selection typedSelection, AnswerSource source) throws CommandFailed {
        if (!has(Filter.SESSION)) {
            return typedSelection;
        }
        try {
            return typedSelection.with(Filter.SESSION, source.session(typed.get(Filter.SESSION)));
        } catch (InvalidFilter impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The filters of a selection as typed, for messages: the length first. */
    Map<Filter, String> asTyped(Selection selection) {
        var names = new LinkedHashMap<Filter, String>();
        if (has(Filter.MIN_LENGTH) || selection.minLength() > 0) {
            names.put(
                    Filter.MIN_LENGTH,
                    (has(Filter.MIN_LENGTH) ? "" : "the default ") + name(Filter.MIN_LENGTH) + " "
                            + selection.minLength());
        }
        selection.values().keySet().stream()
                .filter(filter -> filter != Filter.MIN_LENGTH)
                .forEach(filter -> names.put(filter, isFailed && filter == Filter.OUTCOME ? FAILED : name(filter)));
        return names;
    }

    /** {@code --since}: a {@link TimeText} in the zone of the clock. */
    static final class SinceOption {
        static final String DATES = " Days begin at midnight here.";

        @Option(
                names = "--since",
                paramLabel = "TIME",
                converter = Checked.class,
                description = "Only what has a time at or after TIME: " + TimeText.FORMS + "." + DATES)
        private String since;

        static final class Checked implements ITypeConverter<String> {
            @Override
            public String convert(String text) {
                if (TimeText.at(text, Instant.EPOCH, ZoneOffset.UTC).isEmpty()) {
                    throw new TypeConversionException("invalid time \"" + text + "\"; expected " + TimeText.FORMS);
                }
                return text;
            }
        }

        boolean isGiven() {
            return since != null;
        }

        /** Null when the option is absent. */
        Instant start(Clock clock) {
            return since == null ? null : at(since, clock);
        }

        /** The time that a checked text means. */
        static Instant at(String text, Clock clock) {
            return TimeText.at(text, clock.instant(), clock.getZone()).orElseThrow();
        }

        /** The same of {@code --until}. */
        static Instant end(String text, Clock clock) {
            return TimeText.end(text, clock.instant(), clock.getZone()).orElseThrow();
        }
    }
}
