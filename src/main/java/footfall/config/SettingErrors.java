package footfall.config;

import java.util.List;
import java.util.stream.Collectors;

/** All mistakes in the settings, each with its place: file and line, variable or flag. */
public final class SettingErrors extends Exception {
    SettingErrors(List<Mistake> all) {
        super(all.stream().map(Mistake::toString).collect(Collectors.joining("\n")));
    }

    /** One mistake. */
    record Mistake(String place, String message) {
        @Override
        public String toString() {
            return place + ": " + message;
        }
    }
}
