package footfall.cli;

import footfall.ask.ApiClient;
import footfall.ask.TrustedCertificates;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.folder.SecretFile;
import footfall.report.FailureReason;
import footfall.run.ProcessorFile;
import footfall.screen.SafeText;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The processor that a command asks: the one named with {@code --server}, or that of this machine. */
final class ServerOptions {
    /** The form of a token; anything else is no value of a header. */
    private static final Pattern PRINTABLE = Pattern.compile("[!-~]+");

    private static final String FORM = "http://HOST:PORT or https://HOST:PORT";
    static final String SERVER = "--server";
    private static final String TOKEN = "--token";
    private static final String CACERT = "--cacert";
    private static final String TOKEN_VARIABLE = "FOOTFALL_TOKEN";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = SERVER,
            paramLabel = "URL",
            converter = Url.class,
            description =
                    "Ask the processor at URL, such as http://127.0.0.1:19080. Default: the processor that runs on "
                            + "this machine, found through its data folder (key data_dir).")
    private URI server;

    @Option(
            names = TOKEN,
            paramLabel = "FILE",
            description = "With --server: the file of the token that the processor requires; only you may be able to "
                    + "read it. Default: the variable FOOTFALL_TOKEN. A token itself is never an argument, because all "
                    + "users of a machine can see arguments.")
    private Path token;

    /** A URL, of which {@link ApiClient} checks the parts. */
    static final class Url implements ITypeConverter<URI> {
        @Override
        public URI convert(String text) {
            try {
                return new URI(text);
            } catch (URISyntaxException invalid) {
                throw new TypeConversionException("'" + SafeText.of(text) + "'; expected " + FORM);
            }
        }
    }

    @Option(
            names = CACERT,
            paramLabel = "FILE",
            description = "With --server https://...: trust the certificates in FILE (PEM format) and what they have "
                    + "issued. Default: what Java trusts.")
    private Path cacert;

    boolean isGiven() {
        return server != null;
    }

    /** The options as arguments of a command. */
    List<String> asTyped() {
        var words = new ArrayList<String>();
        if (server != null) {
            words.addAll(List.of(SERVER, server.toString()));
        }
        if (token != null) {
            words.addAll(ShellWords.option(TOKEN, List.of(token)));
        }
        if (cacert != null) {
            words.addAll(ShellWords.option(CACERT, List.of(cacert)));
        }
        return words;
    }

    /** For another source of answers, which excludes a processor. */
    void checkNot(String other) {
        if (server != null) {
            throw new ParameterException(
                    command.commandLine(), other + ", --server=URL are mutually exclusive (specify only one)");
        }
        check();
    }

    void check() {
        if (token != null && server == null) {
            throw new ParameterException(command.commandLine(), TOKEN + " requires " + SERVER);
        } else if (cacert != null && server == null) {
            throw new ParameterException(command.commandLine(), CACERT + " requires " + SERVER);
        }
    }

    /** The processor to ask. */
    ApiClient client(Settings settings, ConsoleCommand asking) throws CommandFailed {
        check();
        if (server != null) {
            return client(server, token(asking.console), trust(cacert, TrustedCertificates::issuing));
        }
        var dataDir = settings.get(SettingKeys.DATA_DIR);
        var location = local(dataDir)
                .orElseThrow(() -> new CommandFailed(
                        isStarting(dataDir)
                                ? "the processor of this machine is still starting; ask again in some seconds"
                                : "no processor runs on this machine; start one with 'footfall up', "
                                        + otherSources(asking)));
        var file = location.tokenFile();
        var cert = location.certFile();
        return new ApiClient(
                URI.create(location.url()),
                file == null ? Optional.empty() : Optional.of(secret(Path.of(file))),
                trust(cert == null ? null : Path.of(cert), TrustedCertificates::exactly),
                () -> "the processor that " + ProcessorFile.in(dataDir)
                        + " names no longer answers; start one with 'footfall up', "
                        + otherSources(asking));
    }

    private static String otherSources(ConsoleCommand asking) {
        return FromOption.ReadsFiles.isDoneBy(asking.model())
                ? "name another with --server URL, or add --from to read transcripts"
                : "or name another with --server URL";
    }

    private static boolean isStarting(Path dataDir) {
        try {
            return ProcessorFile.isStarting(dataDir);
        } catch (IOException unknown) {
            return false;
        }
    }

    private static Optional<ProcessorFile.Location> local(Path dataDir) throws CommandFailed {
        try {
            return ProcessorFile.read(dataDir);
        } catch (IOException why) {
            throw new CommandFailed("cannot read " + ProcessorFile.in(dataDir) + ": " + FailureReason.of(why));
        }
    }

    /** How a client trusts the certificates of a file. */
    interface Trust {
        SSLContext by(Path file) throws IOException, GeneralSecurityException;
    }

    static Optional<SSLContext> trust(Path file, Trust trust) throws CommandFailed {
        try {
            return file == null ? Optional.empty() : Optional.of(trust.by(file));
        } catch (GeneralSecurityException invalid) {
            throw new CommandFailed("cannot use the certificate " + file + ": " + invalid.getMessage());
        } catch (IOException why) {
            throw new CommandFailed("cannot read the certificate " + file + ": " + FailureReason.of(why));
        }
    }

    private ApiClient client(URI url, Optional<String> secret, Optional<SSLContext> tls) {
        try {
            return new ApiClient(
                    url,
                    secret,
                    tls,
                    () -> "cannot connect to " + url
                            + "; check the URL, and that 'footfall up' or 'footfall stream' runs " + "there");
        } catch (IllegalArgumentException invalid) {
            throw new ParameterException(
                    command.commandLine(), SERVER + " has " + SafeText.of(url.toString()) + "; expected " + FORM);
        }
    }

    private Optional<String> token(Console console) throws CommandFailed {
        if (token != null) {
            return Optional.of(secret(token));
        }
        var text = console.environment()
                .variables()
                .getOrDefault(TOKEN_VARIABLE, "")
                .strip();
        if (!text.isEmpty() && !PRINTABLE.matcher(text).matches()) {
            throw new CommandFailed(TOKEN_VARIABLE + " contains no token; set it to the text of the token file");
        }
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static String secret(Path file) throws CommandFailed {
        try {
            var text = SecretFile.read(file)
                    .orElseThrow(() -> new CommandFailed("other users can read the token file " + file
                            + "; close it with: chmod 600 " + ShellWords.of(file.toString())));
            if (!PRINTABLE.matcher(text).matches()) {
                throw new CommandFailed(file + " contains no token; name the token file of the processor");
            }
            return text;
        } catch (NoSuchFileException missing) {
            throw new CommandFailed("the token file " + file + " does not exist; copy it from the processor");
        } catch (IOException why) {
            throw new CommandFailed("cannot read the token file " + file + ": " + FailureReason.of(why));
        }
    }
}
