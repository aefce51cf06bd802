package footfall.cli;

import footfall.folder.SecretFile;
import footfall.relay.Endpoint;
import footfall.relay.MessageFormat;
import footfall.relay.Signature;
import footfall.relay.WebhookTarget;
import footfall.report.FailureReason;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that name the receiver of messages. No message contains its address or the secret. */
final class WebhookOptions {
    private static final int SECRET_BYTES = 32;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--webhook",
            paramLabel = "URL",
            description = "Post to URL. Other users of this machine can see it in the list of processes: prefer "
                    + "--webhook-file.")
    private String url;

    @Option(
            names = "--webhook-file",
            paramLabel = "FILE",
            description = "Post to the URL on the only line of FILE, which only you may be able to read.")
    private Path file;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            converter = Formats.class,
            completionCandidates = Formats.class,
            description = "Format of the messages: json, cloudevents, slack or teams. Default: json.")
    private MessageFormat format;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "Sign the messages with the secret in FILE, which only you may be able to read: whsec_ and "
                    + "24 to 64 bytes in base64. It is created with random bytes if it is missing.")
    private Path secret;

    @Option(names = "--allow-http", description = "Allow a URL without TLS. On loopback it is always allowed.")
    private boolean allowHttp;

    static final class Formats extends ChoiceOptions.Words<MessageFormat> {
        Formats() {
            super(MessageFormat.values());
        }
    }

    /** Whether an option is given that has no meaning for spans. */
    boolean isGiven() {
        return url != null || file != null || secret != null || format != null;
    }

    boolean isHttpAllowed() {
        return allowHttp;
    }

    /** {@code isNeeded}: false in a dry run, which needs no address. */
    WebhookTarget target(Console console, boolean isNeeded) throws CommandFailed {
        if (url != null && file != null) {
            throw usage("--webhook and --webhook-file exclude each other; give one of them");
        } else if (isNeeded && url == null && file == null) {
            throw usage("no receiver given; add --webhook-file FILE, or --webhook URL");
        }
        var endpoint = url == null && file == null ? null : endpoint();
        return new WebhookTarget(endpoint, format(), secret == null || !isNeeded ? null : signature(console));
    }

    MessageFormat format() {
        return format == null ? MessageFormat.JSON : format;
    }

    private Endpoint endpoint() throws CommandFailed {
        var from = file == null ? "the URL of --webhook" : "the URL in " + file + " (--webhook-file)";
        var checked = Endpoint.of(file == null ? url : SecretText.read(file, "--webhook-file"), allowHttp);
        if (checked.problem() != null) {
            throw new CommandFailed(from + " " + checked.problem());
        }
        return checked.endpoint();
    }

    private Signature signature(Console console) throws CommandFailed {
        try {
            if (SecretFile.create(secret, WebhookOptions::random)) {
                console.say("created " + secret + "; the receiver needs its content to verify messages");
            }
        } catch (IOException why) {
            throw new CommandFailed("cannot create " + secret + " (--secret-file): " + FailureReason.of(why)
                    + "; name a file in a folder that you can write to");
        }
        return Signature.of(SecretText.read(secret, "--secret-file"))
                .orElseThrow(() -> new CommandFailed(secret + " (--secret-file) is not whsec_ and 24 to 64 bytes in "
                        + "base64; delete it, and footfall creates a new one"));
    }

    private static String random() {
        var bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Signature.secret(bytes);
    }

    private ParameterException usage(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
