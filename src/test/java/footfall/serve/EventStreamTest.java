package footfall.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import footfall.alert.Alert;
import footfall.line.SessionId;
import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.view.Feed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Server-sent events over real connections, from a feed that the test pushes. */
class EventStreamTest {
    private static final Doors.Limits LIMITS = Served.LIMITS;

    @TempDir
    Path folder;

    /** A client that reads lines when it is asked to. */
    private static final class Reader implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader lines;

        Reader(Served server, String query, String... headers) throws Exception {
            socket = server.socket();
            var request = new StringBuilder("GET " + EventStream.PATH + query + " HTTP/1.1\r\nHost: localhost\r\n");
            for (var header : headers) {
                request.append(header).append("\r\n");
            }
            socket.getOutputStream().write(request.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
            lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        }

        /** Without empty lines and the sizes of chunks. */
        List<String> until(String beginning) throws Exception {
            var found = new ArrayList<String>();
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank() && !line.matches("[0-9a-f]+")) {
                    found.add(line);
                    if (line.startsWith(beginning)) {
                        return found;
                    }
                }
            }
            return found;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static Feed.Event alert(int number, String project, String user) {
        var alert = new Alert(
                "s1:0:length:" + number,
                Alert.Kind.LENGTH,
                1,
                Alert.State.RAISED,
                6,
                5,
                "s1:0",
                new SessionId("s1"),
                "Read{2+}",
                new Turn.Product(number % 2 == 0 ? "codex" : "claude", null),
                new Origin(project, "box", user),
                null,
                Instant.EPOCH);
        return new Feed.Event(Feed.Type.ALERT, "a" + number, "s1", alert.product(), alert.origin(), alert);
    }

    private static String data(int number, String project, String user) {
        return "data: {\"alert_id\":\"s1:0:length:" + number
                + "\",\"kind\":\"length\",\"level\":1,\"state\":\"raised\",\"value\":6,\"threshold\":5,"
                + "\"turn_id\":\"s1:0\",\"session_id\":\"s1\",\"pattern_so_far\":\"Read{2+}\",\"agent\":\""
                + (number % 2 == 0 ? "codex" : "claude") + "\",\"project\":\"" + project
                + "\",\"host\":\"box\",\"user\":\"" + user + "\",\"raised_at\":\"1970-01-01T00:00:00Z\"}";
    }

    private static Served served(EventStream stream, Feed feed) {
        stream.feed(feed);
        return Served.with(null, LIMITS, stream.route());
    }

    /** A client that has subscribed. */
    private static Reader reader(Served server, PushedFeed feed, String query, String... headers) throws Exception {
        int before = feed.subscribers.size();
        var reader = new Reader(server, query, headers);
        await().until(() -> feed.subscribers.size() == before + 1);
        return reader;
    }

    @Test
    void eventsHaveTheirTypeTheirPositionAndTheRecord() throws Exception {
        var feed = new PushedFeed();
        try (var server = served(new EventStream(10), feed);
                var reader = reader(server, feed, "", "Last-Event-ID: a7")) {
            assertThat(feed.positions).containsExactly("a7");
            feed.push(alert(8, "shop", "ada"));
            feed.subscribers.get(0).alive("a9");
            var lines = reader.until("id: a9");
            assertThat(lines).contains("HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Connection: close");
            assertThat(lines).contains("Cache-Control: no-store");
            assertThat(lines.subList(lines.indexOf("retry: 2000"), lines.size()))
                    .containsExactly("retry: 2000", "id: a8", "event: alert", data(8, "shop", "ada"), "id: a9");
        }
    }

