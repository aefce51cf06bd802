package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import footfall.testkit.Ports;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** There is no broker, so no question is answered. */
@Timeout(60)
class RenewableAdminTest {
    private final List<Admin> opened = new ArrayList<>();
    private final RenewableAdmin renewable = new RenewableAdmin(this::open);

    private Admin open() {
        int nobody = Ports.free();
        var admin = Admin.create(Map.of(
                "bootstrap.servers", "127.0.0.1:" + nobody,
                "request.timeout.ms", "3600000",
                "default.api.timeout.ms", "3600000"));
        opened.add(admin);
        return admin;
    }

    @AfterEach
    void close() {
        opened.forEach(one -> one.close(Duration.ZERO));
    }

    @Test
    void whoWaitsForAnAnswerIsToldThatItFailed() {
        var answer = renewable.admin().listTopics().names();
        renewable.renew();
        var why = catchThrowable(() -> answer.get(4, TimeUnit.MINUTES));
        assertThat(why).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(TimeoutException.class);
        assertThat(Recoverable.name(why)).isEqualTo("TimeoutException");
    }

    @Test
    void whatIsAskedLaterIsAskedWithANewClient() {
        renewable.renew();
        var answer = renewable.admin().listTopics().names();
        assertThat(opened).hasSize(2);
        opened.get(0).close(Duration.ZERO);
        assertThat(answer.isDone()).isFalse();
        opened.get(1).close(Duration.ZERO);
        assertThatThrownBy(() -> answer.get(4, TimeUnit.MINUTES)).hasCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void aClosedClientIsNotReplaced() {
        renewable.admin().close(Duration.ZERO);
        renewable.renew();
        assertThat(opened).hasSize(1);
        assertThatThrownBy(() -> renewable.admin().listTopics().names().get(4, TimeUnit.MINUTES))
                .isInstanceOf(Exception.class);
    }
}
