package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import footfall.testkit.LongSuite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnsupportedSaslMechanismException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A client without the secret of the embedded broker can neither list topics, nor read, nor write. */
@LongSuite
@Timeout(180)
class StrangersIT {
    private static final String TOPIC = "private";
    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
    private static final Duration REFUSED_WITHIN = Duration.ofSeconds(3);
    private static final List<String> VALUES = Records.numbered(3);

    /** Gives up soon, so that a refusal that looks like silence ends. */
    private static final Map<String, String> IMPATIENT = Map.of(
            "default.api.timeout.ms", Long.toString(REFUSED_WITHIN.toMillis()),
            "request.timeout.ms", Long.toString(REFUSED_WITHIN.toMillis() - 1_000),
            "max.block.ms", Long.toString(REFUSED_WITHIN.toMillis()));

    @TempDir
    static Path scratch;

    private static EmbeddedBroker broker;
    private static int controllerPort;

    @BeforeAll
    static void start() throws Exception {
        var before = ListeningSockets.ofThisProcess();
        broker = EmbeddedBroker.start(BrokerSettings.in(scratch.resolve("broker")));
        controllerPort = ListeningSockets.ofThisProcess().stream()
                .filter(at -> !before.contains(at))
                .mapToInt(ListeningSockets.Address::port)
                .filter(port -> port != EmbeddedBrokerIT.port(broker))
                .findFirst()
                .orElseThrow();
        try (var topics = Topics.of(broker.client(), Duration.ofSeconds(30))) {
            topics.create(List.of(new TopicSpec(TOPIC, 1, Map.of())));
        }
        Records.of(broker.client(), TOPIC).write(VALUES);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static Map<String, String> withoutCredentials() {
        return Map.of("bootstrap.servers", broker.bootstrapServers());
    }

    private static Map<String, String> withPassword(String mechanism, String module, String password) {
        return Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                mechanism,
                "sasl.jaas.config",
                "org.apache.kafka.common.security." + module + " required username=\"footfall\" password=\"" + password
                        + "\";");
    }

    private static Map<String, String> withWrongPassword() {
        return withPassword("SCRAM-SHA-256", "scram.ScramLoginModule", "a guess");
    }

    private static Map<String, Object> impatient(Map<String, String> client) {
        var config = new HashMap<String, Object>(client);
        config.putAll(IMPATIENT);
        return config;
    }

    private static Map<String, Object> toController(Map<String, String> client) {
        var config = impatient(client);
        config.remove("bootstrap.servers");
        config.put("bootstrap.controllers", EmbeddedBroker.ServerProperties.bootstrapServers(controllerPort));
        return config;
    }

    private static Throwable listing(Map<String, String> client) {
        try (var admin = Admin.create(impatient(client))) {
            return refusal(() -> admin.listTopics().names().get());
        }
    }

    private static Throwable reading(Map<String, String> client) {
        try (var consumer =
                new KafkaConsumer<>(impatient(client), new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(PARTITION));
            return refusal(() -> consumer.endOffsets(List.of(PARTITION)));
        }
    }

    private static Throwable writing(Map<String, String> client) {
        var config = impatient(client);
        config.put("delivery.timeout.ms", (int) REFUSED_WITHIN.toMillis());
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            return refusal(
                    () -> producer.send(new ProducerRecord<>(TOPIC, "forged")).get());
        }
    }

    private static Throwable askingTheController(Map<String, String> client) {
        try (var admin = Admin.create(toController(client))) {
            return refusal(() -> admin.describeMetadataQuorum().quorumInfo().get());
        }
    }

    private static Throwable refusal(Callable<?> attempt) {
        var thrown = catchThrowable(attempt::call);
        return thrown instanceof ExecutionException ? thrown.getCause() : thrown;
    }

    @Test
    void aClientWithoutCredentialsGetsNoAnswer() {
        assertThat(listing(withoutCredentials())).isInstanceOf(TimeoutException.class);
        assertThat(reading(withoutCredentials())).isInstanceOf(TimeoutException.class);
        assertThat(writing(withoutCredentials())).isInstanceOf(TimeoutException.class);
        assertThat(Records.of(broker.client(), TOPIC).read()).isEqualTo(VALUES);
    }

    @Test
    void aClientWithAWrongPasswordIsRefused() {
        assertThat(listing(withWrongPassword())).isInstanceOf(SaslAuthenticationException.class);
        assertThat(reading(withWrongPassword())).isInstanceOf(SaslAuthenticationException.class);
        assertThat(writing(withWrongPassword())).isInstanceOf(SaslAuthenticationException.class);
        assertThat(Records.of(broker.client(), TOPIC).read()).isEqualTo(VALUES);
    }

    @Test
    void aMechanismThatWouldSendThePasswordItselfIsNotOffered() {
        assertThat(listing(withPassword("PLAIN", "plain.PlainLoginModule", "a guess")))
                .isInstanceOf(UnsupportedSaslMechanismException.class);
    }

    @Test
    void noThreadIsNamedByThePassword() {
        var password = broker.client().get("sasl.jaas.config").replaceAll(".*password=\"(.*)\";", "$1");
        assertThat(password).hasSize(43);
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().contains(password));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theControllersPortRefusesTheSameClients() {
        assertThat(askingTheController(broker.client())).isNull();
        assertThat(askingTheController(withoutCredentials())).isInstanceOf(TimeoutException.class);
        assertThat(askingTheController(withWrongPassword())).isInstanceOf(SaslAuthenticationException.class);
    }
}
