package footfall.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What the key {@code o} of the live view does: opens the dashboard in the browser, or says its address. The words stay
 * until the next key.
 */
final class DashboardKey {
    private final String url;
    private final Browser browser;
    private final Runnable changed;
    private volatile String words = "";

    /** {@code changed} runs when the words have changed, on any thread. */
    DashboardKey(Optional<String> url, Optional<Browser> browser, Runnable changed) {
        this.url = url.orElse(null);
        this.browser = browser.orElse(null);
        this.changed = changed;
    }

    /** {@code turn} is the ID of the turn whose page is open in the view; null for none. */
    void pressed(String turn) {
        if (url == null) {
            words = "this process serves no dashboard; set serve = \"on\"";
            return;
        }
        words = "dashboard: " + url + "/";
        if (browser != null) {
            browser.open(turn == null ? url + "/" : url + "/#/turn/" + encoded(turn))
                    .thenAccept(this::ended);
        }
    }

    private void ended(boolean isOpened) {
        if (isOpened && !words.isEmpty()) {
            words = "opened in the browser: " + url + "/";
            changed.run();
        }
    }

    private static String encoded(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Another key was pressed. */
    void forget() {
        words = "";
    }

    /** What the user should know; usually empty. */
    String words() {
        return words;
    }
}
