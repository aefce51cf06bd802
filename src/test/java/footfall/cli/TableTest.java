package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** A table hides columns and cuts texts until it fits the screen, and says so below the rows. */
class TableTest {
    private static String at(int width) throws IOException {
        var table = new Table(
                Table.Column.text("NAME"),
                Table.Column.number("CALLS").hiding(2),
                Table.Column.number("COST").hiding(1),
                Table.Column.longText("PROMPT"));
        table.row("s1", 1234, "$1.25", "paint the shed and then the fence");
        table.row("s2", 5, null, "go");
        var out = new StringWriter();
        table.print(out, width);
        return out.toString();
    }

    @Test
    void everythingIsPrintedWhereItFits() throws IOException {
        assertThat(at(80)).isEqualTo(at(Table.ANY_WIDTH)).isEqualTo("""
        NAME  CALLS   COST  PROMPT
        s1     1234  $1.25  paint the shed and then the fence
        s2        5         go
        """);
    }

    @Test
    void thePseudonymOfWhoLooksIsTheirNameAndThatOfOthersStays() throws IOException {
        var table = new Table(Table.Column.text("USER"), Table.Column.text("LAST_IN"), Table.Column.number("TURNS"));
        table.row("0123456789abcdef", "shop (0123456789abcdef)", 3);
        table.row("fedcba9876543210", "shop (fedcba9876543210)", 4);
        assertThat(table.hasPseudonym()).isTrue();
        table.name("0123456789abcdef", "ada");
        var out = new StringWriter();
        table.print(out, 80);
        assertThat(out).hasToString("""
        USER              LAST_IN                  TURNS
        ada               shop (ada)                   3
        fedcba9876543210  shop (fedcba9876543210)      4
        """);
    }

    @Test
    void aLongTextIsCutBeforeAColumnIsHidden() throws IOException {
        assertThat(at(40)).isEqualTo("""
        NAME  CALLS   COST  PROMPT
        s1     1234  $1.25  paint the shed and …
        s2        5         go
        … = cut to fit; --json prints all
        """);
    }

    @Test
    void theLeastEssentialColumnIsHiddenFirst() throws IOException {
        assertThat(at(30)).isEqualTo("""
        NAME   COST  PROMPT
        s1    $1.25  paint the shed a…
        s2           go
        … = cut to fit; --json prints
        all
        hidden to fit: CALLS; --json
        prints all
        """);
        assertThat(at(20)).startsWith("NAME  PROMPT\ns1    paint the she…\n").contains("CALLS, COST;");
    }

    private static String withAdvice(int width) throws IOException {
        var table =
                new Table(Table.Column.longText("WHAT"), Table.Column.number("COUNT"), Table.Column.below("ADVICE"));
        table.row("the shed is painted twice", 7, "paint it once, and then the fence");
        table.row("nothing", 1, null);
        var out = new StringWriter();
        table.print(out, width);
        return out.toString();
    }

    @Test
    void whatStandsBelowItsRowHasLinesOfItsOwnOnAScreen() throws IOException {
        assertThat(withAdvice(34)).isEqualTo("""
        WHAT                       COUNT
        the shed is painted twice      7
            paint it once, and then the
            fence
        nothing                        1
        """);
        assertThat(withAdvice(Table.ANY_WIDTH)).isEqualTo("""
        WHAT                       COUNT  ADVICE
        the shed is painted twice      7  paint it once, and then the fence
        nothing                        1
        """);
    }

    @Test
    void colorsSayWhatTheWordsSayAndMoveNoColumn() throws IOException {
        var table = new Table(
                Table.Column.text("SESSION"),
                Table.Column.number("FAILURES"),
                Table.Column.text("STATE"),
                Table.Column.number("COST"),
                Table.Column.below("ID"),
                new Table.Column("ADVICE", false, true, 0, true, true, 1));
        table.row("4f2a", 3, "raised", "$1.25", "env-need:jq", "Install it, or name the command to use instead.");
        table.row("9c", 0, "resolved", null, null, null);
        var out = new StringWriter();
        table.print(out, 40, true);
        assertThat(out.toString().replace('\033', '^')).isEqualTo("""
        SESSION  FAILURES  STATE      COST
        ^[2m4f2a^[0m            ^[31m3^[0m  ^[33mraised^[0m    ^[36m$1.25^[0m
            ^[2menv-need:jq^[0m  Install it, or name th…
        ^[2m9c^[0m              0  resolved
        … = cut to fit; --json prints all
        """);
        var plain = new StringWriter();
        table.print(plain, 40);
        assertThat(plain).hasToString(out.toString().replaceAll("\033\\[[0-9]+m", ""));
    }
}
