package footfall.cli;

import footfall.wire.Channels;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.utils.internals.SecurityUtils;

/** The users of a cluster with ACLs, and what each of them needs. */
enum Role {
    SHIPPER("footfall ship", shipper()),
    PROCESSOR("footfall stream", processor()),
    READER("a subscriber with the group reports", reader()),
    RELAY("footfall relay", relay()),
    SINK("the sink footfall-postgres", sink()),
    EXPORTER("footfall relay --otlp", exporter()),
    OPERATOR("footfall topics", operator()),
    FORGETTER("footfall topics forget", forgetter()),
    PRICER("footfall prices apply", pricer()),
    DOCTOR("footfall doctor", doctor());

    final String who;
    final List<Grant> grants;

    Role(String who, List<Grant> grants) {
        this.who = who;
        this.grants = grants;
    }

    String user() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** One ACL, with what it is for. */
    record Grant(ResourceType type, String name, PatternType pattern, AclOperation operation, String why) {
        AclBinding to(Role role) {
            return new AclBinding(
                    new ResourcePattern(type, name, pattern),
                    new AccessControlEntry("User:" + role.user(), "*", operation, AclPermissionType.ALLOW));
        }

        /** As a table shows it. */
        String row(Role role) {
            return "| %s | %s | `%s`%s | %s | %s |"
                    .formatted(
                            role.who,
                            type.name().toLowerCase(Locale.ROOT).replace("transactional_id", "transactional ID"),
                            name,
                            pattern == PatternType.PREFIXED ? " (prefix)" : "",
                            SecurityUtils.operationName(operation),
                            why);
        }
    }

    private static List<Grant> forgetter() {
        return List.of(
                topic("lines", AclOperation.WRITE, "the request"),
                topic("turns", AclOperation.READ, "to count what was deleted; not with `--wait 0`"),
                topic("invocations", AclOperation.READ, "the same"),
                topic("sessions", AclOperation.READ, "the same, the confirmation, and `--project`"),
                topic("shippers", AclOperation.READ, "to find the shippers of a user; only with `--user` and `--me`"),
                topic("shippers", AclOperation.WRITE, "to delete their reports; only with `--user` and `--me`"),
                topic("remedies", AclOperation.READ, "the same, for their remedies"),
                topic("remedies", AclOperation.WRITE, "the same"));
    }

    private static List<Grant> pricer() {
        return List.of(
                topic("lines", AclOperation.WRITE, "the list, and requests for sessions and turns"),
                topic("turns", AclOperation.READ, "the turns that were emitted"),
                topic("sessions", AclOperation.READ, "the sessions, and the confirmation"));
    }

    private static Grant topic(String name, AclOperation operation, String why) {
        return new Grant(ResourceType.TOPIC, "footfall." + name, PatternType.LITERAL, operation, why);
    }

    private static List<Grant> shipper() {
        return List.of(
                topic("lines", AclOperation.WRITE, "lines"),
                topic("rejected", AclOperation.WRITE, "positions of bytes that are not a line"),
                topic("shippers", AclOperation.WRITE, "its reports; without it, no list shows this shipper"),
                topic("remedies", AclOperation.WRITE, "the remedies that were applied; with `share_remedies`"));
    }

