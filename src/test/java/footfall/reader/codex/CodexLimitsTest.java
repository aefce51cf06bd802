package footfall.reader.codex;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Line;
import footfall.line.RateLimits;
import java.math.BigDecimal;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The limits of a subscription, from lines of Codex. */
class CodexLimitsTest {
    private static final Instant AT = Instant.parse("2026-01-05T10:00:00Z");
    private static final String PRIMARY =
            "'primary':{'used_percent':28.04,'window_minutes':300,'resets_at':1781768670}";
    private static final RateLimits.Window FIVE_HOURS =
            new RateLimits.Window(new BigDecimal("28"), 300, Instant.parse("2026-06-18T07:44:30Z"));

    private static RateLimits limits(String json) {
        var line = CodexFile.line("'timestamp':'" + AT + "','type':'event_msg','payload':{'type':'token_count',"
                + "'info':null,'rate_limits':" + json + "}");
        return line instanceof Line.Unresolved unresolved
                        && ((CodexEvent) unresolved.event()).fact() instanceof CodexEvent.Count count
                ? count.limits()
                : null;
    }

    @Test
    void aCountHasThePlanAndItsWindows() {
        assertThat(limits("{'limit_id':'codex','limit_name':null," + PRIMARY + ",'secondary':{'used_percent':9.5,"
                        + "'window_minutes':10080,'resets_at':1782337450},'credits':{'balance':'12'},"
                        + "'plan_type':'pro','rate_limit_reached_type':null}"))
                .isEqualTo(new RateLimits(
                        AT,
                        "pro",
                        FIVE_HOURS,
                        new RateLimits.Window(new BigDecimal("9.5"), 10_080, Instant.parse("2026-06-24T21:44:10Z"))));
        assertThat(limits("{" + PRIMARY + ",'secondary':null}")).isEqualTo(new RateLimits(AT, null, FIVE_HOURS, null));
    }

    @Test
    void aPlanThatIsNoKnownWordIsAbsent() {
        assertThat(limits("{" + PRIMARY + ",'plan_type':'ada@example.com'}").plan())
                .isNull();
    }

    /** Of a single model, without a window, or with one that no service has. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "{'limit_id':'codex_other','primary':{'used_percent':1,'window_minutes':300,'resets_at':1781768670}}",
                "{'plan_type':'pro','primary':null}",
                "{'primary':{'used_percent':1,'window_minutes':300}}",
                "{'primary':{'used_percent':'1','window_minutes':300,'resets_at':1781768670}}",
                "{'primary':{'used_percent':-1,'window_minutes':300,'resets_at':1781768670}}",
                "{'primary':{'used_percent':1,'window_minutes':0,'resets_at':1781768670}}",
                "{'primary':{'used_percent':1,'window_minutes':300,'resets_at':999999999999}}",
                "{'primary':[]}"
            })
    void othersAreNone(String json) {
        assertThat(limits(json)).isNull();
    }

    @Test
    void theNewestOnesCount() {
        var old = new RateLimits(AT, "plus", FIVE_HOURS, null);
        var young = new RateLimits(AT.plusSeconds(1), "pro", FIVE_HOURS, null);
        assertThat(RateLimits.newest(old, young)).isEqualTo(young);
        assertThat(RateLimits.newest(young, old)).isEqualTo(young);
        assertThat(RateLimits.newest(null, old)).isEqualTo(old);
        assertThat(RateLimits.newest(old, null)).isEqualTo(old);
        assertThat(RateLimits.newest(old, new RateLimits(null, "pro", FIVE_HOURS, null)))
                .isEqualTo(old);
    }
}
