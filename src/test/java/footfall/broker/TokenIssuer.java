package footfall.broker;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule;

/** An identity provider on loopback: it gives a token to each client with its secret, and its public key to brokers. */
public final class TokenIssuer implements AutoCloseable {
    /** Kafka asks no other address for tokens or keys. */
    public static final String ALLOWED = "org.apache.kafka.sasl.oauthbearer.allowed.urls";

    static final String AUDIENCE = "kafka";
    static final String NAME = "issuer";
    static final String LOGIN = OAuthBearerLoginModule.class.getName() + " required;";

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
    private static final String KEY = "one";

    private final KeyPair keys;
    private final HttpServer server;

    public TokenIssuer() throws IOException, GeneralSecurityException {
        keys = KeyPairGenerator.getInstance("RSA").generateKeyPair();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/token", exchange -> answer(exchange, "{\"access_token\":\"" + token() + "\"}"));
        server.createContext("/keys", exchange -> answer(exchange, jwks()));
        server.start();
    }

    String url(String what) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + what;
    }

    /** What a JVM is started with that asks for tokens. */
    public String allowed() {
        return url("token") + "," + url("keys");
    }

    /** What stands in {@code client.properties}, without the brokers. */
    public Map<String, String> client() {
        return Map.of(
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "OAUTHBEARER",
                "sasl.jaas.config",
                LOGIN,
                "sasl.login.callback.handler.class",
                OAuthBearerLoginCallbackHandler.class.getName(),
                "sasl.oauthbearer.token.endpoint.url",
                url("token"),
                "sasl.oauthbearer.client.credentials.client.id",
                "ada",
                "sasl.oauthbearer.client.credentials.client.secret",
                "secret");
    }

    private static void answer(HttpExchange exchange, String json) throws IOException {
        var body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private String jwks() {
        var key = (RSAPublicKey) keys.getPublic();
        return "{\"keys\":[{\"kty\":\"RSA\",\"use\":\"sig\",\"alg\":\"RS256\",\"kid\":\"" + KEY + "\",\"n\":\""
                + BASE64.encodeToString(unsigned(key.getModulus().toByteArray())) + "\",\"e\":\""
                + BASE64.encodeToString(key.getPublicExponent().toByteArray()) + "\"}]}";
    }

    private static byte[] unsigned(byte[] bytes) {
        return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }

    private String token() {
        long now = Instant.now().getEpochSecond();
        var signed = part("{\"alg\":\"RS256\",\"kid\":\"" + KEY + "\"}") + "."
                + part("{\"iss\":\"" + NAME + "\",\"sub\":\"ada\",\"aud\":\"" + AUDIENCE + "\",\"iat\":" + now
                        + ",\"exp\":" + (now + 3_600) + "}");
        try {
            var signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(keys.getPrivate());
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + "." + BASE64.encodeToString(signature.sign());
        } catch (GeneralSecurityException why) {
            throw new IllegalStateException(why);
        }
    }

    private static String part(String json) {
        return BASE64.encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
