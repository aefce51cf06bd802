package footfall.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import footfall.line.Changes;
import footfall.line.ErrorCategory;
import footfall.line.Outcome;
import footfall.pattern.Spent;
import footfall.turn.ClosedBy.TurnOutcome;
import footfall.turn.DetourTotals.Wasted;
import footfall.turn.HourTokens;
import footfall.turn.Origin;
import footfall.turn.PriceLists;
import footfall.turn.Step;
import footfall.turn.Tokens;
import footfall.turn.Totals;
import footfall.turn.Turn;
import footfall.view.UsageBy.UsedTurn;
import footfall.view.UsageRow.WastedCosts;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What questions about usage and about tools need of a turn: a thirtieth of its record, so that a question can read
 * those of all turns. {@code totals}: names and counts only; null where {@code calls} are all of its calls.
 */
public record TurnDigest(UsedTurn used, WastedCosts wasted, List<Calls> calls, Totals totals) {
    private static final byte VERSION = 1;

    public TurnDigest {
        calls = List.copyOf(calls);
    }

    /**
     * Calls of one tool with the same result, which the same tool follows. {@code category}: of failures, else null.
     * {@code next}: null where the call ended its turn, {@link #OMITTED} where the record of the turn omits the next.
     */
    public record Calls(String tool, Outcome outcome, ErrorCategory category, String next, int count) {
        static final String OMITTED = "";

        private Calls plus(Calls other) {
            return new Calls(tool, outcome, category, next, count + other.count);
        }
    }

    public static TurnDigest of(Turn turn) {
        var calls = new LinkedHashMap<Calls, Calls>();
        var steps = turn.steps();
        for (int i = 0; i < steps.size(); i++) {
            var following = i + 1 < steps.size() ? steps.get(i + 1) : null;
            var one = calls(steps.get(i), following, 0);
            calls.merge(one, calls(steps.get(i), following, 1), Calls::plus);
        }
        return new TurnDigest(
                UsedTurn.of(turn), WastedCosts.of(turn), List.copyOf(calls.values()), named(turn.totals()));
    }

    /** Expects {@link Selection#isOfDigests}. */
    public boolean isIn(Selection selection) {
        return used.isIn(selection)
                && (!selection.needsSteps()
                        || calls.stream().anyMatch(one -> selection.admits(one.tool, one.outcome, one.category))
                        || selection.admits(totals));
    }

    private static Calls calls(Step step, Step following, int count) {
        var next = following == null
                ? null
                : following.sequence() == step.sequence() + 1 ? following.use().tool() : Calls.OMITTED;
        return new Calls(
                step.use().tool(), step.result().outcome(), step.result().category(), next, count);
    }

    private static Totals named(Totals totals) {
        return totals == null
                ? null
                : new Totals(
                        totals.calls(),
                        totals.failures().stream()
                                .map(one -> failures(one.category(), one.tool(), one.count()))
                                .toList());
    }

    private static Totals.Failures failures(ErrorCategory category, String tool, int count) {
        return new Totals.Failures(category, null, tool, count, null);
    }

    /** Written by hand: a library takes longer to read them than the folds do. */
    public byte[] bytes() {
        var out = new Writer(new ByteArrayOutputStream(), new HashMap<>());
        out.bytes.write(VERSION);
        out.turn(used);
        out.wasted(wasted.failures());
        out.wasted(wasted.repeats());
        out.list(calls, one -> {
            out.text(one.tool);
            out.word(one.outcome);
            out.word(one.category);
            out.text(one.next);
            out.number(one.count);
        });
        out.list(totals == null ? null : totals.calls(), one -> {
            out.text(one.tool());
            out.number(one.count());
        });
        out.list(totals == null ? null : totals.failures(), one -> {
            out.word(one.category());
            out.text(one.tool());
            out.number(one.count());
        });
        return out.bytes.toByteArray();
    }

    /** Expects what {@link #bytes} wrote, else throws what {@link footfall.row.RowBytes#tried} expects of garbage. */
    public static TurnDigest read(byte[] bytes) {
        if (bytes[0] != VERSION) {
            throw new IllegalArgumentException("another build wrote the digest of a turn");
        }
        var in = new Reader(bytes);
        var used = in.turn();
        var wasted = new WastedCosts(in.wasted(), in.wasted());
        var calls = in.list(() -> new Calls(
                in.text(), in.word(Reader.OUTCOMES), in.word(Reader.CATEGORIES), in.text(), (int) in.number()));
        var all = in.list(() -> new Totals.Calls(in.text(), (int) in.number()));
        var failed = in.list(() -> failures(in.word(Reader.CATEGORIES), in.text(), (int) in.number()));
        return new TurnDigest(used, wasted, calls, all == null ? null : new Totals(all, failed));
    }

    /** Small numbers take one byte. A text that occurs again is the number of its first occurrence. */
    private record Writer(ByteArrayOutputStream bytes, Map<String, Integer> known) {
        /** Seven bits a byte, the lowest first; those below 0 between those above. */
        void number(long number) {
            long left = number << 1 ^ number >> Long.SIZE - 1;
            while ((left & ~0x7FL) != 0) {
                bytes.write((int) (left & 0x7F | 0x80));
                left >>>= 7;
            }
            bytes.write((int) left);
        }

        /** Or null, as -1: counts are not below it. */
        void count(Long count) {
            number(count == null ? -1 : count);
        }

