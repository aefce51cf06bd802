package footfall.ship;

import footfall.line.RejectedBytes;
import footfall.wire.EventJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Takes everything at once, and remembers session, agent, place and text of each line. */
final class SentSources implements Outlet {
    final List<String> lines = new ArrayList<>();

    @Override
    public boolean send(Outgoing outgoing, Runnable taken) {
        var line = outgoing.line();
        var text = new String(EventJson.bytes(line), StandardCharsets.UTF_8);
        lines.add(line.session() + "/" + line.agent() + " " + line.file() + ":" + line.offset() + " after "
                + outgoing.previousOffset() + " " + text);
        taken.run();
        return true;
    }

    @Override
    public void send(String fileId, RejectedBytes rejected, Runnable taken) {
        taken.run();
    }

    /** The session and the agent of each line. */
    List<String> trails() {
        return lines.stream().map(line -> line.substring(0, line.indexOf(' '))).toList();
    }

    /** The name in the file ID of each line. */
    List<String> files() {
        return lines.stream()
                .map(line -> line.substring(line.indexOf(' ') + 1, line.indexOf('@')))
                .toList();
    }
}
