package footfall.testkit;

import footfall.line.OwnerUuids;
import footfall.line.PromptIndex;
import footfall.redact.Identity;
import footfall.redact.Redacted;
import footfall.redact.RedactedLine;
import footfall.redact.Redactor;
import footfall.tail.Chunks;
import footfall.tail.Transcript;
import footfall.wire.EventJson;
import footfall.wire.LineHeaders;
import java.util.HashMap;
import java.util.List;

/** A transcript file that a shipment is made of. */
record ShipmentFile(Transcript file, byte[] bytes) {
    void send(Identity identity, PromptIndex prompts, List<Shipment.Sent> sent) {
        var redactor = new Redactor(Defaults.REDACT);
        var previous = new HashMap<String, Long>();
        var owners = new OwnerUuids(OwnerUuids.State.BEGIN);
        lines((raw, offset) -> {
            for (Redacted part : redactor.redact(new RedactedLine.RawLine(file.id(), offset, file.source(), raw))) {
                if (part instanceof RedactedLine line) {
                    var session = line.session().value();
                    var before = previous.put(session, line.offset());
                    sent.add(new Shipment.Sent(
                            session,
                            EventJson.bytes(line),
                            new LineHeaders(
                                    line.file(),
                                    line.offset(),
                                    before == null ? -1 : before,
                                    identity.host(),
                                    identity.user(),
                                    line.ownerUuids(owners).ownerOther(prompts, session),
                                    null,
                                    line.parent(),
                                    0)));
                }
            }
        });
    }

    private void lines(Chunks.Chunk.Line line) {
        FedFile.eachLine(file.source().dialect(), bytes, line);
    }
}
