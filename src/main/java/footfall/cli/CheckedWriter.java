package footfall.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** A writer that throws no exception while printing and keeps the first failure for later. */
final class CheckedWriter extends PrintWriter {
    private final FailureRecorder watched;

    private CheckedWriter(FailureRecorder watched) {
        super(watched, true, StandardCharsets.UTF_8);
        this.watched = watched;
    }

    static CheckedWriter to(OutputStream out) {
        return new CheckedWriter(new FailureRecorder(out));
    }

    /** The first failure; null when everything was written. */
    IOException failure() {
        flush();
        return watched.failure;
    }

    private static final class FailureRecorder extends FilterOutputStream {
        private IOException failure;

        FailureRecorder(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                out.write(bytes, from, length);
            } catch (IOException why) {
                failure = failure == null ? why : failure;
                throw why;
            }
        }
    }
}
