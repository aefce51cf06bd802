package footfall.ask;

import com.fasterxml.jackson.core.JsonProcessingException;
import footfall.alert.Alert;
import footfall.ask.PartQuestion.PartParameters;
import footfall.ask.Peers.PeerFailed;
import footfall.loop.Level;
import footfall.pattern.Subject;
import footfall.session.SessionSummary;
import footfall.turn.Turn;
import footfall.view.FollowsFold.FollowsPart;
import footfall.view.Instances.PartialShard;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import footfall.view.Shard.SamplePart;
import footfall.view.Shard.Slice;
import footfall.view.Shard.Tallied;
import footfall.view.Shard.ToolPart;
import footfall.view.Share;
import footfall.view.TopTurns;
import footfall.view.UsagePart;
import footfall.view.UsageQuestion;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** The other instances over HTTP. */
public final class HttpPeers implements Peers {
    private static final int OK = 200;
    private static final int ANSWER_BYTES_MAX = 64 << 20;

    private static final Duration CONNECT_MAX = Duration.ofMillis(500);

    private final Access access;
    private HttpClient client;

    public HttpPeers(Access access) {
        this.access = access;
    }

    /** It has threads, so it is made when there is another instance to ask. */
    private synchronized HttpClient client() {
        if (client == null) {
            var builder =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT_MAX);
            access.tls().ifPresent(builder::sslContext);
            client = builder.build();
        }
        return client;
    }

    @Override
    public PartialShard at(String instance, Share share, Duration within) {
        return new RemoteShard(new ToInstance(instance, within), share);
    }

    private final class ToInstance implements RemoteShard.Transport {
        private final String instance;
        private final Duration within;

        ToInstance(String instance, Duration within) {
            this.instance = instance;
            this.within = within;
        }

        @Override
        public <T> PartQuestion.PartAnswer<T> send(PartQuestion question, PartParameters parameters) {
            var query =
                    parameters.within(within.multipliedBy(3).dividedBy(4)).query(); // A quarter is for the transfer.
            var uri = URI.create(access.scheme() + "://" + instance + question.path() + "?" + query);
            var request = HttpRequest.newBuilder(uri).timeout(within);
            access.authorization().ifPresent(value -> request.header("Authorization", value));
            try {
                var response = client().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
                try (var body = response.body()) {
                    if (response.statusCode() != OK) {
                        throw new PeerFailed("it answered with status " + response.statusCode());
                    }
                    var json = body.readNBytes(ANSWER_BYTES_MAX + 1);
                    if (json.length > ANSWER_BYTES_MAX) {
                        throw new PeerFailed("its answer is larger than " + ANSWER_BYTES_MAX + " bytes");
                    }
                    return question.read(json);
                }
            } catch (HttpTimeoutException late) {
                throw new PeerFailed(Gathering.LATE);
            } catch (SSLException untrusted) {
                throw new PeerFailed("no TLS connection to it that is trusted");
            } catch (ConnectException refused) {
                throw new PeerFailed("no connection to it");
            } catch (JsonProcessingException other) {
                throw new PeerFailed("its answer cannot be read");
            } catch (IOException broken) {
                throw new PeerFailed("the connection to it broke");
            } catch (InterruptedException given) {
                Thread.currentThread().interrupt();
                throw new PeerFailed(Gathering.LATE);
            }
        }
    }

    /** Some partitions of another instance, for one question. */
    private static final class RemoteShard implements PartialShard {
        private final Transport transport;
        private final Share share;
        private Report report = Report.COMPLETE;

        RemoteShard(Transport transport, Share share) {
            this.transport = transport;
            this.share = share;
        }

        /** Sends a question to the instance. Throws {@link PeerFailed}. */
        interface Transport {
            <T> PartQuestion.PartAnswer<T> send(PartQuestion question, PartParameters parameters);
        }

        private <T> T ask(PartQuestion question, PartParameters parameters) {
            PartQuestion.PartAnswer<T> answer = transport.send(question, parameters);
            report = answer.report();
            return answer.part();
        }

        @Override
        public Report report() {
            return report;
        }

        private PartParameters of(Selection selection, Range range) {
            return PartParameters.of(share).with(selection).with(range);
        }

        @Override
        public Slice<Turn> turns(Selection selection, Range range) {
            return ask(PartQuestion.TURNS, of(selection, range));
        }

        @Override
        public Slice<SessionSummary> sessions(Selection selection, Range range) {
            return ask(PartQuestion.SESSIONS, of(selection, range));
        }

        @Override
        public Slice<Alert> alerts(Selection selection, Range range) {
            return ask(PartQuestion.ALERTS, of(selection, range));
        }

        @Override
        public Optional<Turn> turn(String turnId) {
            return Optional.ofNullable(
                    ask(PartQuestion.TURN, PartParameters.of(share).name(turnId)));
        }

        @Override
        public Optional<SessionSummary> session(String sessionId) {
            return Optional.ofNullable(
                    ask(PartQuestion.SESSION, PartParameters.of(share).name(sessionId)));
        }

        @Override
        public List<String> sessionIds(String prefix, int max) {
            return ask(
                    PartQuestion.SESSION_IDS,
                    PartParameters.of(share).name(prefix).limit(max));
        }

        @Override
        public OpenTurns openTurns(Selection selection, int max) {
            return ask(
                    PartQuestion.OPEN_TURNS,
                    PartParameters.of(share).with(selection).limit(max));
        }

        @Override
        public Repeats repeats() {
            return ask(PartQuestion.REPEATS, PartParameters.of(share));
        }

        @Override
        public Tallied tallied(Set<Subject.Kind> kinds, Selection selection, int scanMax) {
            return ask(
                    PartQuestion.TALLIED,
                    PartParameters.of(share).with(selection).with(kinds).scanMax(scanMax));
        }

        @Override
        public SamplePart sample(Set<Subject.Kind> kinds, Selection selection, int scanMax) {
            return ask(
                    PartQuestion.SAMPLE,
                    PartParameters.of(share).with(selection).with(kinds).scanMax(scanMax));
        }

        @Override
        public ToolPart tool(String tool, Selection selection, int scanMax) {
            return ask(
                    PartQuestion.TOOL,
                    PartParameters.of(share).name(tool).with(selection).scanMax(scanMax));
        }

        @Override
        public TopTurns.Part topTurns(TopTurns.TurnSort sort, Selection selection, int max, int scanMax) {
            return ask(
                    PartQuestion.TOP_TURNS,
                    PartParameters.of(share)
                            .with(sort)
                            .with(selection)
                            .limit(max)
                            .scanMax(scanMax));
        }

        @Override
        public FollowsPart follows(Level level, Selection selection, int scanMax) {
            return ask(
                    PartQuestion.FOLLOWS,
                    PartParameters.of(share).with(level).with(selection).scanMax(scanMax));
        }

        @Override
        public UsagePart usage(UsageQuestion question, int scanMax) {
            return ask(
                    PartQuestion.SPENT, PartParameters.of(share).with(question).scanMax(scanMax));
        }
    }

    /**
     * How instances reach each other: http or https, the value of the header {@code Authorization}, and what they
     * trust. Has no {@code toString} of its components, so that no message contains the token.
     */
    public record Access(String scheme, Optional<String> authorization, Optional<SSLContext> tls) {
        public static final Access PLAIN = new Access("http", Optional.empty(), Optional.empty());

        @Override
        public String toString() {
            return "access by " + scheme;
        }
    }
}
