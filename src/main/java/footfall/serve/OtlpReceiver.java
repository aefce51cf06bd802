package footfall.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.InvalidProtocolBufferException;
import footfall.line.AgentReport;
import footfall.line.Dialects;
import io.github.bucket4j.Bucket;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.handlers.BlockingHandler;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import io.undertow.util.StatusCodes;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.xnio.IoUtils;

/**
 * Receives the log records of agents of this machine, by OTLP over HTTP. What {@link footfall.line.Dialect#report}
 * makes of them is handed over, all else is dropped. A request is answered with success when that is acknowledged;
 * until then an exporter sends it again. Listens on loopback only; its clients need no token, as they can only add such
 * events to sessions that are shipped.
 */
public final class OtlpReceiver implements AutoCloseable {
    private static final String PATH = "/v1/logs";
    private static final String JSON = "application/json";
    private static final String GZIP = "gzip";
    private static final String PROTOBUF = "application/x-protobuf";
    private static final HttpString ORIGIN = new HttpString("Origin");
    private static final Pattern HOST = Pattern.compile("(localhost|127\\.0\\.0\\.1)(:\\d{1,5})?");
    /** Also when unpacked. */
    private static final int BODY_BYTES_MAX = 1 << 20;
    /** Of more, the connection is closed instead of an answer. */
    private static final long SKIPPED_BYTES_MAX = 64 << 20;

    private static final int REQUESTS_A_SECOND = 20;
    private static final int WORKERS = 4;
    private static final int CONNECTIONS_MAX = 256;
    /** Exporters wait for 10 s. */
    private static final Duration ACKNOWLEDGED_WITHIN = Duration.ofSeconds(5);

    private static final Duration READ_WITHIN = Duration.ofSeconds(5);
    private static final int IDLE_MS = 30_000;

    private final Bucket rate = Doors.bucket(10L * REQUESTS_A_SECOND, REQUESTS_A_SECOND);

    private final Function<List<AgentReport>, CompletionStage<Void>> out;
    private final Duration readWithin;
    /** Held to parse a body, as what is parsed takes many times its bytes. */
    private final Object parsing = new Object();

    private final Undertow server;

    /** {@code out}: returns what completes at the acknowledgement, null when it cannot take more. */
    public static OtlpReceiver start(int port, Function<List<AgentReport>, CompletionStage<Void>> out) {
        System.getProperties().putIfAbsent("org.jboss.logging.provider", "slf4j"); // As in HttpServer.
        return new OtlpReceiver(port, READ_WITHIN, out);
    }

    /** {@code readWithin}: how long a body may take to arrive; then the connection is closed. */
    OtlpReceiver(int port, Duration readWithin, Function<List<AgentReport>, CompletionStage<Void>> out) {
        this.out = out;
        this.readWithin = readWithin;
        this.server = Undertow.builder()
                .addHttpListener(port, InetAddress.getLoopbackAddress().getHostAddress())
                .setHandler(this::enter)
                .setIoThreads(1)
                .setWorkerThreads(WORKERS)
                .setServerOption(UndertowOptions.MAX_ENTITY_SIZE, SKIPPED_BYTES_MAX)
                .setServerOption(UndertowOptions.IDLE_TIMEOUT, IDLE_MS)
                .setServerOption(UndertowOptions.NO_REQUEST_TIMEOUT, IDLE_MS)
                .setServerOption(UndertowOptions.REQUEST_PARSE_TIMEOUT, IDLE_MS)
                .setSocketOption(org.xnio.Options.CONNECTION_HIGH_WATER, CONNECTIONS_MAX)
                .setSocketOption(org.xnio.Options.CONNECTION_LOW_WATER, CONNECTIONS_MAX)
                .build();
        try {
            server.start();
        } catch (RuntimeException failed) {
            server.stop();
            throw failed.getCause() instanceof BindException why ? ServerUnavailable.otlpPort(port, why) : failed;
        }
    }

    private void enter(HttpServerExchange exchange) throws Exception {
        int status = refusal(exchange);
        if (status == StatusCodes.OK) {
            new BlockingHandler(this::receive).handleRequest(exchange);
        } else {
            end(exchange, status);
        }
    }

    /** A page of a web site can neither leave out the origin nor name this host. */
    private int refusal(HttpServerExchange exchange) {
        var host = exchange.getRequestHeaders().getFirst(Headers.HOST);
        if (host == null
                || !HOST.matcher(host).matches()
                || exchange.getRequestHeaders().contains(ORIGIN)) {
            return StatusCodes.FORBIDDEN;
        } else if (!rate.tryConsume(1)) {
            return StatusCodes.TOO_MANY_REQUESTS;
        } else if (!exchange.getRequestPath().equals(PATH)) {
            return StatusCodes.NOT_FOUND;
        } else if (!exchange.getRequestMethod().equals(Methods.POST)) {
            return StatusCodes.METHOD_NOT_ALLOWED;
        } else if (!isUnpackable(exchange) || type(exchange) == null) {
            return StatusCodes.UNSUPPORTED_MEDIA_TYPE;
        }
        return StatusCodes.OK;
    }

    private static boolean isUnpackable(HttpServerExchange exchange) {
        var encoding = exchange.getRequestHeaders().getFirst(Headers.CONTENT_ENCODING);
        return encoding == null || encoding.equals(GZIP);
    }

