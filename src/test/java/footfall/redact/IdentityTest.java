package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import footfall.redact.Identity.KeyedHash;
import footfall.redact.Identity.Rules;
import footfall.redact.Identity.Shown;
import org.junit.jupiter.api.Test;

class IdentityTest {
    private static final KeyedHash KEY = new KeyedHash(new byte[] {1, 2, 3});

    @Test
    void byDefaultTheHostIsNamedAndTheUserIsAPseudonym() {
        assertThat(Identity.of("laptop", "jane", Rules.DEFAULTS, KEY))
                .isEqualTo(new Identity("laptop", "5fa32dc226d816c5"));
    }

    @Test
    void aPseudonymDependsOnTheKeyAndOnWhatItNames() {
        var both = new Rules(Shown.PSEUDONYM, Shown.PSEUDONYM);
        var shown = Identity.of("jane", "jane", both, KEY);
        assertThat(shown.host()).isNotEqualTo(shown.user());
        assertThat(Identity.of("jane", "jane", both, KEY)).isEqualTo(shown);
        assertThat(Identity.of("jane", "jane", both, new KeyedHash(new byte[] {9}))
                        .user())
                .isNotEqualTo(shown.user());
    }

    @Test
    void whatIsOffOrUnknownIsAbsent() {
        assertThat(Identity.of("laptop", "jane", new Rules(Shown.OFF, Shown.OFF), null))
                .isEqualTo(new Identity(null, null));
        assertThat(Identity.of(null, " ", Rules.DEFAULTS, null)).isEqualTo(new Identity(null, null));
    }

    @Test
    void aPseudonymWithoutAKeyIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KeyedHash(new byte[0]))
                .withMessage("key is missing");
    }
}
