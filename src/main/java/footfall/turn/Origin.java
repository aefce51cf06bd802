package footfall.turn;

import footfall.line.Group;

/** Where and by whom work was done. Each component is null until a line contains it. */
public record Origin(String project, String host, String user) implements Group {

    /** {@code shop (ada)}: project and user, as far as they are known; else empty. */
    public String place() {
        return ((project == null ? "" : project) + (user == null ? "" : " (" + user + ")")).strip();
    }
}
