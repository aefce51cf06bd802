package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.KnownCredentials;
import footfall.broker.SecuredBroker;
import footfall.broker.Topics;
import footfall.run.ClusterTopics.TopicSpecs;
import footfall.testkit.LongSuite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code doctor} for a user whose rights grow, while a processor's transaction is open. */
@LongSuite
@Timeout(300)
class DoctorAclsIT {
    @TempDir
    Path home;

    @Test
    void whatThisUserMayNotSeeIsNotChecked() throws Exception {
        var folder = home.resolve("broker");
        try (var broker = SecuredBroker.startWithAcls(folder, List.of("user"));
                var admin = Admin.create(Map.copyOf(broker.client(folder, "admin")))) {
            try (var topics = Topics.of(broker.client(folder, "admin"), Duration.ofMinutes(1))) {
                topics.create(TopicSpecs.of("footfall.", 1));
            }
            var client = broker.client(folder, "user");
            try (var processor = open(broker.client(folder, "admin"))) {
                give(admin, ResourceType.TOPIC, "footfall.", AclOperation.DESCRIBE);
                assertThat(transactions(client))
                        .startsWith("skipped not checked: this user may not read footfall.alerts, footfall.desires, ")
                        .endsWith(", footfall.usage; ask its administrator for Read on these topics");
                give(admin, ResourceType.TOPIC, "footfall.", AclOperation.READ);
                assertThat(transactions(client))
                        .isEqualTo(
                                "skipped not checked: a transaction is open, and this user sees no transactional ID of "
                                        + "the application ID footfall: either it lacks Describe on those that begin "
                                        + "with "
                                        + "footfall-, which an administrator of the cluster can give, or they expired, "
                                        + "because no processor ran for 7 days");
                give(admin, ResourceType.TRANSACTIONAL_ID, "footfall-", AclOperation.DESCRIBE);
                assertThat(transactions(client)).isEqualTo("ok no hanging transaction");
                processor.abortTransaction();
            }
        }
    }

    /** What concerns this machine is left out. */
    private List<String> cluster(Map<String, String> client) {
        var options = KnownCredentials.options(home, client, Map.of());
        var ran = new Terminal(home).run("doctor", options.get(0), options.get(1));
        return ran.out().lines().dropWhile(line -> !line.contains(" broker ")).toList();
    }

    @Test
    void withTheRightsOfItsRoleEverythingIsCheckedAndWithoutOneNothingIsAnError() throws Exception {
        var folder = home.resolve("broker of roles");
        var roles = List.of(Role.DOCTOR, Role.SHIPPER, Role.PROCESSOR);
        try (var broker = SecuredBroker.startWithAcls(
                        folder, roles.stream().map(Role::user).toList());
                var admin = Admin.create(Map.copyOf(broker.client(folder, "admin")))) {
            try (var topics = Topics.of(broker.client(folder, "admin"), Duration.ofMinutes(1))) {
                topics.create(TopicSpecs.of("footfall.", 1));
            }
            for (var role : roles) {
                admin.createAcls(role.grants.stream().map(one -> one.to(role)).toList())
                        .all()
                        .get();
            }
            try (var processor = open(broker.client(folder, "admin"))) {
                var client = broker.client(folder, Role.DOCTOR.user());
                assertThat(cluster(client)).hasSizeGreaterThan(5).allMatch(line -> line.startsWith("ok "));
                assertThat(cluster(client)).noneMatch(line -> line.contains("not checked"));
                // There are no internal topics yet; those that this user may not see are not listed.
                for (var grant : Role.DOCTOR.grants.stream()
                        .filter(one ->
                                one.type() != ResourceType.TOPIC || one.name().equals("footfall."))
                        .toList()) {
                    var filter = grant.to(Role.DOCTOR).toFilter();
                    admin.deleteAcls(List.of(filter)).all().get();
                    assertThat(cluster(client))
                            .as(grant.toString())
                            .anyMatch(line -> line.contains("not checked")
                                    || line.contains("may not read")
                                    || line.contains("does not report its clock to this user"))
                            .noneMatch(line -> line.startsWith("error"));
                    admin.createAcls(List.of(grant.to(Role.DOCTOR))).all().get();
                }
                for (var role : List.of(Role.SHIPPER, Role.PROCESSOR)) {
                    assertThat(cluster(broker.client(folder, role.user())))
                            .as(role.who)
                            .hasSizeGreaterThan(5)
                            .noneMatch(line -> line.startsWith("error"));
                }
                processor.abortTransaction();
            }
        }
    }

    private static KafkaProducer<String, String> open(Map<String, String> client) throws Exception {
        var config = new HashMap<String, Object>(client);
        config.put("transactional.id", "footfall-0f8fad5b-d9cb-469f-a165-70867728950e-1");
        var producer = new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>("footfall.turns", "key", "value")).get();
        return producer;
    }

    private static void give(Admin admin, ResourceType type, String prefix, AclOperation operation) throws Exception {
        var resource = new ResourcePattern(type, prefix, PatternType.PREFIXED);
        var entry = new AccessControlEntry("User:user", "*", operation, AclPermissionType.ALLOW);
        admin.createAcls(List.of(new AclBinding(resource, entry))).all().get();
    }

    private String transactions(Map<String, String> client) {
        var options = KnownCredentials.options(home, client, Map.of());
        var ran = new Terminal(home).run("doctor", options.get(0), options.get(1));
        return ran.out()
                .lines()
                .filter(line -> line.contains(" transactions "))
                .map(line -> line.replaceAll(" +", " ").replace(" transactions ", " "))
                .findFirst()
                .orElse(ran.out() + ran.err());
    }
}
