package footfall.report;

import footfall.brief.Moment;
import footfall.brief.MomentReader;
import footfall.brief.ResultText;
import footfall.call.CallDetail;
import footfall.call.LineText;
import footfall.call.Words;
import footfall.desire.Desire;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.OwnerUuids;
import footfall.line.Parsed;
import footfall.line.PromptIndex;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.line.TrailId;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import footfall.turn.LinePlace;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.Coverage;
import footfall.view.TurnTexts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the texts of turns from the transcripts below some places: from the files that are named after the sessions and
 * subagents of the turns, or begin with them. Searches other files for a session only where no file is named after it.
 * All files together, those that are only searched too, have at most {@code bytesMax} bytes on disk, or those of one
 * session: more where they are compressed; some are read twice. Holds nothing between two questions.
 */
public record TranscriptTexts(List<Path> places, TurnRules rules, History history, long bytesMax) implements TurnTexts {
    /** Read in two or three seconds, of the ten that an answer may take. */
    public static final long BYTES_MAX = 256L << 20;

    /** About so much of a file says which session it begins with. */
    private static final int HEAD_BYTES = 8 << 10;

    /** Of a search: in how many files that have the text, and how many places of it, it looks for turns. */
    private static final int FOUND_FILES_MAX = 40;

    private static final int MATCHES_MAX = 1_000;
    private static final int BEFORE_MAX = 40;

    private static final int BEGINNING_MAX = 200;
    private static final int PROMPT_MAX = 20_000;
    private static final int TEXT_MAX = 2_000;
    private static final int STEPS_MAX = 500;
    private static final Pattern COMMAND = Pattern.compile("<command-name>(.*?)</command-name>", Pattern.DOTALL);
    private static final Pattern ARGUMENTS = Pattern.compile("<command-args>(.*?)</command-args>", Pattern.DOTALL);
    private static final Pattern NOTIFICATION = Pattern.compile("<summary>(.*?)</summary>", Pattern.DOTALL);
    private static final Pattern BLANK = Pattern.compile("[\\s\\p{Cc}]+");

    public TranscriptTexts {
        places = List.copyOf(places);
    }

