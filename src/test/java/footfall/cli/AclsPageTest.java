package footfall.cli;

import footfall.testkit.Page;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code topology-docs/acls.md} lists what {@link AclsIT} tries. */
class AclsPageTest {
    @Test
    void thePageListsTheAclsOfEachRole() {
        Page.of("acls.md").holds("""
        # ACLs

        Use this page to give each role its rights on a cluster with an authorizer. `AclsIT`, `RelayAclsIT` and
        `ShippersAclsIT` try them, taking one away at a time. Without those on `shippers` and `remedies`, everything but
        their lists works. `AclsPageTest` generates this page from `Role`.

        | role | resource | name | operation | for |
        |---|---|---|---|---|
        %s

        * Names are those of the default `topic_prefix` (`footfall.`) and application ID (`footfall`); with others,
          replace both. Write and Read include Describe.
        * Only `doctor` (clock) and `topics describe` (BYTES) use an ACL on the cluster, Describe, and work without
          it. Since Kafka 3.0, Write on a topic allows an idempotent producer, and Create on the topics replaces
          Create on the cluster.
        * If the processor may not create topics, create its [own topics](operating.md#the-topologys-own-topics)
          beforehand.
        * `lines` contains redacted lines of all users. Give Read on it to the processor only.
        * Whoever may write `lines`, such as a shipper, can also send requests to forget and price lists. Kafka has no
          finer right.
        * An error names the ACL that is missing, but not an internal topic that Kafka refuses to create.

        For example, with Kafka's own command:

        ```sh
        kafka-acls.sh --bootstrap-server HOST:PORT --command-config admin.properties --add \\
            --allow-principal User:shipper --operation Write --topic footfall.lines --topic footfall.rejected \\
            --topic footfall.shippers
        ```
        """.formatted(Stream.of(Role.values())
                .flatMap(role -> role.grants.stream().map(grant -> grant.row(role)))
                .collect(Collectors.joining("\n"))));
    }
}
