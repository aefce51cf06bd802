package footfall.screen;

import footfall.alert.Alert;
import footfall.view.Views.Change;
import java.util.Optional;

/**
 * Notifications of raised alerts at or above a level. Several alerts are combined into one notification that
 * names the highest. Not thread-safe.
 */
public final class Notices {
    private final int level;
    private Alert highest;
    private int count;

    /** {@code level}: 1 to 3; 0 for none. */
    public Notices(int level) {
        this.level = level;
    }

    public void accept(Change change) {
        if (level > 0
                && change instanceof Change.Alerted one
                && one.alert().state() == Alert.State.RAISED
                && one.alert().level() >= level) {
            count++;
            highest = highest == null || one.alert().level() > highest.level() ? one.alert() : highest;
        }
    }

    /** The alerts since the last call as one line; empty when there were none. */
    public Optional<String> next() {
        if (count == 0) {
            return Optional.empty();
        }
        var project = highest.origin().project() == null
                ? ""
                : ", project " + highest.origin().project();
        var words = "footfall: " + AlertWords.whose(highest) + " " + AlertWords.what(highest) + project
                + (count == 1 ? "" : "; " + CountWords.of(count - 1, "more alert"));
        highest = null;
        count = 0;
        return Optional.of(SafeText.of(words));
    }
}
