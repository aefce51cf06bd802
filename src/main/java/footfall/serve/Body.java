package footfall.serve;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.ETag;
import io.undertow.util.ETagUtils;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.StatusCodes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.GZIPOutputStream;

/** The bytes of an answer, in the encoding that the client accepts. Their tag is a hash of them. */
final class Body implements Workers.Result {
    static final String GZIP = "gzip";
    /** Compressing less does not pay. */
    private static final int GZIP_BYTES_MIN = 1_024;

    private final Kind kind;
    private final byte[] bytes;
    private final boolean isCompressed;
    private final ETag tag;

    /** What is sent. {@code caching} and {@code vary} are the headers of these names. */
    private record Kind(String mediaType, String caching, String vary) {
        private static final String VARY = "Accept, Authorization, Accept-Encoding";
        private static final Kind ANSWER = new Kind(Json.TYPE, "private, no-cache", VARY);
        private static final Kind UNSTORED = new Kind(Json.TYPE, "no-store", VARY);

        static Kind file(String mediaType) {
            return new Kind(mediaType, "no-cache", "Accept-Encoding");
        }

        void describe(HeaderMap headers) {
            headers.put(Headers.CACHE_CONTROL, caching);
            headers.put(Headers.VARY, vary);
        }
    }

    private Body(Kind kind, byte[] bytes, boolean isCompressed) {
        this.kind = kind;
        this.bytes = bytes;
        this.isCompressed = isCompressed;
        this.tag = new ETag(false, hash(bytes));
    }

    static Body json(HttpServerExchange exchange, Object value) {
        return json(Kind.ANSWER, exchange, value);
    }

    /** An answer that neither a browser nor a proxy may keep. */
    static Body unstored(HttpServerExchange exchange, Object value) {
        return json(Kind.UNSTORED, exchange, value);
    }

    private static Body json(Kind kind, HttpServerExchange exchange, Object value) {
        var bytes = Json.bytes(Client.of(exchange), value);
        boolean isCompressed = bytes.length >= GZIP_BYTES_MIN && acceptsGzip(exchange);
        return new Body(kind, isCompressed ? compressed(bytes) : bytes, isCompressed);
    }

    /** A file that is the same for every client. */
    static Body plain(String mediaType, byte[] bytes) {
        return new Body(Kind.file(mediaType), bytes, false);
    }

    /** The same file for clients that accept it compressed; the file itself if that does not pay. */
    Body zipped() {
        return bytes.length < GZIP_BYTES_MIN ? this : new Body(kind, compressed(bytes), true);
    }

    int length() {
        return bytes.length;
    }

    static boolean acceptsGzip(HttpServerExchange exchange) {
        var accepted = exchange.getRequestHeaders().get(Headers.ACCEPT_ENCODING);
        return accepted != null
                && accepted.stream()
                        .flatMap(header -> Stream.of(header.split(",")))
                        .map(String::strip)
                        .anyMatch(one ->
                                one.equalsIgnoreCase(GZIP) || one.matches("(?i)gzip;\\s*q=(1|0?\\.\\d*[1-9]).*"));
    }

    private static byte[] compressed(byte[] bytes) {
        var compressed = new ByteArrayOutputStream(bytes.length / 4);
        try (var out = new GZIPOutputStream(compressed)) {
            out.write(bytes);
        } catch (IOException bug) {
            throw new UncheckedIOException(bug);
        }
        return compressed.toByteArray();
    }

    /** 64 bits, which are no protection: the tag only tells whether an answer changed, and is computed for each. */
    private static String hash(byte[] bytes) {
        return Stream.of(new CRC32(), new CRC32C())
                .peek(sum -> sum.update(bytes, 0, bytes.length))
                .map(sum -> "%08x".formatted(sum.getValue()))
                .collect(Collectors.joining());
    }

    /** The headers of all answers of the API, in whatever form. */
    static void describe(HeaderMap headers) {
        Kind.ANSWER.describe(headers);
    }

    /** Ends the exchange: with the bytes, or with 304 if the client has them. */
    @Override
    public void send(HttpServerExchange exchange) {
        var headers = exchange.getResponseHeaders();
        kind.describe(headers);
        headers.put(Headers.ETAG, tag.toString());
        if ("*".equals(exchange.getRequestHeaders().getFirst(Headers.IF_NONE_MATCH))
                || !ETagUtils.handleIfNoneMatch(exchange, tag, true)) {
            exchange.setStatusCode(StatusCodes.NOT_MODIFIED).endExchange();
            return;
        }
        headers.put(Headers.CONTENT_TYPE, kind.mediaType);
        if (isCompressed) {
            headers.put(Headers.CONTENT_ENCODING, GZIP);
        }
        exchange.getResponseSender().send(ByteBuffer.wrap(bytes));
    }
}
