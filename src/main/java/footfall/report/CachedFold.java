package footfall.report;

import footfall.line.SessionId;
import footfall.tail.FileStamp;
import footfall.tail.Transcript;
import footfall.turn.SessionUsage;
import footfall.turn.TurnRules;
import footfall.view.UsageBy.UsedTurn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One pass over transcripts that reads only those whose groups were not kept, or changed since: a group is folded again
 * when one of its files is another one or gone, when a file that is read may have a line of one of its sessions, and
 * when its prompts have other owners, which only the end of a pass tells. Then the caller starts over without it.
 */
final class CachedFold {
    private final TurnRules rules;
    private final History history;
    private final KeptFold kept;
    private final Map<Path, Stamp> stamps = new HashMap<>();
    private final List<FoldedGroup> unchanged = new ArrayList<>();
    private final Set<FoldedGroup> refold;
    private TranscriptList files;
    private GroupedFiles.Result<GroupFold> made = new GroupedFiles.Result<>(List.of(), Set.of());

    /** {@code refold}: groups of those kept that have to be folded again. */
    CachedFold(TurnRules rules, History history, KeptFold kept, Set<FoldedGroup> refold) {
        this.rules = rules;
        this.history = history;
        this.kept = kept;
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
            var target = new GroupFold.Target(rules, spill, turn -> TurnSummary.put(spill, turn));
            made = new GroupedFiles(history, progress)
                    .read(
                            files.files(),
                            unchanged,
                            owners -> new GroupFold(target, (file, line) -> true, kept.form(), owners));
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
                    .forEach(row ->
                            all.add(new Placed<>(group.files().get(row.file()).order(), row)));
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
    void keep(FoldCache cache, String key, TurnSpill<TurnSummary> spill) {
        if (!kept.isKept()) {
            return;
        }
        long bytes = reading().bytes();
        var keepable = made.groups().stream()
                .filter(group -> group.files().stream().allMatch(this::isKept))
                .toList();
        if (!cache.isLargeEnough(bytes)
                || keepable.isEmpty() && unchanged.size() == kept.groups().size()) {
            return;
        }
        var turns = new HashMap<String, List<TurnSummary>>();
        spill.known()
                .forEach(turn -> turns.computeIfAbsent(turn.name().sessionId(), none -> new ArrayList<>())
                        .add(turn));
        var before = unchanged.stream()
                .map(group -> new FoldCache.ToKeep(
                        group, row -> kept.bytes(group.turns().get(row)), () -> kept.usedBytes(group)));
        var now = Batches.map(keepable, group -> toKeep(group, turns, spill)).filter(Objects::nonNull);
        cache.write(key, Stream.concat(before, now)::iterator);
    }

    /** Whether a file was read as a whole, and it is known when it changes. */
    private boolean isKept(GroupedFiles.Read one) {
        return stamps.get(one.file().path()).isOf(one.file()) && one.reading().files() == 1;
    }

    /** Null if the text of an error cannot be read again. */
    private FoldCache.ToKeep toKeep(
            GroupedFiles.Made<GroupFold> group, Map<String, List<TurnSummary>> turns, TurnSpill<TurnSummary> spill) {
        var transcripts = group.files().stream().map(GroupedFiles.Read::file).toList();
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
        var files = group.files().stream().map(one -> file(one, group.group())).toList();
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
