package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.report.Extraction.ScriptRows;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptRowsTest {
    private final List<String> out = new ArrayList<>();
    private final ScriptRows<String> rows = new ScriptRows<>(out::add);

    @Test
    void rowsWaitForTheScriptBeforeThem() {
        rows.add("a", null);
        rows.add("script", "s");
        rows.add("b", null);
        assertThat(out).containsExactly("a");
        rows.end("other");
        assertThat(out).containsExactly("a");
        rows.end("s");
        assertThat(out).containsExactly("a", "script", "b");
    }

    @Test
    void aScriptWithCallsHasNoRow() {
        rows.add("first", "s");
        rows.add("second", "t");
        rows.add("a", null);
        rows.drop("t");
        assertThat(out).isEmpty();
        rows.drop("s");
        assertThat(out).containsExactly("a");
        rows.drop("s");
        rows.add("again", "s");
        rows.endFile();
        assertThat(out).containsExactly("a", "again");
    }

    @Test
    void theOldestRowIsPassedOnWhenTooManyWait() {
        rows.add("script", "s");
        for (int i = 1; i < ScriptRows.ROWS_MAX; i++) {
            rows.add("row", null);
        }
        assertThat(out).isEmpty();
        rows.add("last", null);
        assertThat(out).hasSize(ScriptRows.ROWS_MAX + 1).startsWith("script").endsWith("last");
    }
}
