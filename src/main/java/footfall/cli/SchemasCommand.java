package footfall.cli;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.ask.SchemaRegistry;
import footfall.ask.SchemaRegistry.Has;
import footfall.ask.SchemaRegistry.RegistryFailed;
import footfall.ask.TrustedCertificates;
import footfall.config.SettingKeys;
import footfall.relay.Endpoint;
import footfall.screen.SafeText;
import footfall.wire.Channels;
import footfall.wire.PublishedSchemas;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "schemas",
        header = "Register the schemas of the topics with a schema registry, or print them.",
        description = {
            "Registers the JSON Schema of each topic's values with a registry that has Confluent's API, as the next "
                    + "version of the subject TOPIC-value, and sets the subject's compatibility to FORWARD. Changes "
                    + "nothing if the registry has the schema. Needs no broker. Without --registry, prints the "
                    + "schemas.",
            "The values on the topics are plain JSON, without the ID of a schema in front. Exit code 1 if the registry "
                    + "refuses a schema."
        },
        footer = {
            "  footfall topics schemas --registry http://registry:8081",
            "  footfall topics schemas --registry http://apicurio:8080/apis/ccompat/v7 --dry-run",
            "  footfall topics schemas --json                            print what would be registered"
        })
final class SchemasCommand extends ConsoleCommand {
    private static final String REGISTRY = "--registry";
    private static final String LOGIN = "--registry-login";

    @ParentCommand
    private TopicsCommand topics;

    @Option(
            names = REGISTRY,
            paramLabel = "URL",
            converter = ServerOptions.Url.class,
            description = "The registry, such as http://127.0.0.1:8081.")
    private URI registry;

    @Option(
            names = LOGIN,
            paramLabel = "FILE",
            description = "The file with USER:PASSWORD, or a token, on its only line; only you may be able to read it.")
    private Path login;

    @Option(
            names = "--cacert",
            paramLabel = "FILE",
            description = "Trust the certificates in FILE (PEM format) and what they have issued. Default: what Java "
                    + "trusts.")
    private Path cacert;

    @Option(names = "--dry-run", description = "Ask the registry what it has; register nothing.")
    private boolean dryRun;

    /** A schema as it is registered. */
    record Subject(String subject, JsonNode schema) {}

    /** {@code id}: of the schema; null if the registry does not have it. {@code compatibility}: null if not set. */
    record Registered(String subject, String result, Integer id, String compatibility, String message) {}

    @Override
    public Integer call() throws Exception {
        if (registry == null && (login != null || cacert != null || dryRun)) {
            throw usage((login != null ? LOGIN : cacert != null ? "--cacert" : "--dry-run") + " requires " + REGISTRY);
        }
        var prefix = topics.settings().get(SettingKeys.TOPIC_PREFIX);
        var subjects = Channels.all().stream()
                .map(channel -> new Subject(
                        channel.topic(prefix) + "-value", PublishedSchemas.evolving(PublishedSchemas.of(channel))))
                .toList();
        if (registry == null) {
            print(
                    subjects,
                    Table.of(subjects)
                            .text("SUBJECT", one -> one.subject())
                            .number(
                                    "FIELDS",
                                    one -> one.schema().path("properties").size()));
            return ExitCodes.OK;
        }
        return register(subjects);
    }

    private int register(List<Subject> subjects) throws Exception {
        var to = registry();
        var rows = new ArrayList<Registered>();
        try {
            for (var subject : subjects) {
                rows.add(registered(to, subject));
            }
        } catch (RegistryFailed failed) {
            throw new CommandFailed(SafeText.of(failed.getMessage()));
        }
        print(
                rows,
                Table.of(rows)
                        .text("SUBJECT", one -> one.subject())
                        .text("RESULT", one -> one.result())
                        .number("ID", one -> one.id())
                        .text("COMPATIBILITY", one -> one.compatibility()));
        var refused = rows.stream().filter(one -> one.message() != null).toList();
        refused.forEach(one -> console.say(one.subject() + ": " + SafeText.of(one.message())));
        return refused.isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
    }

    private Registered registered(SchemaRegistry to, Subject subject) throws RegistryFailed {
        var name = subject.subject();
        try {
            var found = to.find(name, subject.schema());
            var level = dryRun ? null : to.level(name);
            if (found.has() == Has.THIS) {
                return new Registered(name, "unchanged", found.id(), level, null);
            }
            var id = dryRun ? null : to.register(name, subject.schema());
            return new Registered(name, found.has() == Has.NOTHING ? "new" : "next version", id, level, null);
        } catch (RegistryFailed refused) {
            if (!refused.isOfSubject()) {
                throw refused;
            }
            return new Registered(name, "refused", null, null, refused.getMessage());
        }
    }

    private SchemaRegistry registry() throws CommandFailed {
        if (login != null
                && !"https".equals(registry.getScheme())
                && !Endpoint.isLoopback(String.valueOf(registry.getHost()))) {
            throw usage(LOGIN + " would be sent unencrypted; use https://");
        }
        var secret = login == null ? Optional.<String>empty() : Optional.of(RelayCommand.secret(login, LOGIN));
        if (secret.isPresent() && !secret.get().matches("[^:\\p{Cc}]+:\\P{Cc}*|[!-~]+")) {
            throw new CommandFailed(
                    login + " (" + LOGIN + ") is no login; write NAME:PASSWORD or a token on its only line");
        }
        try {
            return new SchemaRegistry(registry, secret, ServerOptions.trust(cacert, TrustedCertificates::issuing));
        } catch (IllegalArgumentException invalid) {
            throw usage("the URL of " + REGISTRY + " " + invalid.getMessage());
        }
    }

    private void print(List<?> records, Table table) throws Exception {
        new ResultPrinter(console, topics, topics.json).print(records, table, "no topics");
    }
}
