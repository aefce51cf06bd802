package footfall.serve;

import static footfall.serve.ServedApi.served;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the answers of the API are sent. */
@Timeout(60)
class BodyTest {
    @Test
    void anUnchangedAnswerIsNotSentAgain() throws Exception {
        try (var server = served(null, null)) {
            var first = server.get("/api/v1/tools");
            var tag = first.headers().firstValue("ETag").orElseThrow();
            assertThat(first.headers().firstValue("Cache-Control")).contains("private, no-cache");
            var again = server.get("/api/v1/tools", "If-None-Match", "\"other\", " + tag);
            assertThat(again.statusCode()).isEqualTo(304);
            assertThat(again.body()).isEmpty();
            assertThat(again.headers().firstValue("ETag")).contains(tag);
            assertThat(server.get("/api/v1/tools", "If-None-Match", "*").statusCode())
                    .isEqualTo(304);
            assertThat(server.get("/api/v1/tools?limit=1", "If-None-Match", tag).statusCode())
                    .isEqualTo(200);
            var head = server.send("HEAD", "/api/v1/tools");
            assertThat(head.body()).isEmpty();
            assertThat(head.headers().firstValue("Content-Length"))
                    .contains(Integer.toString(first.body().length()));
        }
    }

    @Test
    void anAnswerIsCompressedForClientsThatAcceptIt() throws Exception {
        try (var server = served(null, null)) {
            var plain = server.get("/api/v1/turns", "Accept-Encoding", "gzip;q=0, br");
            var request = HttpRequest.newBuilder(server.uri("/api/v1/turns"))
                    .header("Accept-Encoding", "deflate, gzip")
                    .build();
            var zipped = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
            assertThat(zipped.headers().firstValue("Content-Encoding")).contains("gzip");
            try (var in = new GZIPInputStream(new ByteArrayInputStream(zipped.body()))) {
                assertThat(new String(in.readAllBytes())).isEqualTo(plain.body());
            }
            assertThat(zipped.headers().firstValue("ETag"))
                    .isNotEqualTo(plain.headers().firstValue("ETag"));
        }
    }
}