    @Test
    void aClientGetsWhatItSelects() throws Exception {
        var feed = new PushedFeed();
        try (var server = served(new EventStream(10), feed);
                var ofShop = reader(server, feed, "?project=shop");
                var ofCodex = reader(server, feed, "?agent=codex&types=alert");
                var closed = reader(server, feed, "?types=closed,open,closed&project=shop&session=s1")) {
            feed.push(alert(1, "till", "ada"));
            feed.push(new Feed.Event(Feed.Type.DESIRE, "a2", null, null, null, new Feed.Withdrawn("desire", "x")));
            var last = new Feed.Closed("s2", "s2:0", null, null);
            feed.push(new Feed.Event(Feed.Type.CLOSED, "a3", "s2", null, new Origin("shop", "box", "ada"), last));
            feed.push(
                    new Feed.Event(Feed.Type.CLOSED, "a4", "s1", null, null, new Feed.Closed("s1", null, null, null)));
            feed.push(alert(5, "shop", "ada"));
            feed.push(alert(6, "shop", "ada"));
            assertThat(ofCodex.until("id: a6")).doesNotContain("id: a1", "id: a5");
            feed.subscribers.get(2).alive("a6");
            var lines = ofShop.until("id: a5");
            assertThat(lines.subList(lines.indexOf("retry: 2000") + 1, lines.size()))
                    .containsExactly(
                            "id: a3",
                            "event: closed",
                            "data: {\"trail\":\"s2\",\"turn_id\":\"s2:0\"}",
                            "id: a4",
                            "event: closed",
                            "data: {\"trail\":\"s1\"}",
                            "id: a5");
            lines = closed.until("id: a6");
            assertThat(lines.subList(lines.indexOf("retry: 2000") + 1, lines.size()))
                    .containsExactly("id: a4", "event: closed", "data: {\"trail\":\"s1\"}", "id: a6");
        }
    }

