package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.FileId;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.testkit.Defaults;
import java.util.List;

/** One file as a test tells it, line by line; single quotes stand for double ones. Checks the law for each line. */
final class RedactorFixture {
    static final Source SOURCE = Source.file(new SessionId("s"), null);

    private final RedactedFile file;

    RedactorFixture(RedactRules rules, Source source) {
        var id = new FileId(source.dialect().word() + "/s", "00", 0);
        this.file = new RedactedFile(source, id, rules);
    }

    RedactorFixture() {
        this(Defaults.REDACT, SOURCE);
    }

    Redactor redactor() {
        return file.redactor();
    }

    void restart() {
        file.restart();
    }

    List<Redacted> parts(String line) {
        return file.line(line);
    }

    /** The line as it leaves; null when it is not sent. */
    String of(String line) {
        return ofJson(line.replace('\'', '"'));
    }

    String ofJson(String line) {
        int before = file.sent().size();
        assertThat(parts(line)).hasSize(1).noneMatch(Redacted.Rejected.class::isInstance);
        return file.sent().size() == before ? null : file.sent().get(before);
    }

    /** Every line as it leaves; those not sent are left out. */
    List<String> of(List<String> lines) {
        lines.forEach(this::ofJson);
        return List.copyOf(file.sent());
    }
}
