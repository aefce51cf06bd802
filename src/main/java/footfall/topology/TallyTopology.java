package footfall.topology;

import footfall.alert.Alert;
import footfall.desire.Desire;
import footfall.pattern.BilledHour;
import footfall.pattern.Pattern;
import footfall.pattern.RecurringLoop;
import footfall.pattern.Tool;
import footfall.wire.RejectedLine;

/** The outlets of the tally, and the repartition by subject that it reads. */
final class TallyTopology {
    /** The topic is named after it: API. */
    static final String BY_KEY = "tally-by-key";

    static final Outlet<String, Pattern> PATTERNS = Outlet.byKey("patterns", Pattern.class);
    static final Outlet<String, Tool> TOOLS = Outlet.byKey("tools", Tool.class);
    static final Outlet<String, RecurringLoop> LOOPS = Outlet.byKey("loops", RecurringLoop.class);
    static final Outlet<String, Desire> DESIRES = Outlet.byKey("desires", Desire.class);
    static final Outlet<String, BilledHour> USAGE = Outlet.byKey("usage", BilledHour.class);
    static final Outlet<String, Alert> OUTAGES = Outlet.byKey("outages", Alert.class);
    /** Records of the repartition that cannot be read. */
    static final Outlet<String, RejectedLine> UNTALLIED = Outlet.byKey("untallied", RejectedLine.class);

    private TallyTopology() {}

    /** The topic of the repartition. */
    static String topic(String applicationId) {
        return applicationId + "-" + BY_KEY + "-repartition";
    }
}