    @Test
    void readersSeePseudonymsAndSelectByThem() throws Exception {
        var feed = new PushedFeed();
        var stream = new EventStream(10);
        stream.feed(feed);
        var reader = Files.writeString(folder.resolve("reader"), "r".repeat(43));
        var admin = Files.writeString(folder.resolve("admin"), "a".repeat(43));
        for (var file : List.of(reader, admin)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
        var token = "Authorization: Bearer " + "r".repeat(43);
        try (var server = Served.withTokens(reader, admin, LIMITS, stream.route());
                var all = reader(server, feed, "", token);
                var named = reader(server, feed, "", "Authorization: Bearer " + "a".repeat(43))) {
            feed.push(alert(1, "shop", "ada"));
            assertThat(named.until("data")).endsWith(data(1, "shop", "ada"));
            var shown = all.until("data");
            var pseudonym = shown.get(shown.size() - 1).replaceAll(".*\"user\":\"([^\"]*)\".*", "$1");
            assertThat(pseudonym).matches("u-[a-z2-7]{10}");
            try (var one = reader(server, feed, "?user=" + pseudonym, token)) {
                feed.push(alert(2, "shop", "bob"));
                feed.push(alert(3, "shop", "ada"));
                assertThat(one.until("data")).contains("id: a3").doesNotContain("id: a2");
            }
            var guess = server.get(EventStream.PATH + "?user=ada", "Authorization", "Bearer " + "r".repeat(43));
            assertThat(guess.body()).contains("\"status\":400", "\"parameter\":\"user\"");
        }
    }

    @Test
    void aSlowClientIsDroppedWithAReasonWhileOthersGoOn() throws Exception {
        var feed = new PushedFeed();
        var stream = new EventStream(10, 60_000);
        var large = "p".repeat(8_000);
        try (var server = served(stream, feed);
                var slow = reader(server, feed, "");
                var other = reader(server, feed, "?user=ada")) {
            var slowOne = feed.subscribers.get(0);
            int pushed = 0;
            while (slowOne.isOpen()) {
                feed.push(alert(pushed++, large, "bob"));
            }
            feed.push(alert(pushed, "shop", "ada"));
            assertThat(other.until("data")).endsWith(data(pushed, "shop", "ada"));
            assertThat(slow.until("data: {\"reason\"")).endsWith("event: dropped", "data: {\"reason\":\"slow\"}");
            assertThat(slow.until("never")).doesNotContain("event: alert");
            await().until(() -> stream.size() == 1);
        }
    }

    @Test
    void aClientThatReadsNothingIsClosed() throws Exception {
        var feed = new PushedFeed();
        var stream = new EventStream(10, 1);
        try (var server = served(stream, feed);
                var stuck = reader(server, feed, "")) {
            while (feed.subscribers.get(0).isOpen()) {
                feed.push(alert(1, "p".repeat(8_000), "bob"));
                if (feed.subscribers.isEmpty()) {
                    break;
                }
            }
            await().until(() -> stream.size() == 0);
            try {
                stuck.until("never");
            } catch (SocketException reset) {
                // The server closed the connection while bytes were unread.
            }
        }
    }

    @Test
    void aBusyServerIsNotASlowClient() throws Exception {
        var feed = new PushedFeed();
        try (var server = served(new EventStream(10), feed);
                var reader = reader(server, feed, "")) {
            for (int i = 0; i < 100; i++) {
                feed.subscribers.get(0).alive("a" + i);
            }
            assertThat(reader.until("id: a99")).contains("id: a0");
            assertThat(feed.subscribers.get(0).isOpen()).isTrue();
        }
    }

    @Test
    void aClientThatLeavesMakesRoomForAnotherOne() throws Exception {
        var feed = new PushedFeed();
        var stream = new EventStream(1);
        try (var server = served(stream, feed)) {
            try (var reader = reader(server, feed, "")) {
                reader.until("retry");
                assertThat(stream.size()).isEqualTo(1);
            }
            await().until(() -> stream.size() == 0);
        }
    }

    @Test
    void whatCannotBeServedIsRefusedWithAProblem() throws Exception {
        var feed = new PushedFeed();
        var stream = new EventStream(1);
        try (var server = Served.with(null, LIMITS, stream.route())) {
            Served.assertProblem(
                    server.get(EventStream.PATH),
                    503,
                    "Service Unavailable",
                    "the process is starting; try again later");
            stream.feed(feed);
            assertThat(server.get(EventStream.PATH, "Last-Event-ID", "bad").body())
                    .contains("\"status\":400", "\"parameter\":\"Last-Event-ID\"");
            assertThat(server.get(EventStream.PATH + "?types=turn,loop").body())
                    .contains("\"status\":400", "\"parameter\":\"types\"");
            assertThat(server.send("HEAD", EventStream.PATH).headers().firstValue("Content-Type"))
                    .contains("text/event-stream");
            try (var reader = reader(server, feed, "")) {
                reader.until("retry");
                Served.assertProblem(
                        server.get(EventStream.PATH),
                        503,
                        "Service Unavailable",
                        "too many clients of the stream; try again later");
                feed.subscribers.get(0).end("stopping");
                assertThat(reader.until("data")).endsWith("event: dropped", "data: {\"reason\":\"stopping\"}");
            }
        }
    }

    @Test
    void openStreamsAreNotCountedAsConcurrentRequests() throws Exception {
        var feed = new PushedFeed();
        var limits = new Doors.Limits(2_048, 64, 1, 1_000, 1_000, LIMITS.head(), LIMITS.idle());
        var stream = new EventStream(10);
        stream.feed(feed);
        var other = Served.route("/other", Route.Access.EVERYONE, exchange -> exchange.endExchange());
        try (var server = Served.with(null, limits, stream.route(), other);
                var one = reader(server, feed, "");
                var two = reader(server, feed, "")) {
            assertThat(server.get("/other").statusCode()).isEqualTo(200);
            feed.push(alert(1, "shop", "ada"));
            for (var reader : List.of(one, two)) {
                assertThat(reader.until("data")).endsWith(data(1, "shop", "ada"));
            }
        }
    }
}
