package footfall.report;

import footfall.line.SessionId;
import footfall.pattern.TalliedTurn;
import footfall.tail.FileStamp;
import footfall.tail.Transcript;
import footfall.turn.SessionUsage;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import footfall.view.UsageBy.UsedTurn;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Folds transcript files into turns: every line of every file, in order, then the end of input. Returns the
 * last revision of each turn. Holds turns, never lines; many turns are spilled to disk.
 */
public final class FileTurns {
    /** The share of the heap that turns may use. */
    private static final int HELD_PART = 8;

    private final TurnRules rules;
    private final History history;
    private final FoldCache cache;
    private final long heldBytesMax;

    /** {@code cache}: keeps what the files were folded into. */
    public FileTurns(TurnRules rules, History history, FoldCache cache) {
        this(rules, history, cache, Runtime.getRuntime().maxMemory() / HELD_PART);
    }

    public FileTurns(TurnRules rules, History history) {
        this(rules, history, FoldCache.none());
    }

    /** {@code heldBytesMax}: the approximate heap size of turns above which they are spilled. */
    public FileTurns(TurnRules rules, History history, FoldCache cache, long heldBytesMax) {
        this.rules = rules;
        this.history = history;
        this.cache = cache;
        this.heldBytesMax = heldBytesMax;
    }

    /**
     * Reads all transcripts of the given homes, folders or files. The caller closes the result.
     *
     * @throws UserError when turns cannot be spilled to disk
     */
    public Folded read(List<Path> places, Reading.Progress progress) throws UserError, InterruptedException {
        var key = cache.isOff() ? null : places + " " + rules.usageTimes();
        var kept = cache.isOff() ? KeptFold.NONE : cache.open(key);
        boolean isRead = false;
        try {
            var folded = read(TranscriptList.paths(places, history.excluded()), kept, key, progress);
            isRead = true;
            return folded;
        } finally {
            if (!isRead) {
                kept.close();
            }
        }
    }

    /** Until no session changed that owned prompts of a group that was kept. */
    private Folded read(TranscriptList.Paths listed, KeptFold kept, String key, Reading.Progress progress)
            throws UserError, InterruptedException {
        var changed = Collections.<FoldedGroup>newSetFromMap(new IdentityHashMap<>());
        while (true) {
            var fold = new CachedFold(rules, history, new Keeping(cache, kept, key), changed);
            var folded = TurnSpill.filled(heldBytesMax, (TurnSpill<TurnSummary> spill) -> {
                var result = fold.read(listed, progress, spill);
                var unchanged = new Kept(kept, result.unchanged());
                return new Folded(spill, unchanged, result.reading(), result.besideMessages());
            });
            if (fold.changed().isEmpty()) {
                fold.keep(folded.spill);
                return folded;
            }
            changed.addAll(fold.changed());
            folded.spill.close();
        }
    }

    /** Where turns are kept, and what was kept there before under the key. */
    private record Keeping(FoldCache cache, KeptFold kept, String key) {
        /** Of texts in what will be kept; null where so few bytes are read that nothing will be. */
        RecordBytes form(long bytes) {
            return kept.groups().isEmpty() && !cache.isLargeEnough(bytes) ? null : kept.form();
        }
    }

    /** The groups that were not folded again. */
    private record Kept(KeptFold fold, List<FoldedGroup> groups) {}

    /**
     * The turns, ordered by start (those without a time first) and then by ID, and the statistics of the
     * reading. Accessing a turn may load it from disk: {@link UncheckedIOException} when that fails.
     */
    public static final class Folded implements AutoCloseable {
        private static final Comparator<TurnSummary> OLDEST_FIRST = Comparator.comparing(
                        TurnSummary::startedAt, Comparator.nullsFirst(Comparator.naturalOrder()))
                .thenComparing(TurnSummary::position);

        private final TurnSpill<TurnSummary> spill;
        private final Kept kept;
        private final Reading reading;
        private final List<SessionUsage> besideMessages;
        private final List<TurnSummary> known;