        void text(String text) {
            var number = text == null ? Integer.valueOf(-1) : known.putIfAbsent(text, known.size());
            number(number == null ? known.size() - 1 : number);
            if (number == null) {
                var utf8 = text.getBytes(UTF_8);
                number(utf8.length);
                bytes.writeBytes(utf8);
            }
        }

        void word(Enum<?> word) {
            number(word == null ? -1 : word.ordinal());
        }

        /** Or null. */
        <T> void list(List<T> all, Consumer<T> one) {
            number(all == null ? -1 : all.size());
            if (all != null) {
                all.forEach(one);
            }
        }

        void instant(Instant at) {
            number(at == null ? -1 : at.getNano());
            if (at != null) {
                number(at.getEpochSecond());
            }
        }

        void tokens(Tokens tokens) {
            number(tokens == null ? 0 : 1);
            if (tokens != null) {
                count(tokens.input());
                number(tokens.output());
                count(tokens.cacheCreation());
                count(tokens.cacheCreation1h());
                count(tokens.cacheRead());
                count(tokens.webSearches());
            }
        }

        void cost(BigDecimal cost) {
            text(cost == null ? null : cost.toString());
        }

        void wasted(Wasted wasted) {
            number(wasted.steps());
            number(wasted.timeMs());
            tokens(wasted.tokens());
            cost(wasted.costUsd());
            tokens(wasted.unpriced());
        }

        void turn(UsedTurn turn) {
            text(turn.head().sessionId());
            text(turn.head().project());
            instant(turn.head().startedAt());
            number(turn.head().length());
            text(turn.agentId());
            text(turn.subagentType());
            text(turn.copyOf());
            text(turn.pattern());
            word(turn.outcome());
            text(turn.product().agent());
            text(turn.product().agentVersion());
            text(turn.origin().host());
            text(turn.origin().user());
            list(turn.models(), this::text);
            text(turn.priceList());
            list(turn.usage(), hour -> {
                instant(hour.hour());
                text(hour.model());
                tokens(hour.tokens());
                cost(hour.costUsd());
            });
            spent(turn.spent());
        }

        private void spent(Spent spent) {
            number(spent.turns());
            number(spent.longTurns());
            number(spent.steps());
            number(spent.failures());
            number(spent.activeDurationMs());
            var changes = spent.changes();
            number(changes.commits());
            number(changes.pushes());
            number(changes.pullRequests());
            number(changes.linesAdded());
            number(changes.linesRemoved());
            number(changes.files());
            number(spent.unchangedSteps());
            number(spent.waitedMs());
            number(spent.replies());
            number(spent.replyMs());
        }
    }

    private static final class Reader {
        static final Outcome[] OUTCOMES = Outcome.values();
        static final ErrorCategory[] CATEGORIES = ErrorCategory.values();
        private static final TurnOutcome[] TURN_OUTCOMES = TurnOutcome.values();

        private final byte[] bytes;
        private final List<String> known = new ArrayList<>();
        private int at = 1;

        Reader(byte[] bytes) {
            this.bytes = bytes;
        }

        long number() {
            long number = 0;
            int shift = 0;
            byte next;
            do {
                next = bytes[at++];
                number |= (long) (next & 0x7F) << shift;
                shift += 7;
            } while (next < 0);
            return number >>> 1 ^ -(number & 1);
        }

        Long count() {
            long count = number();
            return count < 0 ? null : Long.valueOf(count);
        }

        String text() {
            int number = (int) number();
            if (number == known.size()) {
                int length = (int) number();
                known.add(new String(bytes, at, length, UTF_8));
                at += length;
            }
            return number < 0 ? null : known.get(number);
        }

        <E> E word(E[] words) {
            int number = (int) number();
            return number < 0 ? null : words[number];
        }

        <T> List<T> list(Supplier<T> one) {
            int size = (int) number();
            if (size < 0) {
                return null;
            }
            var all = new ArrayList<T>(Math.min(size, bytes.length));
            for (int i = 0; i < size; i++) {
                all.add(one.get());
            }
            return all;
        }

        Instant instant() {
            long nanos = number();
            return nanos < 0 ? null : Instant.ofEpochSecond(number(), nanos);
        }

        Tokens tokens() {
            return number() == 0 ? null : new Tokens(count(), number(), count(), count(), count(), count());
        }

        BigDecimal cost() {
            var text = text();
            return text == null ? null : new BigDecimal(text);
        }

        Wasted wasted() {
            return new Wasted(number(), number(), tokens(), cost(), tokens());
        }

        UsedTurn turn() {
            var head = new Selection.Head(text(), text(), instant(), (int) number());
            var agent = text();
            var type = text();
            var copyOf = text();
            var pattern = text();
            var outcome = word(TURN_OUTCOMES);
            var product = new Turn.Product(text(), text());
            var origin = new Origin(head.project(), text(), text());
            var models = list(this::text);
            var priceList = text();
            var usage = list(() -> new HourTokens(instant(), text(), tokens(), cost()));
            return new UsedTurn(
                    head, agent, type, copyOf, pattern, outcome, product, origin, models, priceList, usage, spent());
        }

        private Spent spent() {
            return new Spent(
                    number(),
                    number(),
                    number(),
                    number(),
                    number(),
                    Tokens.ZERO,
                    BigDecimal.ZERO,
                    Tokens.ZERO,
                    0,
                    PriceLists.NONE,
                    new Changes(number(), number(), number(), number(), number(), number()),
                    number(),
                    number(),
                    number(),
                    number());
        }
    }
}
