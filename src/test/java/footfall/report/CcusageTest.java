package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.config.Config;
import footfall.config.Environment;
import footfall.line.LineParser;
import footfall.session.SessionReport;
import footfall.tail.ExcludedProjects;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * {@code src/test/prices/home} has a session for each model, with messages of two lines, five-minute and
 * one-hour cache writes. {@code ccusage.txt} is what ccusage made of it, so the test needs no ccusage.
 */
class CcusageTest {
    private static final Path FOLDER = Path.of("src", "test", "prices");

    @Test
    void whereBothListsHaveTheSamePricesEachModelCostsWhatCcusageSays() throws Exception {
        var settings = Config.read(new Environment(Map.of()), Config.Flags.NONE);
        var files = new LocalFiles(new History(1, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE));
        var reports = new FileReports(files, settings.prices())
                .all(List.of(FOLDER.resolve("home")), LocalFiles.NO_PROGRESS)
                .reports();
        assertThat(reports.stream().collect(Collectors.toMap(SessionReport::model, SessionReport::costEstimate)))
                .isEqualTo(expected());
    }

    private static Map<String, BigDecimal> expected() throws Exception {
        var costs = new HashMap<String, BigDecimal>();
        for (var line : Files.readAllLines(FOLDER.resolve("ccusage.txt"))) {
            if (!line.startsWith("#")) {
                var cells = line.split(" ");
                costs.put(cells[0], new BigDecimal(cells[1]).setScale(4, RoundingMode.HALF_EVEN));
            }
        }
        return costs;
    }
}