    @Override
    public List<TurnBeginning> beginnings(List<Turn> turns) {
        try {
            var files = files(turns, new Reading.Edit());
            var searched = turns.stream().filter(files::isSearched).toList();
            var prompts = prompts(searched, files);
            return searched.stream()
                    .map(turn -> new TurnBeginning(turn.id().turnId(), beginning(prompts.getOrDefault(turn, ""))))
                    .toList();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    @Override
    public List<FoundTurn> find(String text) {
        var pattern = TextPattern.literal(text, TextPattern.isLowerCase(text, false));
        var question = new FileFind.FindQuestion(
                pattern, EnumSet.allOf(LineText.Where.class), null, null, any -> true, null, null, null);
        var limits = new FileFind.Limits(MATCHES_MAX, FOUND_FILES_MAX, bytesMax);
        try {
            var found = new FileFind(rules, history).find(places, question, limits, LocalFiles.NO_PROGRESS);
            var latest = new LinkedHashMap<TurnRef, FileFind.Finding>();
            found.findings().stream()
                    .filter(one -> one.turn() != null)
                    .sorted(Comparator.comparing(FileFind.Finding::at, Comparator.nullsLast(Comparator.reverseOrder())))
                    .forEach(one -> latest.putIfAbsent(one.turn(), one));
            return latest.values().stream()
                    .limit(FOUND_MAX)
                    .map(TranscriptTexts::found)
                    .toList();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private static FoundTurn found(FileFind.Finding one) {
        int start = one.text()
                .offsetByCodePoints(
                        one.matchAt(), -Math.min(BEFORE_MAX, one.text().codePointCount(0, one.matchAt())));
        return new FoundTurn(
                one.turn().turnId(),
                one.at(),
                one.where().word(),
                beginning(one.text().substring(start)));
    }

    /** That of one turn; empty when the transcript of the turn is not here. */
    public Optional<String> prompt(Turn turn) throws InterruptedException {
        var files = files(List.of(turn), new Reading.Edit());
        return Optional.ofNullable(prompts(List.of(turn), files).get(turn));
    }

    @Override
    public Optional<TurnText> text(Turn turn) {
        try {
            return read(List.of(turn), Extent.STEPS, files(List.of(turn), new Reading.Edit())).stream()
                    .filter(Found::isAny)
                    .findFirst()
                    .map(Found::text);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Those of turns, of all of their steps, with whole commands and the ends of outputs. */
    public List<TurnText> whole(List<Turn> turns) throws InterruptedException {
        return read(turns, Extent.WHOLE, files(turns, new Reading.Edit())).stream()
                .filter(Found::isAny)
                .map(Found::text)
                .toList();
    }

    /** The same session by session, with beginnings of prompts, from files that are read in a second or two. */
    public DesireCases.Texts ofSessions(List<Turn> turns) throws InterruptedException {
        var files = new TranscriptTexts(places, rules, history, BYTES_MAX / 2).files(turns, new Reading.Edit());
        return some -> read(some, Extent.WHOLE, files).stream()
                .filter(Found::isAny)
                .map(Found::begun)
                .toList();
    }

    @Override
    public Answer<DesireCase> cases(Desire desire, footfall.view.Selection selection, Answers answers) {
        try {
            var found = DesireCases.of(desire, selection, answers, this::ofSessions);
            return new Answer<>(found.cases(), null, found.coverage());
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return new Answer<>(List.of(), null, Coverage.COMPLETE);
        }
    }

    private Map<Turn, String> prompts(List<Turn> turns, ReadFiles files) throws InterruptedException {
        var prompts = byUuid(turns, files.of(turns));
        var others = turns.stream().filter(turn -> !prompts.containsKey(turn)).toList();
        for (var found : others.isEmpty() ? List.<Found>of() : read(others, Extent.PROMPTS, files)) {
            if (found.prompt != null) {
                prompts.put(found.turn, found.prompt);
            }
        }
        return prompts;
    }

    /** Of lines that have the ID of a prompt in their bytes: they need no lines before them. */
    private Map<Turn, String> byUuid(List<Turn> turns, List<Path> files) {
        var wanted = turns.stream()
                .filter(turn -> turn.prompt().promptUuid() != null)
                .collect(Collectors.groupingBy(turn -> turn.prompt().promptUuid()));
        var found = new HashMap<Turn, String>();
        for (var file : TranscriptList.of(files, history.excluded()).files()) {
            if (wanted.isEmpty()) {
                break;
            }
            try {
                addByUuid(file, wanted, found);
            } catch (IOException gone) {
                // Its turns have no texts.
            }
        }
        return found;
    }

    private void addByUuid(Transcript file, Map<String, List<Turn>> wanted, Map<Turn, String> found)
            throws IOException {
        var needles = wanted.keySet().stream()
                .map(uuid -> new ByteNeedle(uuid, false))
                .toList();
        var parser = history.parser();
        new CandidateLines(needles, history.lineBytesMax()).in(file, line -> {
            parser.each(line, 0, file.named(), (part, details) -> {
                if (part instanceof Parsed.Accepted accepted && accepted.line().alone() instanceof Line.Prompt prompt) {
                    var of = wanted.remove(prompt.envelope().uuid());
                    for (var turn : of == null ? List.<Turn>of() : of) {
                        found.put(turn, Words.preview(details.text(), PROMPT_MAX));
                    }
                }
            });
            return !wanted.isEmpty();
        });
    }

    private static TrailId trail(Turn turn) {
        return new TrailId(turn.id().sessionId(), turn.id().agentId());
    }

    /** The first words of a prompt; of a command of the agent, what was typed; of a notification, its summary. */
    static String beginning(String prompt) {
        var command = first(COMMAND, prompt);
        var arguments = first(ARGUMENTS, prompt);
        var summary = prompt.startsWith("<task-notification>") ? first(NOTIFICATION, prompt) : null;
        var text = command != null
                ? command + (arguments == null ? "" : " " + arguments)
                : summary != null ? summary : Words.withoutTags(prompt);
        var line = BLANK.matcher(Words.cut(text, 4 * BEGINNING_MAX))
                .replaceAll(" ")
                .strip();
        return Words.preview(line, BEGINNING_MAX);
    }

    private static String first(Pattern pattern, String text) {
        var found = pattern.matcher(text);
        return found.find() ? found.group(1) : null;
    }

    /** What was found of a turn; steps by their order. */
    private static final class Found {
        private final Turn turn;
        private final Map<Integer, StepText> steps = new TreeMap<>();
        private final StringBuilder said = new StringBuilder();
        private String prompt;
        private Long contextTokens;

        Found(Turn turn) {
            this.turn = turn;
        }

        boolean isAny() {
            return prompt != null || !steps.isEmpty();
        }

        void said(String text) {
            if (!text.isEmpty() && said.length() < PROMPT_MAX) {
                said.append(said.isEmpty() ? "" : "\n").append(text);
            }
        }

        /** What was said since the last call. */
        private String said(int max) {
            var text = said.isEmpty() ? null : Words.preview(said.toString(), max);
            said.setLength(0);
            return text;
        }

        void target(int order, Call call) {
            steps.merge(
                    order,
                    new StepText(order, said(TEXT_MAX), call.target, call.input, null),
                    (known, now) -> new StepText(
                            order,
                            known.said() == null ? now.said() : known.said(),
                            now.target(),
                            now.input(),
                            known.output()));
        }

        void output(int order, String output) {
            steps.merge(
                    order,
                    new StepText(order, null, null, output),
                    (known, now) -> new StepText(order, known.said(), known.target(), known.input(), now.output()));
        }

        /** With sequences in place of orders. */
        void settle(FileFold.DroppedSteps dropped) {
            var ref = TurnRef.of(turn);
            var settled = new ArrayList<StepText>();
            steps.forEach((order, step) -> {
                int sequence = dropped.sequence(ref, order);
                if (sequence != FileFold.DroppedSteps.NONE) {
                    settled.add(new StepText(sequence, step.said(), step.target(), step.input(), step.output()));
                }
            });
            steps.clear();
            settled.forEach(step -> steps.put(step.sequence(), step));
        }

        TurnText begun() {
            return new TurnText(
                    turn.id().turnId(), prompt == null ? null : beginning(prompt), List.copyOf(steps.values()));
        }

        TurnText text() {
            return new TurnText(
                    turn.id().turnId(), prompt, List.copyOf(steps.values()), said(PROMPT_MAX), contextTokens);
        }
    }

    /** How much of a turn is read. */
    private enum Extent {
        PROMPTS(0),
        STEPS(STEPS_MAX),
        WHOLE(Integer.MAX_VALUE);

        private final int steps;

        Extent(int steps) {
            this.steps = steps;
        }

        /** An output; with its end, where commands say why they failed. */
        String cut(String output) {
            return this == WHOLE && output.length() > TEXT_MAX
                    ? Words.cut(output, TEXT_MAX / 2) + "\n"
                            + output.substring(output.offsetByCodePoints(output.length(), -TEXT_MAX / 2))
                    : Words.preview(output, TEXT_MAX);
        }
    }

    private Collection<Found> read(List<Turn> turns, Extent extent, ReadFiles among) throws InterruptedException {
        var sink = new TextFold(
                turns, new FileFold(rules, OwnerUuids.Owners.of(new PromptIndex()), turn -> false), extent.steps);
        var files = TranscriptList.of(among.of(turns), history.excluded());
        history.<Piece>read(
                new History.Task(files.files(), LocalFiles.NO_PROGRESS, new Reading.Edit()),
                (file, line, details, place) ->
                        sink.trails.containsKey(TrailId.of(line.line().envelope()))
                                ? Piece.of(line, details, file.source(), extent)
                                : null,
                sink);
        return sink.settled();
    }

    /** {@code named}: by the sessions that are searched; {@code others}: of some of them. */
    private record ReadFiles(Map<SessionId, List<Path>> named, List<Path> others) {
        boolean isSearched(Turn turn) {
            return named.containsKey(turn.id().sessionId());
        }

        List<Path> of(List<Turn> turns) {
            var files = new LinkedHashSet<Path>();
            turns.forEach(turn -> files.addAll(named.getOrDefault(turn.id().sessionId(), List.of())));
            files.addAll(others);
            return List.copyOf(files);
        }
    }

    /** The files of the sessions, in the order of the turns, until there are too many bytes. */
    private ReadFiles files(List<Turn> turns, Reading.Edit edit) throws InterruptedException {
        var all = List.copyOf(TranscriptList.paths(places, history.excluded()).paths());
        var named = byName(turns, all);
        long left = bytesMax - HEAD_BYTES * addByHead(all, named);
        var searched = new LinkedHashMap<SessionId, List<Path>>();
        boolean isAnyRead = false;
        for (var one : named.entrySet()) {
            long bytes = size(one.getValue());
            if (isAnyRead && bytes > left) {
                break;
            }
            searched.put(one.getKey(), one.getValue());
            left -= bytes;
            isAnyRead |= bytes > 0;
        }
        var without = searched.keySet().stream()
                .filter(session -> searched.get(session).isEmpty())
                .collect(Collectors.toSet());
        var others = new ArrayList<>(without.isEmpty() ? List.of() : all);
        searched.values().forEach(others::removeAll);
        return new ReadFiles(
                searched,
                others.isEmpty() || size(others) > left
                        ? List.of()
                        : new SessionScan(history).having(without, others, edit));
    }

    /** Of each session the files that are named after it, or after the subagent of a turn. */
    private static Map<SessionId, List<Path>> byName(List<Turn> turns, List<Path> all) {
        var named = new LinkedHashMap<SessionId, List<Path>>();
        var byName = new HashMap<SessionId, Set<SessionId>>();
        for (var turn : turns) {
            var session = turn.id().sessionId();
            named.put(session, new ArrayList<>());
            byName.computeIfAbsent(session, none -> new HashSet<>()).add(session);
            if (turn.id().agentId() != null) {
                byName.computeIfAbsent(new SessionId(turn.id().agentId()), none -> new HashSet<>())
                        .add(session);
            }
        }
        for (var path : all) {
            var source = TranscriptPaths.name(path).source();
            var sessions = new HashSet<>(byName.getOrDefault(source.session(), Set.of()));
            if (source.agent() != null && source.dialect().isSessionInLines()) {
                sessions.addAll(byName.getOrDefault(new SessionId(source.agent()), Set.of()));
            }
            sessions.forEach(session -> named.get(session).add(path));
        }
        return named;
    }

    /**
     * Of agents that name files after something else than the session, the first lines name it. Returns how many files
     * were opened.
     */
    private long addByHead(List<Path> all, Map<SessionId, List<Path>> files) {
        var without = files.entrySet().stream()
                .filter(one -> one.getValue().stream().noneMatch(Selection::isMain))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        var heads = all.stream()
                .filter(path ->
                        !without.isEmpty() && TranscriptPaths.dialect(path).sourceText() != null)
                .limit(Math.max(1, bytesMax / HEAD_BYTES))
                .toList();
        for (var path : heads) {
            var of = without.get(begins(path));
            if (of != null && !of.contains(path)) {
                of.add(path);
            }
        }
        return heads.size();
    }

    private static SessionId begins(Path path) {
        try {
            var file = Transcript.openListed(path);
            return file == null ? null : file.begins();
        } catch (IOException gone) {
            return null;
        }
    }

    private static long size(List<Path> paths) {
        return paths.stream().mapToLong(TranscriptTexts::size).sum();
    }

    private static long size(Path path) {
        try {
            return TranscriptPaths.size(path);
        } catch (IOException gone) {
            return 0;
        }
    }

    private record Call(String target, String input) {}

    /** A line with its texts; {@code prompt} is null for any other line. */
    private record Piece(
            Parsed.Accepted part, String prompt, List<Call> calls, List<String> outputs, List<Moment> sayings) {
        static Piece of(Parsed.Accepted part, LineDetails details, Source source, Extent extent) {
            if (part.line().alone() instanceof Line.Prompt) {
                return new Piece(part, Words.preview(details.text(), PROMPT_MAX), List.of(), List.of(), List.of());
            } else if (extent == Extent.PROMPTS) {
                return new Piece(part, null, List.of(), List.of(), List.of());
            }
            var sayings = MomentReader.of(part.line(), details, source).stream()
                    .filter(moment -> moment.saying() != null)
                    .toList();
            var calls = new ArrayList<Call>();
            var outputs = new ArrayList<String>();
            var targets = CallDetail.of(part.line(), details);
            for (var block : details.parts()) {
                if (block.kind().equals("tool_use") && calls.size() < targets.size()) {
                    var of = targets.get(calls.size());
                    var target = extent == Extent.WHOLE && of.whole() != null ? of.whole() : of.detail();
                    var input = block.inputJson(TEXT_MAX + 1);
                    calls.add(new Call(StepTargets.isEmpty(target) ? null : target, Words.preview(input, TEXT_MAX)));
                } else if (block.kind().equals("tool_result")) {
                    var text = block.content() == null ? "" : ResultText.of(block.content());
                    outputs.add(extent.cut(text.stripTrailing()));
                }
            }
            return new Piece(part, null, calls, outputs, sayings);
        }
    }

    /**
     * Folds lines, so that turns have the IDs that all commands give them. A prompt waits until its turn begins. A turn
     * with another prompt than the one that was asked for has no texts: its transcript was replaced.
     */
    private static final class TextFold implements History.Sink<Piece> {
        private final Map<TrailId, Map<Integer, Found>> trails = new LinkedHashMap<>();
        private final WaitingPrompts<Prompt> prompts;
        private final FileFold fold;
        private final int stepsMax;
        /** Of the moments that records repeat. */
        private final Set<String> keys = new HashSet<>();

        TextFold(List<Turn> turns, FileFold fold, int stepsMax) {
            this.fold = fold;
            this.stepsMax = stepsMax;
            this.prompts = new WaitingPrompts<>(fold, this::ended);
            for (var turn : turns) {
                trails.computeIfAbsent(trail(turn), none -> new HashMap<>())
                        .put(turn.id().index(), new Found(turn));
            }
        }

        private record Prompt(String uuid, String text) {}

        @Override
        public void accept(Transcript file, long number, Piece piece) {
            fold.place(file, piece.part()).ifPresent(place -> {
                prompts.line(place.trail(), piece.prompt() != null);
                if (piece.prompt() != null) {
                    var uuid = piece.part().line().alone().envelope().uuid();
                    prompts.add(place, new Prompt(uuid, piece.prompt()));
                } else {
                    add(piece, place);
                }
            });
        }

        private void ended(TrailId trail, int turn, boolean isBegun, Prompt prompt) {
            var found = trails.getOrDefault(trail, Map.of()).get(turn);
            if (!isBegun || found == null) {
                return;
            }
            var expected = found.turn.prompt().promptUuid();
            if (expected == null || prompt.uuid() == null || expected.equals(prompt.uuid())) {
                found.prompt = prompt.text();
            } else {
                trails.get(trail).remove(turn);
            }
        }

        private void add(Piece piece, LinePlace place) {
            var found = trails.getOrDefault(place.trail(), Map.of()).get(place.turn());
            if (found == null) {
                return;
            }
            piece.sayings().stream()
                    .filter(one -> one.key() == null || keys.add(one.key()))
                    .map(Moment::saying)
                    .forEach(saying -> {
                        found.said(saying.text());
                        var usage = saying.usage();
                        found.contextTokens =
                                usage == null || usage.request() == 0 ? found.contextTokens : (Long) usage.request();
                    });
            boolean hasUses = !piece.part().line().alone().toolUses().isEmpty();
            var uses = hasUses ? place.steps() : place.calls();
            for (int i = 0; i < Math.min(uses.size(), piece.calls().size()); i++) {
                if (isKept(uses.get(i))) {
                    found.target(uses.get(i).order(), piece.calls().get(i));
                } else {
                    found.said(0); // Of a call that is not shown, and no answer.
                }
            }
            var results = hasUses ? List.<LinePlace.Step>of() : place.steps();
            for (int i = 0; i < Math.min(results.size(), piece.outputs().size()); i++) {
                if (isKept(results.get(i))) {
                    found.output(results.get(i).order(), piece.outputs().get(i));
                }
            }
        }

        private boolean isKept(LinePlace.Step step) {
            return step.exists() && step.order() < stepsMax;
        }

        /** After the last line. */
        List<Found> settled() {
            prompts.last();
            var all = trails.values().stream()
                    .flatMap(turns -> turns.values().stream())
                    .toList();
            all.forEach(found -> found.settle(fold.dropped()));
            return all;
        }
    }
}
