package footfall.wire;

import footfall.line.RejectedBytes;

/**
 * A record of the topic {@code rejected}: position in a file, in bytes, and reason. For a {@code gap},
 * {@code offset} is that of the previous line, which is missing. {@code host} is null when it is hidden.
 */
public record RejectedLine(String fileId, long offset, long length, RejectedBytes.Reason reason, String host) {}
