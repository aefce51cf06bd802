package footfall.serve;

import io.undertow.server.HttpHandler;

/**
 * A path, who may read it, and what answers. {@code path} is a template: {@code /turns/{id}}. The answer runs
 * on an I/O thread, so one that computes dispatches itself to a worker.
 */
public record Route(String path, Access access, HttpHandler answer) {

    /** Who may read a path. */
    public enum Access {
        /** Every client that reaches the address. */
        EVERYONE,
        /** With a token file: clients that present its token. */
        READER
    }
}
