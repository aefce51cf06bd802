package footfall.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.serve.FuzzedServer;
import java.util.List;

/**
 * Input: the route, and as lines the query, the ID in the path, and the header Last-Event-ID. Each request is
 * answered, or refused as a mistake of the client; none is an error of the server.
 */
public final class RequestsFuzz {
    private static final FuzzedServer SERVER = FuzzedServer.start();
    private static final List<String> PATHS = SERVER.paths();
    private static final int SERVER_ERROR = 500;
    private static final int UNAVAILABLE = 503;
    private static final int REPEATS = 5;

    private RequestsFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var input = new FuzzInput(data);
        var path = input.choice(PATHS);
        var lines = input.texts();
        var id = visible(line(lines, 1)).replace("/", "%2F").replace("?", "%3F").replace("#", "%23");
        var target = path.replaceAll(
                        "\\{\\w+}", id.isEmpty() ? "x" : id.replace("\\", "%5C").replace("$", "%24")) + "?"
                + visible(line(lines, 0)).replace("#", "%23");
        assertThat(status(target, visible(line(lines, 2)))).as(target).isLessThan(SERVER_ERROR);
    }

    /**
     * The first answers of a route can pass their deadline (503) on a busy machine, while the fuzzer instruments
     * hundreds of classes. These are loaded when the answer is computed again.
     */
    private static int status(String target, String lastEventId) {
        int status = SERVER.status(target, lastEventId);
        for (int again = 0; status == UNAVAILABLE && again < REPEATS; again++) {
            status = SERVER.status(target, lastEventId);
        }
        return status;
    }

    private static String line(List<String> lines, int number) {
        return number < lines.size() ? lines.get(number) : "";
    }

    /** What no request line contains is percent-encoded; a percent sign stays. */
    private static String visible(String text) {
        var visible = new StringBuilder();
        for (char c : text.toCharArray()) {
            boolean isVisible = c > ' ' && c < 0x7F && "\"<>\\^`{|}".indexOf(c) < 0;
            visible.append(isVisible ? String.valueOf(c) : String.format("%%%02X", (int) c));
        }
        return visible.toString();
    }
}
