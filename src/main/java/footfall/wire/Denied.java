package footfall.wire;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;

/** Why Kafka denied access, and the ACL that allows it. Kafka's errors do not name the operation. */
public final class Denied {
    private static final String INTERNAL = "Create, Read, Write and Delete";
    /** The topology also reads them, for its turn log. */
    private static final List<Channel<?, ?>> LOGGED = List.of(Channels.TURNS, Channels.SESSIONS, Channels.ALERTS);

    private Denied() {}

    /** For a role that only writes topics. */
    public static String toWriter(AuthorizationException why) {
        return by(why, topic -> "Write");
    }

    /** For a relay, which reads topics and writes its dead letters. */
    public static String toRelay(AuthorizationException why) {
        return by(why, topic -> {
            if (topic.endsWith(Channels.EXPORTED.name())) {
                return "Read and Write";
            }
            return topic.endsWith(Channels.UNDELIVERED.name()) ? "Write" : "Read";
        });
    }

    /** For a role that only reads topics. */
    public static String toReader(AuthorizationException why) {
        return by(why, topic -> "Read");
    }

    /** The same, of a topic that was not described. */
    public static String toReader(String topic) {
        return toReader(new TopicAuthorizationException(Set.of(topic)));
    }

    /** For the topology. */
    public static String toTopology(AuthorizationException why) {
        // Kafka names no topic when it denies the creation of one.
        return why instanceof TopicAuthorizationException denied
                        && denied.unauthorizedTopics().isEmpty()
                ? denied(
                        "its internal topics",
                        INTERNAL + " on the topics that begin with the application ID and a hyphen")
                : by(why, Denied::operations);
    }

    private static String by(AuthorizationException why, Function<String, String> operations) {
        if (why instanceof TopicAuthorizationException denied
                && !denied.unauthorizedTopics().isEmpty()) {
            var topics = new TreeSet<>(denied.unauthorizedTopics());
            return denied(
                    "the " + (topics.size() == 1 ? "topic " : "topics ") + String.join(", ", topics),
                    acls(topics, operations));
        } else if (why instanceof GroupAuthorizationException denied) {
            return denied("the group " + denied.groupId(), "Read on the group " + denied.groupId());
        } else if (why instanceof TransactionalIdAuthorizationException) {
            return denied(
                    "its transactional ID",
                    "Write on the transactional IDs that begin with the application ID and a hyphen");
        }
        return "Kafka denies this user access: " + why.getMessage()
                + "; ask its administrator for the ACLs in topology-docs/acls.md";
    }

    private static String denied(String what, String acl) {
        return "Kafka denies this user access to " + what + "; ask its administrator for " + acl;
    }

    private static String acls(Set<String> topics, Function<String, String> operations) {
        return topics.stream()
                .map(topic -> operations.apply(topic) + " on the topic " + topic)
                .collect(Collectors.joining(", "));
    }

    /** What the topology does with a topic, by the end of its name, because prefixes differ. */
    private static String operations(String topic) {
        if (topic.endsWith("-changelog") || topic.endsWith("-repartition")) {
            return INTERNAL;
        } else if (topic.endsWith(Channels.LINES.name())) {
            return "Read";
        }
        boolean isLogged = LOGGED.stream().anyMatch(channel -> topic.endsWith(channel.name()));
        return isLogged ? "Read and Write" : "Write";
    }
}
