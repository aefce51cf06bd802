package footfall.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import footfall.line.Changes;
import footfall.pattern.Spent;
import footfall.row.RowBytes;
import footfall.tail.Excluded;
import footfall.tail.Transcript;
import footfall.turn.ClosedBy.TurnOutcome;
import footfall.turn.HourTokens;
import footfall.turn.Origin;
import footfall.turn.PriceLists;
import footfall.turn.SessionUsage;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.view.Selection;
import footfall.view.UsageBy.UsedTurn;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The bytes of {@link FoldedGroup}s, written by hand: every question over files reads all of them, and a library of
 * rows takes longer to start than that. A text that occurs again is the number of its first occurrence.
 */
final class GroupBytes {
    private GroupBytes() {}

    static byte[] of(List<FoldedGroup> groups) {
        return written(writer -> writer.list(groups, writer::group));
    }

    /** Expects what {@link #of} wrote. */
    static List<FoldedGroup> read(byte[] bytes) {
        var in = new Reader(ByteBuffer.wrap(bytes));
        return in.list(in::group);
    }

    static byte[] ofUsed(List<UsedTurn> turns) {
        return written(writer -> writer.list(turns, writer::used));
    }

    /** Expects what {@link #ofUsed} wrote. */
    static List<UsedTurn> readUsed(byte[] bytes) {
        var in = new Reader(ByteBuffer.wrap(bytes));
        return in.list(in::used);
    }

