package footfall.broker;

import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;
import org.apache.kafka.common.security.scram.ScramCredential;
import org.apache.kafka.common.security.scram.ScramCredentialCallback;
import org.apache.kafka.common.security.scram.internals.ScramFormatter;
import org.apache.kafka.common.security.scram.internals.ScramMechanism;

/**
 * Authenticates the users of a listener of the embedded broker: only the one in the listener's own JAAS
 * configuration. Kafka's own handler reads users from the metadata log, which has none in directories
 * formatted by earlier versions. Instantiated by Kafka by class name.
 */
public final class OwnerLogin implements AuthenticateCallbackHandler {
    static final String USER = "footfall";

    private ScramCredential credential;

    @Override
    public void configure(Map<String, ?> configs, String mechanism, List<AppConfigurationEntry> entries) {
        var scram = ScramMechanism.forMechanismName(mechanism);
        var password = entries.get(0).getOptions().get("password").toString();
        try {
            credential = new ScramFormatter(scram).generateCredential(password, scram.minIterations());
        } catch (NoSuchAlgorithmException why) {
            throw new IllegalStateException("this Java has no " + mechanism, why);
        }
    }

    @Override
    public void handle(Callback[] callbacks) throws UnsupportedCallbackException {
        boolean isOwner = false;
        for (var callback : callbacks) {
            if (callback instanceof NameCallback name) {
                isOwner = USER.equals(name.getDefaultName());
            } else if (callback instanceof ScramCredentialCallback wanted) {
                // Without a credential, Kafka rejects the user as unknown.
                wanted.scramCredential(isOwner ? credential : null);
            } else {
                throw new UnsupportedCallbackException(callback);
            }
        }
    }

    @Override
    public void close() {}
}
