package footfall.cli;

import footfall.turn.Turn;
import footfall.view.OpenTurn;
import footfall.view.TurnTexts;
import footfall.view.TurnTexts.StepText;
import footfall.view.TurnTexts.TurnText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The texts of transcripts that the live view shows, read on a thread of their own, so that the display never waits for
 * a file. Holds how the turns on the board began, and the texts of the turn that is open in the view.
 */
final class ViewTexts implements AutoCloseable {
    private static final int KEPT_MAX = 1_000;
    /** Their transcripts are read again whenever they have grown. */
    private static final int LAST_CALLS_MAX = 5;
    /** Between two readings: transcripts of open turns grow. */
    private static final long BETWEEN_MS = 2_000;

    private final TurnTexts texts;
    private final Runnable changed;
    private final ExecutorService reader = Executors.newSingleThreadExecutor(work -> {
        var thread = new Thread(work, "footfall-texts");
        thread.setDaemon(true);
        return thread;
    });
    /** By turn ID; empty for a turn without a transcript. A turn that the view does not know yet is not in it. */
    private final Map<String, String> beginnings = new ConcurrentHashMap<>();

    /** By turn ID; of a turn without a transcript, the text is empty. */
    private final Map<String, LastCall> lastCalls = new ConcurrentHashMap<>();

    private volatile boolean isReading;
    private volatile long readAtMs;
    private volatile Opened opened = new Opened(null, Optional.empty());

    /** What the last call was about when the turn had so many steps. */
    private record LastCall(int length, String text) {}

    /** The turn, as it was when it was read. */
    private record Opened(Turn turn, Optional<TurnText> text) {}

    /** {@code texts}: empty where there are no transcripts. {@code changed} runs when more is known, on any thread. */
    ViewTexts(Optional<TurnTexts> texts, Runnable changed) {
        this.texts = texts.orElse(null);
        this.changed = changed;
    }

    /** How turns began, by ID, as far as it is known. Reads more of these, the first ones first. */
    Map<String, String> beginnings(Stream<String> ids, Function<String, Optional<Turn>> turns, long nowMs) {
        var known = Map.copyOf(beginnings);
        if (mayRead(nowMs)) {
            var unknown = ids.filter(id -> !known.containsKey(id)).distinct().toList();
            if (!unknown.isEmpty()) {
                read(nowMs, () -> readBeginnings(unknown, turns));
            }
        }
        return known;
    }

    /** What the last calls of open turns are about, as far as it is known. Reads those of the first that have grown. */
    Map<String, String> lastCalls(List<OpenTurn> open, Function<String, Optional<Turn>> turns, long nowMs) {
        var ids = open.stream().map(OpenTurn::turnId).collect(Collectors.toSet());
        lastCalls.keySet().retainAll(ids);
        var known = new HashMap<String, String>();
        lastCalls.forEach((id, call) -> known.put(id, call.text));
        if (mayRead(nowMs)) {
            var grown = open.stream()
                    .limit(LAST_CALLS_MAX)
                    .filter(turn -> turn.length() > 0 && !isKnown(turn))
                    .toList();
            if (!grown.isEmpty()) {
                read(
                        nowMs,
                        () -> grown.forEach(turn -> {
                            lastCalls.put(
                                    turn.turnId(), new LastCall(turn.length(), known.getOrDefault(turn.turnId(), "")));
                            turns.apply(turn.turnId())
                                    .flatMap(texts::text)
                                    .ifPresent(text -> lastCalls.put(
                                            turn.turnId(), new LastCall(turn.length(), lastTarget(text))));
                        }));
            }
        }
        return known;
    }

    private boolean isKnown(OpenTurn turn) {
        var known = lastCalls.get(turn.turnId());
        return known != null && known.length == turn.length();
    }

    private static String lastTarget(TurnText text) {
        return text.steps().stream()
                .map(StepText::target)
                .filter(Objects::nonNull)
                .reduce((earlier, later) -> later)
                .map(target -> target.strip().replaceAll("\\s+", " "))
                .orElse("");
    }

    private void readBeginnings(List<String> ids, Function<String, Optional<Turn>> turns) {
        if (beginnings.size() > KEPT_MAX) {
            beginnings.clear();
        }
        var some = ids.stream()
                .map(turns)
                .flatMap(Optional::stream)
                .limit(TurnTexts.TURNS_MAX)
                .toList();
        if (!some.isEmpty()) {
            some.forEach(turn -> beginnings.put(turn.id().turnId(), "")); // Even if it fails, or answers nothing.
            var read = texts.beginnings(some);
            if (!read.isEmpty()) {
                some.forEach(turn -> beginnings.remove(turn.id().turnId()));
                read.forEach(one -> beginnings.put(one.turnId(), one.text()));
            }
        }
    }

    /** The texts of a turn as far as they are known. Reads those of another turn, or of one that has grown. */
    Optional<TurnText> of(Turn turn, long nowMs) {
        var known = opened;
        boolean isKnown = known.turn != null && known.turn.id().equals(turn.id());
        boolean isSame = isKnown
                && known.turn.size().length() == turn.size().length()
                && known.turn.revision() == turn.revision();
        if (!isSame && (!isKnown || mayRead(nowMs)) && texts != null && !isReading) {
            read(nowMs, () -> {
                opened = new Opened(turn, Optional.empty()); // If it fails, it is not read again and again.
                opened = new Opened(turn, texts.text(turn));
            });
        }
        return isKnown ? known.text : Optional.empty();
    }

    private boolean mayRead(long nowMs) {
        return texts != null && !isReading && nowMs - readAtMs >= BETWEEN_MS;
    }

    private void read(long nowMs, Runnable reading) {
        isReading = true;
        readAtMs = nowMs;
        reader.execute(() -> {
            try {
                reading.run();
            } finally {
                isReading = false;
                changed.run();
            }
        });
    }

    @Override
    public void close() {
        reader.shutdownNow();
    }
}
