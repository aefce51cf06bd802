package footfall.ship;

import footfall.line.FileLines;
import footfall.line.ParentChain;
import footfall.redact.OpenCalls;
import footfall.redact.Redacted;
import footfall.tail.Cursor;
import java.util.List;

/**
 * The redacted form of some lines of a file, in order, the position after them, the open calls there,
 * and the lines that named their source.
 */
record RedactedBatch(
        List<Redacted> parts,
        Cursor after,
        List<OpenCalls.Place> calls,
        FileLines.Named named,
        List<ParentChain.End> parents) {}
