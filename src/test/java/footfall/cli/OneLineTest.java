package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An error is shown on one line: escaped line breaks become spaces, Windows paths stay as they are. */
class OneLineTest {
    @Test
    void escapedAndRealLineBreaksBecomeSpaces() {
        assertThat(ResultPrinter.line("<error>not found\\nat b.ts:3\\n  here\nand there</error>"))
                .isEqualTo("not found at b.ts:3 here and there");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cannot open C:\\new\\notes.txt",
                "cannot open D:\\src\\new\\x.ts",
                "cannot open \\\\nas\\new\\x.ts",
                "cannot open src\\main\\new.ts"
            })
    void aWindowsPathStaysWhole(String text) {
        assertThat(ResultPrinter.line(text)).isEqualTo(text);
    }
}