    private static byte[] written(Writer.Element<Writer> content) {
        var bytes = new ByteArrayOutputStream();
        try {
            content.write(new Writer(new DataOutputStream(bytes)));
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
        return bytes.toByteArray();
    }

    private record Writer(DataOutputStream out, Map<String, Integer> known) {
        private interface Element<T> {
            void write(T one) throws IOException;
        }

        Writer(DataOutputStream out) {
            this(out, new HashMap<>());
        }

        private <T> void list(List<T> all, Element<T> element) throws IOException {
            out.writeInt(all.size());
            for (var one : all) {
                element.write(one);
            }
        }

        /** Or null. */
        private void text(String text) throws IOException {
            var number = text == null ? Integer.valueOf(-1) : known.putIfAbsent(text, known.size());
            out.writeInt(number == null ? known.size() - 1 : number);
            if (number == null) {
                bytes(text.getBytes(UTF_8));
            }
        }

        private void bytes(byte[] bytes) throws IOException {
            out.writeInt(bytes.length);
            out.write(bytes);
        }

        private void instant(Instant at) throws IOException {
            out.writeLong(at == null ? Long.MIN_VALUE : at.getEpochSecond());
            out.writeInt(at == null ? 0 : at.getNano());
        }

        private void used(UsedTurn turn) throws IOException {
            text(turn.head().sessionId());
            text(turn.head().project());
            instant(turn.head().startedAt());
            out.writeInt(turn.head().length());
            text(turn.agentId());
            text(turn.subagentType());
            text(turn.copyOf());
            text(turn.pattern());
            text(turn.outcome() == null ? null : turn.outcome().name());
            text(turn.product().agent());
            text(turn.product().agentVersion());
            list(turn.models(), this::text);
            text(turn.priceList());
            list(turn.usage(), this::hour);
            out.writeLong(turn.spent().turns());
            out.writeLong(turn.spent().longTurns());
            out.writeLong(turn.spent().steps());
            out.writeLong(turn.spent().failures());
            out.writeLong(turn.spent().activeDurationMs());
            var changes = turn.spent().changes();
            out.writeLong(changes.commits());
            out.writeLong(changes.pushes());
            out.writeLong(changes.pullRequests());
            out.writeLong(changes.linesAdded());
            out.writeLong(changes.linesRemoved());
            out.writeLong(changes.files());
            out.writeLong(turn.spent().unchangedSteps());
            out.writeLong(turn.spent().waitedMs());
            out.writeLong(turn.spent().replies());
            out.writeLong(turn.spent().replyMs());
        }

        private void hour(HourTokens hour) throws IOException {
            instant(hour.hour());
            text(hour.model());
            count(hour.tokens().input());
            out.writeLong(hour.tokens().output());
            count(hour.tokens().cacheCreation());
            count(hour.tokens().cacheCreation1h());
            count(hour.tokens().cacheRead());
            count(hour.tokens().webSearches());
            text(hour.costUsd() == null ? null : hour.costUsd().toString());
        }

        /** Or null. */
        private void count(Long count) throws IOException {
            out.writeLong(count == null ? -1 : count);
        }

        private void group(FoldedGroup group) throws IOException {
            list(group.files(), this::file);
            list(group.turns(), this::turn);
            list(group.errors(), this::error);
            list(group.sessions(), this::session);
            place(group.used());
        }

        private void place(FoldedGroup.Place place) throws IOException {
            out.writeLong(place.offset());
            out.writeInt(place.length());
        }

        private void file(FoldedGroup.File file) throws IOException {
            instant(file.order().firstAt());
            text(file.order().session());
            text(file.order().path());
            text(file.id());
            text(file.stamp());
            text(file.sidecar());
            text(file.sidecarStamp());
            list(file.sessions(), this::text);
            list(file.asked(), this::asked);
            reading(file.reading());
        }

        private void asked(FoldedGroup.Asked asked) throws IOException {
            text(asked.session());
            text(asked.asked());
            list(asked.claimed(), this::text);
            list(asked.released(), this::text);
            text(asked.owner());
        }

        /** Of most files, nothing but two numbers. */
        private void reading(Reading reading) throws IOException {
            boolean isPlain = reading.equals(plain(reading.bytes(), reading.lines()));
            out.writeBoolean(isPlain);
            if (isPlain) {
                out.writeLong(reading.bytes());
                out.writeLong(reading.lines());
            } else {
                bytes(RowBytes.of(reading));
            }
        }

        private void turn(FoldedGroup.TurnRow row) throws IOException {
            text(row.known().name().sessionId());
            text(row.known().name().agentId());
            out.writeInt(row.known().name().index());
            instant(row.known().startedAt());
            out.writeInt(row.known().length());
            text(row.known().project());
            out.writeBoolean(row.known().isCopy());
            place(row.place());
        }

        private void error(FoldedGroup.ErrorLine line) throws IOException {
            out.writeInt(line.file());
            out.writeLong(line.offset());
            out.writeInt(line.length());
            text(line.call());
        }

        private void session(FoldedGroup.SessionRow row) throws IOException {
            out.writeInt(row.file());
            out.writeLong(row.place());
            bytes(RowBytes.of(row.usage()));
        }
    }

    private static Reading plain(long bytes, long lines) {
        return new Reading(1, 0, bytes, lines, Map.of(), List.of(), List.of(), Excluded.NONE);
    }

    private record Reader(ByteBuffer in, List<String> known) {
        Reader(ByteBuffer in) {
            this(in, new ArrayList<>());
        }

        private <T> List<T> list(Supplier<T> element) {
            int size = in.getInt();
            var all = new ArrayList<T>(Math.min(size, in.remaining()));
            for (int i = 0; i < size; i++) {
                all.add(element.get());
            }
            return all;
        }

        private String text() {
            int number = in.getInt();
            if (number == known.size()) {
                known.add(new String(bytes(), UTF_8));
            }
            return number < 0 ? null : known.get(number);
        }

        private byte[] bytes() {
            var bytes = new byte[in.getInt()];
            in.get(bytes);
            return bytes;
        }

        private Instant instant() {
            long seconds = in.getLong();
            int nanos = in.getInt();
            return seconds == Long.MIN_VALUE ? null : Instant.ofEpochSecond(seconds, nanos);
        }

        private FoldedGroup group() {
            return new FoldedGroup(list(this::file), list(this::turn), list(this::error), list(this::session), place());
        }

        private FoldedGroup.Place place() {
            return new FoldedGroup.Place(in.getLong(), in.getInt());
        }

        private UsedTurn used() {
            var head = new Selection.Head(text(), text(), instant(), in.getInt());
            var agent = text();
            var type = text();
            var copyOf = text();
            var pattern = text();
            var outcome = text();
            var product = new Turn.Product(text(), text());
            var models = list(this::text);
            var priceList = text();
            var usage = list(this::hour);
            var spent = new Spent(
                    in.getLong(),
                    in.getLong(),
                    in.getLong(),
                    in.getLong(),
                    in.getLong(),
                    Tokens.ZERO,
                    BigDecimal.ZERO,
                    Tokens.ZERO,
                    0,
                    PriceLists.NONE,
                    new Changes(in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong()),
                    in.getLong(),
                    in.getLong(),
                    in.getLong(),
                    in.getLong());
            return new UsedTurn(
                    head,
                    agent,
                    type,
                    copyOf,
                    pattern,
                    outcome == null ? null : TurnOutcome.valueOf(outcome),
                    product,
                    new Origin(head.project(), null, null),
                    models,
                    priceList,
                    usage,
                    spent);
        }

        private HourTokens hour() {
            var hour = instant();
            var model = text();
            var tokens = new Tokens(count(), in.getLong(), count(), count(), count(), count());
            var cost = text();
            return new HourTokens(hour, model, tokens, cost == null ? null : new BigDecimal(cost));
        }

        private Long count() {
            long count = in.getLong();
            return count < 0 ? null : Long.valueOf(count);
        }

        private FoldedGroup.File file() {
            var order = new Transcript.Order(instant(), text(), text());
            return new FoldedGroup.File(
                    order, text(), text(), text(), text(), list(this::text), list(this::asked), reading());
        }

        private FoldedGroup.Asked asked() {
            return new FoldedGroup.Asked(text(), text(), list(this::text), list(this::text), text());
        }

        private Reading reading() {
            boolean isPlain = in.get() != 0;
            return isPlain
                    ? plain(in.getLong(), in.getLong())
                    : RowBytes.read(bytes(), Reading.class, "what was read of a transcript");
        }

        private FoldedGroup.TurnRow turn() {
            var name = new TurnRef(text(), text(), in.getInt());
            var known = new TurnSummary(name, instant(), in.getInt(), text(), in.get() != 0);
            return new FoldedGroup.TurnRow(known, place());
        }

        private FoldedGroup.ErrorLine error() {
            return new FoldedGroup.ErrorLine(in.getInt(), in.getLong(), in.getInt(), text());
        }

        private FoldedGroup.SessionRow session() {
            return new FoldedGroup.SessionRow(
                    in.getInt(), in.getLong(), RowBytes.read(bytes(), SessionUsage.class, "the usage of a session"));
        }
    }
}