        Folded(TurnSpill<TurnSummary> spill, Kept kept, Reading reading, List<SessionUsage> besideMessages) {
            this.spill = spill;
            this.kept = kept;
            this.reading = reading;
            this.besideMessages = List.copyOf(besideMessages);
            this.known = spill.known().stream().sorted(OLDEST_FIRST).toList();
        }

        public Reading reading() {
            return reading;
        }

        /** What sessions used beside their turns. */
        public List<SessionUsage> besideMessages() {
            return besideMessages;
        }

        /** All turns in order. */
        public List<TurnSummary> known() {
            return known;
        }

        /** All turns in order. */
        public List<TurnRef> names() {
            return known.stream().map(TurnSummary::name).toList();
        }

        public Turn turn(TurnRef name) {
            return spill.turn(name);
        }

        /** The turn, or its JSON where that is kept. */
        public Object record(TurnRef name) {
            return spill.record(name);
        }

        /** A view that loads a turn when it is accessed. */
        public List<Turn> turns() {
            return turns(known);
        }

        /** A view of the selected turns. */
        public List<Turn> turns(List<TurnSummary> which) {
            return new View(which);
        }

        /** What each turn used, in order; a turn that is kept is not read. */
        public void eachUsed(Consumer<UsedTurn> sink) {
            var used = new HashMap<TurnRef, UsedTurn>();
            for (var group : kept.groups) {
                var turns = kept.fold.used(group);
                for (int i = 0; i < turns.size(); i++) {
                    used.put(group.turns().get(i).known().name(), turns.get(i));
                }
            }
            for (var one : known) {
                var turn = used.get(one.name());
                sink.accept(turn == null ? UsedTurn.of(turn(one.name())) : turn);
            }
        }

        /** The contribution of a turn to tallies; empty for a copy. */
        public Optional<TalliedTurn> walk(TurnRef name) {
            var turn = turn(name);
            return turn.prompt().copyOf() != null ? Optional.empty() : Optional.of(TalliedTurn.of(turn));
        }

        /** All turns with a contribution, in order. */
        public void eachWalk(Consumer<TalliedTurn> sink) {
            known.forEach(one -> walk(one.name()).ifPresent(sink));
        }

        private final class View extends AbstractList<Turn> implements RandomAccess {
            private final List<TurnSummary> shown;

            View(List<TurnSummary> shown) {
                this.shown = shown;
            }

            @Override
            public Turn get(int index) {
                return turn(shown.get(index).name());
            }

            @Override
            public int size() {
                return shown.size();
            }
        }

        @Override
        public void close() {
            spill.close();
            kept.fold.close();
        }
    }

    /**
     * One pass over transcripts that reads only those whose groups were not kept, or changed since: a group is folded
     * again when one of its files is another one or gone, when a file that is read may have a line of one of its
     * sessions, and when its prompts have other owners, which only the end of a pass tells. Then the caller starts over
     * without it.
     */
    private static final class CachedFold {
        private final TurnRules rules;
        private final History history;
        private final Keeping keeping;
        private final KeptFold kept;
        private final Map<Path, Stamp> stamps = new HashMap<>();
        private final List<FoldedGroup> unchanged = new ArrayList<>();
        private final Set<FoldedGroup> refold;
        private TranscriptList files;
        /** Null while nothing was read that will be kept. */
        private RecordBytes form;

        private GroupedFiles.Result<GroupFold> made = new GroupedFiles.Result<>(List.of(), Set.of());

        /** {@code refold}: groups of those kept that have to be folded again. */
        CachedFold(TurnRules rules, History history, Keeping keeping, Set<FoldedGroup> refold) {
            this.rules = rules;
            this.history = history;
            this.keeping = keeping;
            this.kept = keeping.kept;
            this.refold = refold;
        }

        /** Of a file before it is read, and of the file beside it; each is null when unknown. */
        private record Stamp(String file, Path sidecar, String sidecarStamp) {
            static Stamp of(Path path, String stamp) {
                var sidecar = FileStamp.sidecar(path);
                return new Stamp(stamp, sidecar, sidecar == null ? null : FileStamp.of(sidecar));
            }

