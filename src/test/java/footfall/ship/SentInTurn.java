package footfall.ship;

import footfall.line.OwnerUuids;
import footfall.line.RejectedBytes;
import footfall.wire.EventJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Takes everything at once, and remembers whose prompts they were; before one of them something happens. */
final class SentInTurn implements Outlet {
    final List<String> lines = new ArrayList<>();
    final List<String> texts = new ArrayList<>();
    final List<Integer> generations = new ArrayList<>();
    private String awaited;
    private ProgramShipper.Happening happening;

    /** Once, before a line is taken. */
    void before(String line, ProgramShipper.Happening what) {
        awaited = line;
        happening = what;
    }

    @Override
    public boolean send(Outgoing outgoing, Runnable taken) {
        var line = outgoing.line();
        var owner = outgoing.copiedFrom() == null ? "" : " of " + outgoing.copiedFrom();
        var said = line.session().value() + " "
                + line.ownerUuids(new OwnerUuids(OwnerUuids.State.BEGIN)).asked() + owner;
        if (said.equals(awaited)) {
            awaited = null;
            happens();
        }
        lines.add(said);
        texts.add(new String(EventJson.bytes(line), StandardCharsets.UTF_8));
        generations.add(line.file().generation());
        taken.run();
        return true;
    }

    private void happens() {
        try {
            happening.run();
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    @Override
    public void send(String fileId, RejectedBytes rejected, Runnable taken) {
        lines.add(rejected.reason().word());
        taken.run();
    }
}
