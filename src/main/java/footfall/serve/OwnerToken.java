package footfall.serve;

/**
 * What the owner of the transcripts presents to read their texts: random for each start, held in memory only, and given
 * to the owner in a link. It opens every path. Has no {@code toString}, so that no message contains it.
 */
public final class OwnerToken {
    /** Nobody guesses it, and a link with it fits a narrow terminal. */
    private static final int RANDOM_BYTES = 16;

    private final String text = Tokens.Token.random(RANDOM_BYTES);
    private final Client.Name name;

    /** {@code user}: the owner in records, null for not; {@code name}: as this machine calls the owner. */
    public OwnerToken(String user, String name) {
        this.name = new Client.Name(user, name);
    }

    Client.Name name() {
        return name;
    }

    /** The link to the page. Browsers never send the part behind {@code #}. */
    String link(String url) {
        return url + "/#" + text;
    }

    /** With those of the files. */
    Tokens with(ServeSettings.TokenFiles files) {
        return new Tokens(files, new Tokens.Token(text), name);
    }
}
