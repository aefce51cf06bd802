package footfall.serve;

import footfall.ask.HttpPeers.Access;
import footfall.serve.Tokens.Token;

/** How the instances of a topology reach each other: all have the same settings of tokens and TLS. */
public final class PeerAccess {
    private PeerAccess() {}

    /** With the admin token if there is one, else the reader's. Throws {@link ServerUnavailable}. */
    public static Access of(ServeSettings settings) {
        var file = settings.tokens().admin().or(settings.tokens()::reader);
        return new Access(
                settings.tls().isEmpty() ? "http" : "https",
                file.map(Token::in).map(Token::authorization),
                settings.tls().cert().map(TlsKeys::trusting));
    }
}
