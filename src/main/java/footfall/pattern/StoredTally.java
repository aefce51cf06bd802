package footfall.pattern;

import footfall.turn.NewerRow;
import footfall.turn.RowReader;
import footfall.turn.RowWriter;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The rows of a running tally as what they mean. A value begins with its version; codes and bytes are API.
 */
final class StoredTally {
  private static final int VERSION = 1;

  private final TallyRows rows;

  StoredTally(TallyRows rows) {
    this.rows = rows;
  }

  /** The subject's total, or null. */
  Total total(byte[] subject) {
    return read(rows.get(TallyKey.total(subject)), Total::read);
  }

  void put(byte[] subject, Total total) {
    rows.put(TallyKey.total(subject), bytes(total::write));
  }

  void deleteTotal(byte[] subject) {
    rows.delete(TallyKey.total(subject));
  }

  void eachTotal(Consumer<Total> total) {
    rows.each(TallyKey.totals(), row -> total.accept(read(row.value(), Total::read)));
  }

  Member member(byte[] subject, MemberPlace place) {
    return read(rows.get(memberKey(subject, place)), Member::read);
  }

  void put(byte[] subject, Member member) {
    rows.put(memberKey(subject, member.place()), bytes(member::write));
  }

  void delete(byte[] subject, Member member) {
    rows.delete(memberKey(subject, member.place()));
  }

  List<Member> firstMembers(byte[] subject, int max) {
    return members(rows.first(TallyKey.members(subject), max));
  }

  /** The latest first. */
  List<Member> latestMembers(byte[] subject, int max) {
    return members(rows.last(TallyKey.members(subject), max));
  }

  private static List<Member> members(List<TallyRows.Row> found) {
    return found.stream().map(row -> read(row.value(), Member::read)).toList();
  }

  /** The earliest share, or null. */
  byte[] firstShare() {
    var first = rows.first(TallyKey.shares(), 1);
    return first.isEmpty() ? null : first.get(0).key();
  }

  /** Adds a part to its session's share of its day, and takes one away; either may be null. */
  void share(byte[] subject, Member gone, Member come) {
    if (gone != null && come != null && isSameShare(gone, come)) {
      putShare(shareKey(subject, come), share(subject, come).minus(gone.part()).plus(come.part()));
      return;
    }
    if (gone != null) {
      putShare(shareKey(subject, gone), share(subject, gone).minus(gone.part()));
    }
    if (come != null) {
      putShare(shareKey(subject, come), share(subject, come).plus(come.part()));
    }
  }

  private static boolean isSameShare(Member one, Member other) {
    return one.sessionId().equals(other.sessionId())
        && Day.of(one.part().startedAt()) == Day.of(other.part().startedAt());
  }

  private Sums share(byte[] subject, Member member) {
    var stored = read(rows.get(shareKey(subject, member)), Sums::read);
    return stored == null ? Sums.ZERO : stored;
  }

  private void putShare(byte[] key, Sums sums) {
    if (sums.isZero()) {
      rows.delete(key);
    } else {
      rows.put(key, bytes(sums::write));
    }
  }

  /**
   * Counts one turn more or less of a session. Returns whether that was its first, 1, or its last, -1; else
   * 0.
   */
  int count(byte[] subject, String session, int change) {
    var key = TallyKey.session(subject, session);
    var stored = read(rows.get(key), RowReader::unsigned);
    long turns = (stored == null ? 0 : stored) + change;
    if (turns == 0) {
      rows.delete(key);
      return -1;
    }
    rows.put(key, bytes(out -> out.unsigned(turns)));
    return stored == null ? 1 : 0;
  }

  private static byte[] shareKey(byte[] subject, Member member) {
    return TallyKey.share(Day.of(member.part().startedAt()), subject, member.sessionId());
  }

  private static byte[] memberKey(byte[] subject, MemberPlace place) {
    return TallyKey.member(subject, place.startedAt(), place.turnId());
  }

  /** Writes what stands behind the version. */
  private interface Write {
    void to(RowWriter out);
  }

  private static byte[] bytes(Write value) {
    var out = new RowWriter();
    out.unsigned(VERSION);
    value.to(out);
    return out.done();
  }

  /**
   * Whether bytes are a whole row of a tally, its key included.
   *
   * @throws NewerRow when a newer footfall wrote the row
   */
  static boolean isRow(byte[] key, byte[] value) {
    return RowReader.tried(() -> {
      var in = RowReader.of(value, VERSION, "a tally row");
      return switch (key[0]) {
        case TallyKey.TOTAL -> Arrays.equals(key, TallyKey.total(in.whole(Total.read(in)).subject().print()));
        case TallyKey.SHARE -> in.whole(Sums.read(in)) != null && TallyKey.isShare(key);
        case TallyKey.SESSION -> in.whole(in.unsigned()) != 0 && TallyKey.isSession(key);
        case TallyKey.MEMBER -> TallyKey.isMember(key, in.whole(Member.read(in)).place());
        default -> false;
      };
    }).orElse(false);
  }

  private static <V> V read(byte[] bytes, Function<RowReader, V> value) {
    if (bytes == null) {
      return null;
    }
    var in = RowReader.of(bytes, VERSION, "a tally row");
    return value.apply(in);
  }
}
