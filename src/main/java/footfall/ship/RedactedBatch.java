package footfall.ship;

import footfall.redact.Redacted;
import footfall.tail.Cursor;
import java.util.List;

/**
 * What some of a file's lines became, in order, and the cursor behind them: it says which calls wait for
 * their results there, and not yet what was sent.
 */
record RedactedBatch(List<Redacted> parts, Cursor after) {}
