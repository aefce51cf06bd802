package footfall.session;

import footfall.row.RowReader;
import footfall.row.RowWriter;
import footfall.turn.HourUsage;
import footfall.turn.Prices;
import footfall.turn.SessionTokens;
import footfall.turn.TurnRules.UsageTimes;
import java.util.List;

/**
 * Tokens by time that the counters of an agent add to a session: those that are in no message, and the output of
 * messages whose other tokens are among them, so that this output has a cost.
 */
public record Booked(List<HourUsage> tokens, List<HourUsage> outputs) {
    public static final Booked NOTHING = new Booked(List.of(), List.of());

    public Booked {
        tokens = List.copyOf(tokens);
        outputs = List.copyOf(outputs);
    }

    public Booked plus(Booked more, UsageTimes times) {
        return isNothing() ? more : new Booked(sum(tokens, more.tokens, times), sum(outputs, more.outputs, times));
    }

    private static List<HourUsage> sum(List<HourUsage> some, List<HourUsage> more, UsageTimes times) {
        var all = some;
        for (var one : more) {
            all = HourUsage.plus(all, one, times.partsMax());
        }
        return all;
    }

    boolean isNothing() {
        return tokens.isEmpty() && outputs.isEmpty();
    }

    public List<SessionTokens> rows(Prices prices) {
        return SessionTokens.of(tokens, outputs, prices);
    }

    static void write(RowWriter out, Booked booked) {
        out.list(booked.tokens, HourUsage::write);
        out.list(booked.outputs, HourUsage::write);
    }

    static Booked read(RowReader in) {
        return new Booked(readHours(in), readHours(in));
    }

    static List<HourUsage> readHours(RowReader in) {
        return in.list(HourUsage::read);
    }
}
