package footfall.wire;

import footfall.line.LineEvents;

/** Events that no transcript has, as another program sends them. */
public final class MadeEvents {
    private MadeEvents() {}

    public static byte[] bytes(LineEvents events) {
        return EventJson.written(events);
    }
}
