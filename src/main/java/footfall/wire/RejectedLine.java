package footfall.wire;

import footfall.line.RejectedBytes;

/**
 * A row of the topic {@code rejected}: where in which file, in bytes, and why. For a {@code gap}, {@code
 * offset} is that of the line sent before, which never came. {@code host} is null where it is not told.
 */
public record RejectedLine(String fileId, long offset, long length, RejectedBytes.Reason reason,
    String host) {}
