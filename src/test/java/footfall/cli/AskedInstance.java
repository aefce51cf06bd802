package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/** An instance that is asked every question over HTTP, in a loop or once. */
final class AskedInstance {
    /** With {@link #whole} once a second, this is within the limit of 50 requests a second of an address. */
    private static final int PAUSE_MS = 50;

    private static final String SOME = "project=p1&tool=Bash";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** Every kind of question: all, by a scan of the turn log, and of one session. */
    static final List<String> QUESTIONS = List.of(
            "turns?limit=500",
            "turns?order=desc&limit=500&" + SOME,
            "turns?session=s5",
            "turns?outcome=error&limit=500",
            "turns/open?limit=500",
            "turns/open?limit=500&project=p1",
            "session-ids?prefix=s",
            "turns/s7:1",
            "turns/s3:2",
            "turns/s7:9",
            "patterns",
            "patterns?" + SOME,
            "patterns/dc0ad53f03f7af31/turns",
            "tools",
            "tools?" + SOME,
            "tools/Read",
            "tools/Read?" + SOME,
            "tools/Bash/turns?limit=500",
            "paths?turns=true",
            "paths?turns=true&" + SOME,
            "desires",
            "desires?" + SOME,
            "desires/other:Read",
            "alerts?limit=500",
            "alerts?project=p1",
            "sessions?limit=500",
            "sessions?" + SOME,
            "sessions?session=s5",
            "sessions/s4",
            "usage?by=hour,project&breakdown=true",
            "usage?by=model,session&" + SOME,
            "usage?by=window");

    private final String url;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Set<Seen> seen = new LinkedHashSet<>();
    private final CompletableFuture<Void> failure = new CompletableFuture<>();
    private volatile int next;

    AskedInstance(String url) {
        this.url = url;
    }

    /** An answer; {@code isBefore}: it came before a change of the truth. */
    record Seen(String question, int status, JsonNode answer, boolean isBefore) {
        JsonNode coverage() {
            return answer.path("coverage");
        }

        /** Also that there is no such record. */
        boolean isWhole() {
            return status == 404 || status == 200 && isComplete() && !isStale();
        }

        boolean isComplete() {
            return coverage().path("complete").asBoolean();
        }

        boolean isStale() {
            return !coverage().path("stale").isEmpty();
        }
    }

    Seen ask(String question) {
        try {
            var response = HTTP.send(request(question).build(), HttpResponse.BodyHandlers.ofString());
            return new Seen(question, response.statusCode(), JSON.readTree(response.body()), false);
        } catch (IOException broken) {
            throw new AssertionError(url + " broke off at " + question, broken);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private HttpRequest.Builder request(String question) {
        return HttpRequest.newBuilder(URI.create(url + "/api/v1/" + question));
    }

    /** Every question, and its answer without its coverage. Fails unless all are complete and from active replicas. */
    Map<String, JsonNode> whole() {
        var all = new LinkedHashMap<String, JsonNode>();
        for (var question : QUESTIONS) {
            var answer = ask(question);
            assertThat(answer.isWhole()).as(answer.toString()).isTrue();
            all.put(question, Answered.content(answer));
        }
        return all;
    }

    /** The same instance, not asked yet. */
    AskedInstance again() {
        return new AskedInstance(url);
    }

    /** Asks one question after the other until its end. */
    AskedInstance loop(BooleanSupplier isBefore) {
        timer.scheduleAtFixedRate(() -> askNext(isBefore), 0, PAUSE_MS, TimeUnit.MILLISECONDS);
        return this;
    }

    private void askNext(BooleanSupplier isBefore) {
        try {
            var answer = ask(QUESTIONS.get(next % QUESTIONS.size()));
            add(new Seen(answer.question, answer.status, answer.answer, isBefore.getAsBoolean()));
            next = next + 1;
        } catch (RuntimeException | AssertionError why) {
            failure.completeExceptionally(why);
        }
    }

    private synchronized void add(Seen answer) {
        seen.add(answer);
    }

    /** Distinct answers in the order in which they came. */
    synchronized List<Seen> seen() {
        return List.copyOf(seen);
    }

    /** Waits until a standby answered it in the loop, and nothing was missing. */
    AskedInstance awaitStandby(String question) {
        Awaitility.await()
                .until(() -> seen().stream()
                        .anyMatch(one -> one.question.equals(question) && one.isComplete() && one.isStale()));
        return this;
    }

    /** Reads so many turns of the stream of events after the last ID, null for from now on; returns the new last ID. */
    String turns(String lastId, int count, List<String> turns) throws Exception {
        var request = request("stream?types=turn");
        if (lastId != null) {
            request.header("Last-Event-ID", lastId);
        }
        var answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        String last = lastId;
        try (var lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            int until = turns.size() + count;
            while (last == null || turns.size() < until) {
                var line = lines.readLine();
                assertThat(line).as("the stream ended").isNotNull();
                if (line.startsWith("id: ")) {
                    last = line.substring("id: ".length());
                } else if (line.startsWith("data: ")) {
                    var turn = JSON.readTree(line.substring("data: ".length()));
                    turns.add(turn.path("turn_id").asText() + " " + turn.path("revision"));
                }
            }
        }
        return last;
    }

    /** Ends the loop. */
    void end() throws InterruptedException {
        timer.shutdown();
        assertThat(timer.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        failure.getNow(null);
    }
}
