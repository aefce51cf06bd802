package footfall.ship;

import footfall.redact.OpenCalls;
import footfall.redact.Redacted;
import footfall.tail.Cursor;
import java.util.List;

/**
 * What some of a file's lines became, in order, the position behind them, and the calls that wait for their
 * results there.
 */
record RedactedBatch(List<Redacted> parts, Cursor after, List<OpenCalls.Place> calls) {}
