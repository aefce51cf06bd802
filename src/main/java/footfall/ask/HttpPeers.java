package footfall.ask;

import com.fasterxml.jackson.core.JsonProcessingException;
import footfall.view.PartialShard;
import footfall.view.Share;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
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
        public <T> PartAnswer<T> send(PartQuestion question, PartParameters parameters) {
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
}
