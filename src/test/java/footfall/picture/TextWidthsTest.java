package footfall.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TextWidthsTest {
    private static final Path FONTS = Path.of("/usr/share/fonts/truetype/dejavu");
    private static final String TEXT = "Bash:Searching & Reading 1,234 \u00b7 4.7 min {WMim} ~|lI_()%@";

    @Test
    void textIsMeasuredAsTheFallbackFontDrawsIt() throws Exception {
        assumeThat(FONTS).exists();
        assertThat(TextWidths.REGULAR.width(TEXT, 11)).isCloseTo(drawn("DejaVuSans.ttf", 11), within(1.5));
        assertThat(TextWidths.BOLD.width(TEXT, 13)).isCloseTo(drawn("DejaVuSans-Bold.ttf", 13), within(1.5));
    }

    private static double drawn(String file, float size) throws Exception {
        var font = Font.createFont(Font.TRUETYPE_FONT, FONTS.resolve(file).toFile())
                .deriveFont(size);
        return font.getStringBounds(TEXT, new FontRenderContext(null, true, true))
                .getWidth();
    }

    @Test
    void aLetterOfAnotherScriptIsTakenForAWideOne() {
        assertThat(TextWidths.REGULAR.width("\u65e5\u672c", 10)).isEqualTo(22);
    }
}
