package footfall.cli;

import footfall.config.PriceListText;
import footfall.line.Dialects;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/**
 * What each question over files makes once: the agents, the prices, and what Java itself needs for hashes and for
 * writing numbers. A second core makes it beside the settings and the first bytes.
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
        try {
            MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            // Whoever needs it says so.
        }
        DecimalFormatSymbols.getInstance(Locale.ROOT);
    }
}
