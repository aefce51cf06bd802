package footfall.serve;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.AgentReport;
import footfall.line.Line;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.logs.v1.ResourceLogs;
import io.opentelemetry.proto.logs.v1.ScopeLogs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the receiver of OTLP takes, refuses and hands over. */
class OtlpReceiverTest {
    private static final String JSON = "application/json";
    private static final String PROTOBUF = "application/x-protobuf";
    private static final String RECORD = "{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[{"
            + "\"body\":{\"stringValue\":\"claude_code.tool_result\"},\"attributes\":["
            + "{\"key\":\"session.id\",\"value\":{\"stringValue\":\"s1\"}},"
            + "{\"key\":\"tool_input\",\"value\":{\"stringValue\":\"canary\"}},"
            + "{\"key\":\"tool_use_id\",\"value\":{\"stringValue\":\"t1\"}},"
            + "{\"key\":\"duration_ms\",\"value\":{\"intValue\":\"2060\"}}]}]}]}]}";

    private final List<AgentReport> handed = new ArrayList<>();
    private CompletionStage<Void> answer = CompletableFuture.completedFuture(null);
    private OtlpReceiver receiver;

    @BeforeEach
    void start() {
        receiver = OtlpReceiver.start(0, reports -> {
            handed.addAll(reports);
            return answer;
        });
    }

    @AfterEach
    void stop() {
        receiver.close();
    }

    private int post(String path, String type, byte[] body, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(receiver.url() + path))
                .header("Content-Type", type)
                .POST(BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return status(request);
    }

    private static int status(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private static KeyValue attribute(String key, AnyValue.Builder value) {
        return KeyValue.newBuilder().setKey(key).setValue(value).build();
    }

    private static AnyValue.Builder text(String text) {
        return AnyValue.newBuilder().setStringValue(text);
    }

    @Test
    void jsonAndProtobufSayTheSame() throws Exception {
        var record = LogRecord.newBuilder()
                .setBody(text("claude_code.tool_result"))
                .addAttributes(attribute("session.id", text("s1")))
                .addAttributes(attribute("tool_input", text("canary")))
                .addAttributes(attribute("tool_use_id", text("t1")))
                .addAttributes(attribute("duration_ms", AnyValue.newBuilder().setIntValue(2060)));
        var request = ExportLogsServiceRequest.newBuilder()
                .addResourceLogs(ResourceLogs.newBuilder()
                        .addScopeLogs(ScopeLogs.newBuilder().addLogRecords(record)));
        assertThat(post("/v1/logs", PROTOBUF, request.build().toByteArray())).isEqualTo(200);
        assertThat(post("/v1/logs", JSON + "; charset=utf-8", RECORD.getBytes()))
                .isEqualTo(200);
        assertThat(handed).hasSize(2);
        assertThat(handed.get(0)).isEqualTo(handed.get(1));
        assertThat(((Line.CallTimes) handed.get(0).event()).ranMs()).isEqualTo(2060);
        assertThat(handed.toString()).doesNotContain("canary");
    }

    private static byte[] packed(byte[] body) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(body);
        }
        return packed.toByteArray();
    }

    @Test
    void aPackedBodyIsUnpacked() throws Exception {
        assertThat(post("/v1/logs", JSON, packed(RECORD.getBytes()), "Content-Encoding", "gzip"))
                .isEqualTo(200);
        assertThat(handed).hasSize(1);
    }

    @Test
    void aConnectionIsClosedWhoseBodyDoesNotArrive() throws Exception {
        try (var hasty = new OtlpReceiver(0, Duration.ofMillis(50), reports -> answer);
                var client = new Socket()) {
            var at = URI.create(hasty.url());
            client.connect(new InetSocketAddress(at.getHost(), at.getPort()));
            client.setSoTimeout(20_000);
            client.getOutputStream()
                    .write(("POST /v1/logs HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + JSON
                                    + "\r\nContent-Length: 100\r\n\r\n{")
                            .getBytes());
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void allElseIsRefusedWithItsStatus() throws Exception {
        var record = RECORD.getBytes();
        assertThat(post("/v1/traces", JSON, record)).isEqualTo(404);
        assertThat(post("/v1/metrics", PROTOBUF, record)).isEqualTo(404);
        assertThat(post("/v1/logs", "text/plain", record)).isEqualTo(415);
        assertThat(post("/v1/logs", JSON, record, "Content-Encoding", "br")).isEqualTo(415);
        assertThat(post("/v1/logs", JSON, record, "Content-Encoding", "gzip")).isEqualTo(400);
        assertThat(post("/v1/logs", JSON, record, "Origin", "http://127.0.0.1")).isEqualTo(403);
        assertThat(post("/v1/logs", JSON, "{".getBytes())).isEqualTo(400);
        assertThat(post("/v1/logs", PROTOBUF, record)).isEqualTo(400);
        assertThat(post("/v1/logs", JSON, new byte[(1 << 20) + 1])).isEqualTo(413);
        assertThat(post("/v1/logs", JSON, packed(new byte[(1 << 20) + 1]), "Content-Encoding", "gzip"))
                .isEqualTo(413);
        assertThat(status(HttpRequest.newBuilder(URI.create(receiver.url() + "/v1/logs"))))
                .isEqualTo(405);
        assertThat(handed).isEmpty();
    }

    @Test
    void whatIsNotAcknowledgedIsToBeSentAgain() throws Exception {
        answer = null;
        assertThat(post("/v1/logs", JSON, RECORD.getBytes())).isEqualTo(503);
        answer = CompletableFuture.failedFuture(new IllegalStateException("no broker"));
        assertThat(post("/v1/logs", JSON, RECORD.getBytes())).isEqualTo(503);
    }

    @Test
    void moreRequestsThanAgentsSendAreRefused() throws Exception {
        int status = 200;
        for (int i = 0; i < 2_000 && status != 429; i++) {
            status = post("/v1/logs", JSON, "{}".getBytes());
        }
        assertThat(status).isEqualTo(429);
    }
}
