package footfall.view;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Changes;
import footfall.testkit.Fold;
import footfall.testkit.Transcripts;
import footfall.turn.Tokens;
import footfall.wire.Json;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What failures and repeats cost, in usage. */
class WastedUsageTest {
    private static final long DAY = 24 * 3_600;
    private static final Function<String, Map<String, Object>> READ =
            id -> Map.of("type", "tool_use", "id", id, "name", "Read", "input", Map.of("file_path", "a"));

    /** The first day has the failure and the repeats of a turn, also of what they cost on the second day. */
    @Test
    void whatFailuresAndRepeatsCostCountsInTheFirstRowOfATurn() {
        var lines = Transcripts.session("s1").prompt(0, "go");
        for (int i = 0; i < 8; i++) {
            long at = i < 4 ? i * 10 : DAY + i * 10;
            lines.assistant(at, "m" + i, i % 2 == 0 ? use("Edit", "t" + i) : READ.apply("t" + i))
                    .usage(1_000, 100);
            if (i == 0) {
                lines.failed(at + 1, "t" + i, "no");
            } else {
                lines.result(at + 1, "t" + i);
            }
        }
        var question =
                new UsageQuestion(List.of(UsageBy.DAY), Selection.ALL, ZoneOffset.UTC, UnaryOperator.identity(), true);
        var bill = UsageTest.answers(Fold.turns(lines)).usage(question, new UsageBill.Order(null, 9, false));
        var each = new BigDecimal("0.0045");
        var tokens = new Tokens(4_000, 400, 0, 0, 0);
        var half = each.multiply(new BigDecimal(4)).stripTrailingZeros();
        assertThat(question.isTallied()).isFalse();
        assertThat(bill.source()).isEqualTo(UsageBill.TURNS);
        assertThat(bill.rows())
                .containsExactly(
                        new UsageRow(
                                UsageRow.Key.of(Map.of(UsageBy.DAY, "2026-01-05"), false),
                                1,
                                1,
                                8,
                                1,
                                0,
                                Changes.ZERO,
                                0,
                                0,
                                0,
                                0,
                                tokens,
                                half,
                                new BigDecimal("0.0045"),
                                new BigDecimal("0.0135"),
                                null,
                                List.of(),
                                null,
                                null),
                        new UsageRow(
                                UsageRow.Key.of(Map.of(UsageBy.DAY, "2026-01-06"), false),
                                0,
                                0,
                                0,
                                0,
                                0,
                                Changes.ZERO,
                                0,
                                0,
                                0,
                                0,
                                tokens,
                                half,
                                BigDecimal.ZERO,
                                BigDecimal.ZERO,
                                null,
                                List.of(),
                                null,
                                null));
        var fold = new UsageFold(question);
        Fold.turns(lines).forEach(fold::add);
        var part = fold.part(1, null);
        assertThat(Json.read(UsagePart.class, Json.bytes(part))).isEqualTo(part);
        assertThat(bill.total().failuresCostUsd()).isEqualByComparingTo("0.0045");
        assertThat(bill.total().repeatsCostUsd()).isEqualByComparingTo("0.0135");
    }

    @Test
    void failuresWithoutAPriceHaveNoCost() {
        var lines = Transcripts.session("s1").prompt(0, "go");
        lines.assistant(1, "m1", use("Edit", "t1"))
                .usage(1_000, 100)
                .inMessage("model", "new-1")
                .failed(2, "t1", "no");
        lines.assistant(3, "m2", use("Edit", "t2")).usage(10, 1).result(4, "t2");
        var question =
                new UsageQuestion(List.of(UsageBy.DAY), Selection.ALL, ZoneOffset.UTC, UnaryOperator.identity(), true);
        var total = UsageTest.answers(Fold.turns(lines))
                .usage(question, new UsageBill.Order(null, 9, false))
                .total();
        assertThat(total.failuresCostUsd()).isNull();
        assertThat(total.repeatsCostUsd()).isEqualTo(BigDecimal.ZERO);
    }
}
