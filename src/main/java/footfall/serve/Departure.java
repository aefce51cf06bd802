package footfall.serve;

import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.ServerConnection;
import io.undertow.server.protocol.http.HttpServerConnection;
import java.io.IOException;

/**
 * Whether the client of a connection closed it while its answer is computed. Undertow does not read then, so
 * it would not notice. Used by the connection's I/O thread only.
 */
final class Departure {
    private final HttpServerConnection connection;

    Departure(ServerConnection connection) {
        this.connection = connection instanceof HttpServerConnection http ? http : null;
    }

    /** Reads what the client sent meanwhile, and keeps it as the start of the next request. */
    boolean happened() {
        if (connection == null || connection.getExtraBytes() != null) {
            return false;
        }
        var pooled = connection.getByteBufferPool().allocate();
        boolean isKept = false;
        try {
            int read = connection.getOriginalSourceConduit().read(pooled.getBuffer());
            isKept = read > 0;
            if (isKept) {
                keep(pooled);
            }
            return read < 0;
        } catch (IOException broken) {
            return true;
        } finally {
            if (!isKept) {
                pooled.close();
            }
        }
    }

    private void keep(PooledByteBuffer pooled) {
        pooled.getBuffer().flip();
        connection.setExtraBytes(pooled);
    }
}
