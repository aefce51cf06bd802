package footfall.ship;

import footfall.line.RejectedBytes;
import footfall.wire.EventJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Takes everything at once, and remembers where it stood and what it said. */
final class SentPlaces implements Outlet {
    final List<String> places = new ArrayList<>();
    final List<String> texts = new ArrayList<>();
    final Set<Long> senders = new HashSet<>();
    boolean isTaking = true;

    @Override
    public boolean send(Outgoing outgoing, Runnable taken) {
        var line = outgoing.line();
        places.add(line.file().generation() + ":" + line.offset() + " after " + outgoing.previousOffset());
        texts.add(new String(EventJson.bytes(line), StandardCharsets.UTF_8));
        senders.add(outgoing.sender());
        if (isTaking) {
            taken.run();
        }
        return true;
    }

    @Override
    public void send(String fileId, RejectedBytes rejected, Runnable taken) {
        places.add(rejected.reason() + ":" + rejected.offset());
        taken.run();
    }
}