            boolean isOf(Transcript transcript) {
                return file != null
                        && Objects.equals(sidecar, transcript.sidecar())
                        && (sidecar == null || sidecarStamp != null);
            }
        }

        record Result(Reading reading, List<SessionUsage> besideMessages, List<FoldedGroup> unchanged) {}

        /** Call it once. */
        Result read(TranscriptList.Paths listed, Reading.Progress progress, TurnSpill<TurnSummary> spill)
                throws InterruptedException {
            files = toRead(listed).open();
            if (!isNothingNew()) {
                progress.total(files.bytes());
                form = keeping.form(files.bytes());
                var target = new GroupFold.Target(rules, spill, turn -> TurnSummary.put(spill, turn));
                made = new GroupedFiles(history, progress)
                        .read(
                                files.files(),
                                unchanged,
                                owners -> new GroupFold(target, (file, line) -> true, form, owners));
            }
            for (var group : unchanged) {
                group.turns().forEach(row -> spill.put(row.known().name(), row.known(), kept.place(group, row)));
            }
            return new Result(reading(), besideMessages(), List.copyOf(unchanged));
        }

        /** Then the prompts have the same owners, too. */
        private boolean isNothingNew() {
            return files.files().isEmpty() && unchanged.size() == kept.groups().size();
        }

        /** Finds out which groups are unchanged, and returns the files that none of them has. */
        private TranscriptList.Paths toRead(TranscriptList.Paths listed) throws InterruptedException {
            if (!kept.isKept()) {
                return listed;
            }
            var now = new HashMap<Path, String>();
            listed.paths().forEach(path -> now.put(path, FileStamp.of(path)));
            kept.groups().stream()
                    .filter(group -> !refold.contains(group)
                            && group.files().stream().allMatch(file -> file.isCurrent(now.get(file.path()))))
                    .forEach(unchanged::add);
            var rest = listed.without(paths(unchanged));
            if (!unchanged.isEmpty() && !rest.paths().isEmpty()) {
                var sessions = sessions(rest.paths());
                unchanged.removeIf(group -> group.files().stream()
                        .flatMap(file -> file.sessions().stream())
                        .anyMatch(sessions::contains));
                rest = listed.without(paths(unchanged));
            }
            rest.paths().forEach(path -> stamps.put(path, Stamp.of(path, now.get(path))));
            return rest;
        }

        private static Set<Path> paths(List<FoldedGroup> groups) {
            return groups.stream()
                    .flatMap(group -> group.files().stream())
                    .map(FoldedGroup.File::path)
                    .collect(Collectors.toSet());
        }

        /** Those of which the files may have lines. */
        private Set<String> sessions(Set<Path> paths) throws InterruptedException {
            var sessions = new HashSet<String>();
            for (var file : new SessionScan(history).of(List.copyOf(paths))) {
                if (file.made() != null) {
                    file.made().stream().map(SessionId::value).forEach(sessions::add);
                }
            }
            return sessions;
        }

        private record Placed<T>(Transcript.Order order, T what) {
            static final Comparator<Placed<?>> ORDER = Comparator.comparing(Placed::order);
        }

        /** What was read now and before, in the order of the files. */
        private Reading reading() {
            var all = new ArrayList<Placed<Reading>>();
            made.files().forEach(one -> all.add(new Placed<>(one.file().order(), one.reading())));
            for (var group : unchanged) {
                group.files().forEach(file -> all.add(new Placed<>(file.order(), file.reading())));
            }
            all.sort(Placed.ORDER);
            var sum = files.notRead();
            all.forEach(one -> sum.add(one.what));
            return sum.done();
        }

