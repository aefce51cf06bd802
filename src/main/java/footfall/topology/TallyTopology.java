package footfall.topology;

import footfall.alert.Alert;
import footfall.desire.Desire;
import footfall.pattern.Pattern;
import footfall.pattern.Tool;
import footfall.wire.RejectedLine;

/** The outlets of the tally, and the repartition by subject that it reads. */
final class TallyTopology {
    /** The topic is named after it: API. */
    static final String BY_KEY = "tally-by-key";

    static final Outlet<String, Pattern> PATTERNS = new Outlet<>("patterns", Pattern.class, (key, one) -> key);
    static final Outlet<String, Tool> TOOLS = new Outlet<>("tools", Tool.class, (key, one) -> key);
    static final Outlet<String, Desire> DESIRES = new Outlet<>("desires", Desire.class, (key, one) -> key);
    static final Outlet<String, Alert> OUTAGES = new Outlet<>("outages", Alert.class, (key, one) -> key);
    /** Records of the repartition that cannot be read. */
    static final Outlet<String, RejectedLine> UNTALLIED =
            new Outlet<>("untallied", RejectedLine.class, (key, one) -> key);

    private TallyTopology() {}

    /** The topic of the repartition. */
    static String topic(String applicationId) {
        return applicationId + "-" + BY_KEY + "-repartition";
    }
}