    private static List<Grant> processor() {
        var grants = new ArrayList<Grant>();
        grants.add(topic("lines", AclOperation.READ, "input"));
        for (var name : List.of("turns", "sessions", "alerts")) {
            grants.add(topic(name, AclOperation.READ, "the turn log"));
        }
        for (var output : Channels.ofTopology()) {
            if (output != Channels.LINES) {
                grants.add(topic(output.name(), AclOperation.WRITE, "output"));
            }
        }
        for (var events : List.of("alerts", "desires", "open")) {
            grants.add(topic(events, AclOperation.READ, "the stream of events over HTTP"));
        }
        grants.add(topic("shippers", AclOperation.READ, "the list of shippers over HTTP"));
        grants.add(topic("remedies", AclOperation.READ, "the list of remedies over HTTP"));
        grants.add(new Grant(
                ResourceType.TOPIC,
                "footfall.",
                PatternType.PREFIXED,
                AclOperation.DESCRIBE_CONFIGS,
                "the check at the start"));
        var internal = "changelogs and the repartition topic";
        for (var operation : List.of(AclOperation.CREATE, AclOperation.READ, AclOperation.WRITE)) {
            grants.add(new Grant(ResourceType.TOPIC, "footfall-", PatternType.PREFIXED, operation, internal));
        }
        grants.add(new Grant(
                ResourceType.TOPIC,
                "footfall-",
                PatternType.PREFIXED,
                AclOperation.DELETE,
                "consumed records of the repartition topic; without it they stay until they expire"));
        grants.add(new Grant(
                ResourceType.GROUP, "footfall", PatternType.LITERAL, AclOperation.READ, "the application's group"));
        grants.add(new Grant(
                ResourceType.TRANSACTIONAL_ID, "footfall-", PatternType.PREFIXED, AclOperation.WRITE, "exactly once"));
        return grants;
    }

    private static List<Grant> reader() {
        return List.of(
                topic("turns", AclOperation.READ, "the same for each topic that it reads"),
                new Grant(ResourceType.GROUP, "reports", PatternType.LITERAL, AclOperation.READ, "its consumer group"));
    }

    private static List<Grant> relay() {
        return List.of(
                topic("alerts", AclOperation.READ, "input"),
                topic("undelivered", AclOperation.WRITE, "dead letters"),
                relayGroup());
    }

    private static List<Grant> exporter() {
        return List.of(
                topic("turns", AclOperation.READ, "input"),
                topic("exported", AclOperation.READ, "turns that were exported"),
                topic("exported", AclOperation.WRITE, "turns that were exported"),
                relayGroup());
    }

    private static Grant relayGroup() {
        return new Grant(
                ResourceType.GROUP, "footfall-relay", PatternType.PREFIXED, AclOperation.READ, "its consumer group");
    }

    /** Of the worker's client; a distributed worker needs its own topics and group besides. */
    private static List<Grant> sink() {
        var grants = new ArrayList<Grant>();
        for (var input : List.of(
                "turns", "invocations", "sessions", "patterns", "tools", "loops", "desires", "usage", "alerts")) {
            grants.add(topic(input, AclOperation.READ, "input"));
        }
        grants.add(new Grant(
                ResourceType.GROUP,
                "connect-footfall-postgres",
                PatternType.LITERAL,
                AclOperation.READ,
                "its consumer group: `connect-` and the connector's name"));
        return grants;
    }

    /** Without one of these, it says what is not checked. */
    private static List<Grant> doctor() {
        return List.of(
                onTopics("footfall.", AclOperation.DESCRIBE_CONFIGS, "`topics`, `replicas`"),
                onTopics("footfall.", AclOperation.READ, "`shippers`, `transactions`; includes Read on `lines`"),
                onTopics("footfall-", AclOperation.READ, "`transactions`"),
                new Grant(
                        ResourceType.TRANSACTIONAL_ID,
                        "footfall-",
                        PatternType.PREFIXED,
                        AclOperation.DESCRIBE,
                        "`transactions`"),
                new Grant(
                        ResourceType.CLUSTER, "kafka-cluster", PatternType.LITERAL, AclOperation.DESCRIBE, "`clock`"));
    }

    private static Grant onTopics(String prefix, AclOperation operation, String why) {
        return new Grant(ResourceType.TOPIC, prefix, PatternType.PREFIXED, operation, why);
    }

    private static List<Grant> operator() {
        return Stream.of(AclOperation.CREATE, AclOperation.DESCRIBE, AclOperation.DESCRIBE_CONFIGS)
                .map(operation -> new Grant(
                        ResourceType.TOPIC,
                        "footfall.",
                        PatternType.PREFIXED,
                        operation,
                        operation == AclOperation.CREATE ? "`topics create` only" : "to compare"))
                .toList();
    }
}
