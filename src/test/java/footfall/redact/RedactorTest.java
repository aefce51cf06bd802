package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.FileId;
import footfall.line.OwnerUuids;
import footfall.line.RejectedBytes;
import footfall.line.SessionId;
import org.junit.jupiter.api.Test;

class RedactorTest {
    @Test
    void wordsThatALineClaimsToBeDerivedAreNotBelieved() {
        var plain = "'content':[{'type':'tool_result','tool_use_id':'t','content':''%s}]";
        var claiming = plain.formatted(",'outcome':'error','footfall':{'outcome':'error','subject':'x'}");
        assertThat(new RedactorFixture().of("{'type':'user','events':[{'kind':'stopped'}]," + claiming + "}"))
                .isEqualTo(new RedactorFixture().of("{'type':'user'," + plain.formatted("") + "}"));
    }

    @Test
    void namesAreBounded() {
        var long300 = "x".repeat(300);
        var out = new RedactorFixture().of("{'type':'user','uuid':'" + long300 + "','content':'x'}");
        assertThat(out).contains("\"uuid\":\"" + "x".repeat(239) + "~").doesNotContain("x".repeat(240));
    }

    @Test
    void linesThatMeanNothingAreNotSent() {
        var line = "{\"type\":\"system\",\"subtype\":\"away_summary\",\"content\":\"x\"}";
        assertThat(new RedactorFixture().parts(line)).containsExactly(new Redacted.Ignored("system/away_summary"));
        assertThat(new RedactorFixture().parts("  ")).isEmpty();
    }

    @Test
    void gluedLinesLeaveOneByOneAndTheBrokenRestIsRefused() {
        var first = "{\"type\":\"user\",\"uuid\":\"u\",\"timestamp\":\"2025-06-01T10:00:00Z\",\"content\":\"a\"}";
        var second = "{\"type\":\"mode\"}";
        var parts = new RedactorFixture().parts("\0" + first + second + "{\"type\":");
        var line = (RedactedLine) parts.get(0);
        assertThat(line.offset()).isEqualTo(1);
        assertThat(line.length()).isEqualTo(first.length());
        assertThat(line.ownerUuids(new OwnerUuids(OwnerUuids.State.BEGIN)).asked())
                .isEqualTo("u");
        assertThat(line.session()).isEqualTo(new SessionId("s"));
        assertThat(line.agent()).isNull();
        assertThat(line.file()).isEqualTo(new FileId("claude/s", "00", 0));
        assertThat(line.toString()).isEqualTo("RedactedLine[claude/s@00.0 at 1, 1 events]");
        assertThat(parts.subList(1, 3))
                .containsExactly(
                        new Redacted.Ignored("mode"),
                        new Redacted.Rejected(new RejectedBytes(
                                RejectedBytes.Reason.NOT_JSON, 1 + first.length() + second.length(), 8)));
    }
}
