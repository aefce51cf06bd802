package footfall.cli;

import footfall.config.PriceListText;
import footfall.line.Dialects;
import footfall.session.Booked;
import footfall.turn.Tokens;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;

/**
 * What each question over files makes once: the agents, the prices, and what Java itself needs for hashes, for
 * comparing records and for writing numbers. A second core makes it beside the settings and the first bytes.
 */
final class Beforehand {
    private Beforehand() {}

    static void begin() {
        var thread = new Thread(Beforehand::make, "beforehand");
        thread.setDaemon(true);
        thread.start();
    }

    private static void make() {
        Dialects.usual();
        PriceListText.builtIn();
        // The JVM makes what compares records of a type at the first comparison.
        List.of(Tokens.ZERO, Booked.NOTHING).forEach(one -> one.equals(null));
        try {
            MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            // Whoever needs it says so.
        }
        DecimalFormatSymbols.getInstance(Locale.ROOT);
    }
}