    private static String type(HttpServerExchange exchange) {
        var header = exchange.getRequestHeaders().getFirst(Headers.CONTENT_TYPE);
        var type = header == null ? "" : header.split(";", 2)[0].strip();
        return type.equals(JSON) || type.equals(PROTOBUF) ? type : null;
    }

    private void receive(HttpServerExchange exchange) throws InterruptedException {
        boolean isJson = JSON.equals(type(exchange));
        var reports = new ArrayList<AgentReport>();
        BiConsumer<String, Map<String, String>> keep = (name, attributes) -> Dialects.all().stream()
                .map(dialect -> dialect.report(name, attributes))
                .filter(report -> report != null)
                .findFirst()
                .ifPresent(reports::add);
        try {
            var body = body(exchange);
            if (body.length > BODY_BYTES_MAX) {
                end(exchange, StatusCodes.REQUEST_ENTITY_TOO_LARGE);
                return;
            }
            synchronized (parsing) {
                if (isJson) {
                    OtlpLogs.ofJson(body, keep);
                } else {
                    OtlpLogs.ofProtobuf(body, keep);
                }
            }
        } catch (IOException broken) {
            end(exchange, StatusCodes.BAD_REQUEST);
            return;
        }
        int status = sent(reports);
        if (status == StatusCodes.OK) {
            exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, isJson ? JSON : PROTOBUF);
            exchange.getResponseSender().send(isJson ? "{}" : "");
        } else {
            end(exchange, status);
        }
    }

    /** At most one byte too many. */
    private byte[] body(HttpServerExchange exchange) throws IOException {
        var late = exchange.getIoThread()
                .executeAfter(
                        () -> IoUtils.safeClose(exchange.getConnection()),
                        readWithin.toMillis(),
                        TimeUnit.MILLISECONDS);
        boolean isPacked = exchange.getRequestHeaders().contains(Headers.CONTENT_ENCODING);
        try (var in = exchange.getInputStream()) {
            return (isPacked ? new GZIPInputStream(in) : in).readNBytes(BODY_BYTES_MAX + 1);
        } finally {
            late.remove();
        }
    }

    private int sent(List<AgentReport> reports) throws InterruptedException {
        var acknowledged = out.apply(reports);
        if (acknowledged == null) {
            return StatusCodes.SERVICE_UNAVAILABLE;
        }
        try {
            acknowledged.toCompletableFuture().get(ACKNOWLEDGED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
            return StatusCodes.OK;
        } catch (TimeoutException | ExecutionException notYet) {
            return StatusCodes.SERVICE_UNAVAILABLE;
        }
    }

    private static void end(HttpServerExchange exchange, int status) {
        boolean isLater = status == StatusCodes.TOO_MANY_REQUESTS || status == StatusCodes.SERVICE_UNAVAILABLE;
        if (isLater) {
            exchange.getResponseHeaders().put(Headers.RETRY_AFTER, 1);
        }
        exchange.setStatusCode(status).endExchange();
    }

    /** Where exporters of this machine send to. */
    public String url() {
        return "http:/" + server.getListenerInfo().get(0).getAddress();
    }

    @Override
    public void close() {
        server.stop();
    }

    /**
     * The log records of an export request of OTLP, with those of their attributes that are single values, as texts.
     */
    static final class OtlpLogs {
        private OtlpLogs() {}

        /** {@code record}: gets the name of an event and its attributes. */
        static void ofProtobuf(byte[] body, BiConsumer<String, Map<String, String>> record)
                throws InvalidProtocolBufferException {
            for (var resource : ExportLogsServiceRequest.parseFrom(body).getResourceLogsList()) {
                for (var scope : resource.getScopeLogsList()) {
                    for (var log : scope.getLogRecordsList()) {
                        var attributes = new HashMap<String, String>();
                        log.getAttributesList().forEach(one -> put(attributes, one.getKey(), text(one.getValue())));
                        record.accept(log.getBody().getStringValue(), attributes);
                    }
                }
            }
        }

        private static String text(AnyValue value) {
            return switch (value.getValueCase()) {
                case STRING_VALUE -> value.getStringValue();
                case BOOL_VALUE -> Boolean.toString(value.getBoolValue());
                case INT_VALUE -> Long.toString(value.getIntValue());
                case DOUBLE_VALUE -> Double.toString(value.getDoubleValue());
                default -> null;
            };
        }

        static void ofJson(byte[] body, BiConsumer<String, Map<String, String>> record) throws IOException {
            for (var resource : Json.tree(body).path("resourceLogs")) {
                for (var scope : resource.path("scopeLogs")) {
                    for (var log : scope.path("logRecords")) {
                        var attributes = new HashMap<String, String>();
                        log.path("attributes")
                                .forEach(one -> put(attributes, one.path("key").asText(), text(one.path("value"))));
                        record.accept(log.path("body").path("stringValue").asText(), attributes);
                    }
                }
            }
        }

        /** The value is an object with one field, which is named after the type. */
        private static String text(JsonNode value) {
            var only = value.elements();
            return only.hasNext() ? only.next().asText(null) : null;
        }

        private static void put(Map<String, String> attributes, String key, String text) {
            if (text != null) {
                attributes.put(key, text);
            }
        }
    }
}
