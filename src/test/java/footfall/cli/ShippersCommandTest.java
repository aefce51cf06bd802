package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code footfall ship --status --team} asks a processor. */
@Timeout(60)
class ShippersCommandTest extends ServedTurns {
    @Test
    void theTableShowsWhoIsLateAndWhoIsBehind() {
        assertThat(run("ship", "--status", "--team", "--server", serve(Optional.empty())))
                .isEqualTo(new Terminal.Ran(
                        0,
                        """
                STATE         HEARD  HOST         USER          KB_BEHIND  LAST_LINE             \
                FILES  AGENTS             LINES  REPEATED  VERSION  SHIPPER
                late     2h 01m ago  box-killed   user-killed              2026-01-31T08:00:00Z  \
                    4  claude 3, codex 1     12         0  1.0      killed
                running    40 s ago  box-behind   user-behind          21  2026-01-31T08:00:00Z  \
                    4  claude 3, codex 1     12         0  1.0      behind
                stopped    40 s ago  box-stopped  user-stopped          0  2026-01-31T08:00:00Z  \
                    4  claude 3, codex 1     12         0  1.0      stopped
                """,
                        "footfall: late: its machine may be off or without a network; "
                                + "what it has not sent is in no answer\n"));
    }

    @Test
    void jsonAndCsvHaveTheFieldsOfTheApi() {
        var url = serve(Optional.empty());
        assertThat(run("ship", "--status", "--team", "--server", url, "--host", "box-killed", "--json"))
                .isEqualTo(new Terminal.Ran(0, """
                        [{"shipper_id":"killed","command":"ship","host":"box-killed","user":"user-killed",\
                        "version":"1.0","started_at":"2026-01-31T08:00:00Z","at":"2026-01-09T21:58:55Z",\
                        "state":"no_report","agents":[{"agent":"claude","files":3},{"agent":"codex","files":1}],\
                        "files":4,"files_behind":0,"bytes_behind":0,"unreadable":0,"lines":12,"rejected":0,\
                        "last_line_at":"2026-01-31T08:00:00Z","sender_hash":"of killed","interval_ms":300000,\
                        "heard_at":"2026-01-09T21:58:55Z","not_heard_for_ms":7265000,"late":true,"lines_repeated":0}]
                        """, ""));
        assertThat(run("ship", "--status", "--team", "--server", url, "--host", "box-killed", "--csv"))
                .isEqualTo(new Terminal.Ran(0, """
                        shipper_id,command,host,user,version,started_at,at,state,agents,files,files_behind,\
                        bytes_behind,unreadable,lines,rejected,last_line_at,sender_hash,interval_ms,heard_at,\
                        not_heard_for_ms,late,lines_repeated
                        killed,ship,box-killed,user-killed,1.0,2026-01-31T08:00:00Z,2026-01-09T21:58:55Z,no_report,\
                        "[{""agent"":""claude"",""files"":3},{""agent"":""codex"",""files"":1}]",4,0,\
                        0,0,12,0,2026-01-31T08:00:00Z,of killed,300000,2026-01-09T21:58:55Z,7265000,true,0
                        """, ""));
    }

    @Test
    void aProcessorThatNeverHeardOfThisMachinesShipperKnowsNoRepeatedLines() throws IOException {
        var data = Files.createDirectories(folder.resolve(".footfall/ship"));
        Files.writeString(data.resolve("status.json"), "{\"started_at\":\"2026-01-05T10:00:00Z\",\"rejected\":{}}");
        var url = serve(Optional.empty());
        assertThat(run("ship", "--status", "--server", url).out())
                .contains("\nlines repeated unknown to the processor\n");
    }

    @Test
    void anEmptyListSaysWhy() {
        assertThat(run("ship", "--status", "--team", "--server", serve(Optional.empty()), "--agent", "qbit"))
                .isEqualTo(new Terminal.Ran(0, "", "footfall: no shippers: nothing matches --agent\n"));
        assertThat(run("ship", "--status", "--team").err()).startsWith("footfall: no processor runs on this machine;");
    }
}
