package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.run.ShipFolder.ShipStatus;
import footfall.session.SessionReport;
import footfall.testkit.Samples;
import footfall.view.OpenTurn;
import footfall.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every component of a record that only {@code --json} prints is in its JSON. */
class PrintedComponentsTest {
    @TempDir
    Path folder;

    @Test
    void aChangeInAnOpenTurnIsPrinted() {
        var sample = Samples.of(OpenTurn.class);
        Samples.variants(sample)
                .forEach((path, variant) ->
                        assertThat(JsonOut.text(variant)).as(path).isNotEqualTo(JsonOut.text(sample)));
    }

    @Test
    void aChangeInAShipperStatusIsWrittenAndReadBack() {
        var sample = Samples.of(ShipStatus.class);
        Samples.variants(sample).forEach((path, variant) -> {
            assertThat((Object) Json.read(ShipStatus.class, Json.bytes(variant)))
                    .as(path)
                    .isEqualTo(variant);
            assertThat(Json.bytes(variant)).as(path).isNotEqualTo(Json.bytes(sample));
        });
    }

    @Test
    void aChangeInAReportIsPrintedWholeAndInAList() {
        var sample = Samples.of(SessionReport.class);
        Samples.variants(sample).forEach((path, variant) -> {
            assertThat(whole(variant)).as(path).isNotEqualTo(whole(sample));
            assertThat(listed(variant)).as(path).isNotEqualTo(listed(sample));
        });
    }

    private String whole(Object report) {
        return printed(console -> JsonOut.printObject(console, report));
    }

    private String listed(Object report) {
        return printed(console -> JsonOut.array(console, List.of(report)));
    }

    private interface Printing {
        void on(Console console) throws IOException;
    }

    private String printed(Printing printing) {
        return new Terminal(folder)
                .run(console -> {
                    try {
                        printing.on(console);
                        return 0;
                    } catch (IOException impossible) {
                        throw new UncheckedIOException(impossible);
                    }
                })
                .out();
    }
}
