package footfall.serve;

import io.undertow.server.HttpHandler;

/**
 * A path, who may read it, what it answers, and the handler that does. {@code path} is a template:
 * {@code /turns/{id}}. The handler runs on an I/O thread, so one that computes dispatches itself to a worker.
 * It reads its parameters by {@link Query#of}.
 */
public record Route(String path, Access access, Operation operation, HttpHandler answer) {

    /** Who may read a path. */
    public enum Access {
        /** Every client that reaches the address. */
        EVERYONE,
        /** If there are tokens: clients that present one of them. */
        READER,
        /** As {@link #READER}, but only with the admin token where there is one. */
        ADMIN,
        /** The owner of the transcripts, with the token of this start. Where there is none, the route refuses. */
        OWNER
    }
}
