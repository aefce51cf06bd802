package footfall.ship;

import footfall.redact.Redacted;
import footfall.tail.Cursor;
import java.util.List;

/** The redacted form of some lines of a file, in order, and the position after them. */
record RedactedBatch(List<Redacted> parts, Cursor after) {}
