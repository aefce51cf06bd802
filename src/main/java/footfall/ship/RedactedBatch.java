package footfall.ship;

import footfall.redact.OpenCalls;
import footfall.redact.Redacted;
import footfall.tail.Cursor;
import java.util.List;

/**
 * The redacted form of some lines of a file, in order, the position after them, the open calls there,
 * and where the source was named.
 */
record RedactedBatch(List<Redacted> parts, Cursor after, List<OpenCalls.Place> calls, long namedAt) {}
