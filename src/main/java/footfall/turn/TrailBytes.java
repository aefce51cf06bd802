package footfall.turn;

import footfall.line.FileId;
import footfall.line.Trigger;
import footfall.row.RowReader;
import footfall.row.RowWriter;

/**
 * The bytes of a trail and of a turn's head: the components in the order of their records.
 */
final class TrailBytes {
    private static final Trail.State[] STATES = Trail.State.values();
    private static final Trigger[] TRIGGERS = Trigger.values();
    private static final ClosedBy[] REASONS = ClosedBy.values();

    private TrailBytes() {}

    static void write(RowWriter out, Trail trail) {
        out.constant(trail.state());
        out.unsigned(trail.nextIndex());
        out.optional(trail.pending(), TrailBytes::writePending);
        out.optional(trail.head(), TrailBytes::writeHead);
        out.list(trail.marks(), TrailBytes::writeMark);
        out.instant(trail.lastArrival());
        out.instant(trail.deadline());
        out.instant(trail.touched());
        out.text(trail.project());
        out.text(trail.host());
        out.text(trail.user());
        out.flag(trail.stub());
        out.flag(trail.live());
        out.flag(trail.skipped());
        out.signed(trail.epoch());
        out.flag(trail.keepsTurns());
        out.optional(trail.results(), ResultBalance::write);
        out.unsigned(trail.compactions());
        out.list(trail.earlier(), (to, index) -> to.unsigned(index));
        out.text(trail.model());
    }

    static Trail read(RowReader in) {
        return new Trail(
                in.constant(STATES),
                in.number(),
                in.optional(TrailBytes::readPending),
                in.optional(TrailBytes::readHead),
                in.list(TrailBytes::readMark),
                in.instant(),
                in.instant(),
                in.instant(),
                in.text(),
                in.text(),
                in.text(),
                in.flag(),
                in.flag(),
                in.flag(),
                (int) in.signed(),
                in.flag(),
                in.optional(ResultBalance::read),
                in.number(),
                in.list(RowReader::number),
                in.text());
    }

    private static void writeMark(RowWriter out, Mark mark) {
        out.text(mark.file().name());
        out.text(mark.file().firstLineHash());
        out.unsigned(mark.file().generation());
        out.unsigned(mark.offset());
    }

    private static Mark readMark(RowReader in) {
        return new Mark(new FileId(in.text(), in.text(), in.number()), in.unsigned());
    }

    static void writeHead(RowWriter out, Head head) {
        out.unsigned(head.index());
        writePending(out, head.prompt());
        out.instant(head.startedAt());
        out.instant(head.endedAt());
        out.unsigned(head.durationMs());
        out.constant(head.closedBy());
        out.flag(head.interrupted());
        out.flag(head.endsTurn());
        out.unsigned(head.length());
        out.unsigned(head.results());
        out.unsigned(head.compactions());
        out.list(head.usage(), HourUsage::write);
        out.text(head.version());
        out.unsigned(head.emissions());
        out.flag(head.dirty());
        out.unsigned(head.watched());
        out.unsigned(head.dropped());
        out.optional(head.line(), RowWriter::signed);
        out.flag(head.runsOn());
    }

    static Head readHead(RowReader in) {
        return new Head(
                in.number(),
                readPending(in),
                in.instant(),
                in.instant(),
                in.unsigned(),
                in.constant(REASONS),
                in.flag(),
                in.flag(),
                in.number(),
                in.number(),
                in.number(),
                in.list(HourUsage::read),
                in.text(),
                in.number(),
                in.flag(),
                in.number(),
                in.number(),
                in.optional(RowReader::signed),
                in.flag());
    }

    private static void writePending(RowWriter out, Pending pending) {
        out.constant(pending.trigger());
        out.text(pending.uuid());
        out.text(pending.promptId());
        out.text(pending.copyOf());
        out.instant(pending.at());
        out.text(pending.version());
        out.text(pending.origin());
    }

    private static Pending readPending(RowReader in) {
        return new Pending(in.constant(TRIGGERS), in.text(), in.text(), in.text(), in.instant(), in.text(), in.text());
    }
}
