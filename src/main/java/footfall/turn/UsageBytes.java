package footfall.turn;

import footfall.line.Usage;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of tokens, in rows of messages and in what is summed of them. Newer rows hold the price band and
 * the part of the cache writes that stays for an hour.
 */
public final class UsageBytes {
  private UsageBytes() {}

  /** The row of a message, whose version 2 is the newer form. */
  public static void write(RowWriter out, MessageUsage row) {
    out.text(row.model());
    writeTokens(out, row.band(), row.usage());
  }

  public static MessageUsage read(RowReader in) {
    var model = in.text();
    boolean isNewer = in.version() > 1;
    var tokens = readTokens(in, isNewer);
    return new MessageUsage(model, readBand(in, isNewer), tokens);
  }

  public static void writeModels(RowWriter out, List<ModelUsage> models) {
    out.unsigned(models.size());
    for (var one : models) {
      out.text(one.model());
      writeTokens(out, one.band(), one.usage());
    }
  }

  public static List<ModelUsage> readModels(RowReader in, boolean isNewer) {
    int count = in.count();
    var models = new ArrayList<ModelUsage>(count);
    for (int i = 0; i < count; i++) {
      var model = in.text();
      var tokens = readTokens(in, isNewer);
      models.add(new ModelUsage(model, readBand(in, isNewer), tokens));
    }
    return models;
  }

  /** Sums lose what a later line of a message takes back, but never fall below 0; signed all the same. */
  private static void writeTokens(RowWriter out, PriceBand band, Usage usage) {
    out.signed(usage.input());
    out.signed(usage.output());
    out.signed(usage.cacheCreation());
    out.signed(usage.cacheRead());
    out.signed(usage.cacheCreation1h());
    PriceBand.write(out, band);
  }

  private static Usage readTokens(RowReader in, boolean isNewer) {
    long input = in.signed();
    long output = in.signed();
    long cacheCreation = in.signed();
    long cacheRead = in.signed();
    return new Usage(input, output, cacheCreation, isNewer ? in.signed() : 0, cacheRead);
  }

  private static PriceBand readBand(RowReader in, boolean isNewer) {
    return isNewer ? PriceBand.read(in) : PriceBand.BASE;
  }
}
