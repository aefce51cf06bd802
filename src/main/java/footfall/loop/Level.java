package footfall.loop;

import java.util.Locale;
import java.util.function.Function;

/** By what steps are the same activity. */
public enum Level {
    TOOL(PathStep::tool),
    INTENT(PathStep::intent);

    /** Of a question that names none. */
    public static final Level DEFAULT = INTENT;

    private final Function<PathStep, String> activity;

    Level(Function<PathStep, String> activity) {
        this.activity = activity;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String activity(PathStep step) {
        return activity.apply(step);
    }
}