        private List<SessionUsage> besideMessages() {
            var all = new ArrayList<Placed<FoldedGroup.SessionRow>>();
            for (var group : made.groups()) {
                group.group()
                        .besideMessages()
                        .forEach(one -> all.add(new Placed<>(one.file().order(), row(0, one))));
            }
            for (var group : unchanged) {
                group.sessions()
                        .forEach(row -> all.add(
                                new Placed<>(group.files().get(row.file()).order(), row)));
            }
            return all.stream()
                    .sorted(Placed.ORDER.thenComparing(one -> ((FoldedGroup.SessionRow) one.what).place()))
                    .map(one -> one.what.usage())
                    .toList();
        }

        private static FoldedGroup.SessionRow row(int file, FileSessions.Used one) {
            return new FoldedGroup.SessionRow(file, one.place(), one.usage());
        }

        /** The groups whose turns are others, because prompts of theirs have other owners than before. */
        Set<FoldedGroup> changed() {
            return made.changed();
        }

        /** Keeps all groups for the next question, if there are others than before. */
        void keep(TurnSpill<TurnSummary> spill) {
            if (form == null) {
                return;
            }
            var keepable = made.groups().stream()
                    .filter(group -> group.files().stream().allMatch(this::isKept))
                    .toList();
            if (keepable.isEmpty() && unchanged.size() == kept.groups().size()) {
                return;
            }
            var turns = new HashMap<String, List<TurnSummary>>();
            spill.known()
                    .forEach(turn -> turns.computeIfAbsent(turn.name().sessionId(), none -> new ArrayList<>())
                            .add(turn));
            var before = unchanged.stream()
                    .map(group -> new FoldCache.ToKeep(
                            group, row -> kept.bytes(group.turns().get(row)), () -> kept.usedBytes(group)));
            var now =
                    Batches.map(keepable, group -> toKeep(group, turns, spill)).filter(Objects::nonNull);
            keeping.cache.write(keeping.key, Stream.concat(before, now)::iterator);
        }

        /** Whether a file was read as a whole, and it is known when it changes. */
        private boolean isKept(GroupedFiles.Read one) {
            return stamps.get(one.file().path()).isOf(one.file())
                    && one.reading().files() == 1;
        }

        /** Null if the text of an error cannot be read again. */
        private FoldCache.ToKeep toKeep(
                GroupedFiles.Made<GroupFold> group,
                Map<String, List<TurnSummary>> turns,
                TurnSpill<TurnSummary> spill) {
            var transcripts =
                    group.files().stream().map(GroupedFiles.Read::file).toList();
            var sessions = transcripts.stream()
                    .flatMap(file -> group.group().sessions(file).stream())
                    .distinct()
                    .toList();
            var rows = new ArrayList<FoldedGroup.TurnRow>();
            var bytes = new ArrayList<byte[]>();
            var usedTurns = new ArrayList<UsedTurn>();
            var errors = new ArrayList<FoldedGroup.ErrorLine>();
            for (var session : sessions) {
                for (var known : turns.getOrDefault(session, List.of())) {
                    var turn = group.group().withoutErrors(spill.turn(known.name()), transcripts, errors);
                    if (turn == null) {
                        return null;
                    }
                    rows.add(new FoldedGroup.TurnRow(known, FoldedGroup.Place.NONE));
                    bytes.add(kept.form().of(turn));
                    usedTurns.add(UsedTurn.of(turn));
                }
            }
            var files =
                    group.files().stream().map(one -> file(one, group.group())).toList();
            var used = group.group().besideMessages().stream()
                    .map(one -> row(transcripts.indexOf(one.file()), one))
                    .toList();
            var made = new FoldedGroup(files, rows, errors, used, FoldedGroup.Place.NONE);
            return new FoldCache.ToKeep(made, bytes::get, () -> GroupBytes.ofUsed(usedTurns));
        }

        private FoldedGroup.File file(GroupedFiles.Read one, GroupFold group) {
            var stamp = stamps.get(one.file().path());
            return new FoldedGroup.File(
                    one.file().order(),
                    one.file().id().toString(),
                    stamp.file,
                    stamp.sidecar == null ? null : stamp.sidecar.toString(),
                    stamp.sidecarStamp,
                    List.copyOf(group.sessions(one.file())),
                    one.asked(),
                    one.reading());
        }
    }
}
