package footfall.cli;

import footfall.config.SettingErrors;
import footfall.run.Doctor;
import footfall.run.Finding;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "doctor",
        header = "Check this machine and a cluster, with a remedy for each problem.",
        description = "Checks Java, settings, the age of the price list, homes, permissions and disk space; "
                + "and of a cluster: reachable, versions, "
                + "clock, topics, late shippers, hanging transactions. Changes nothing. Exit code 1 if a check "
                + "finds an error.",
        footer = {
            "  footfall doctor                                      this machine, and the broker of a running `up`",
            "  footfall doctor --bootstrap-servers kafka:9092       and a cluster",
            "  footfall doctor --config client.properties --json"
        })
final class DoctorCommand extends SettingsCommand {
    @Mixin
    private ClusterOptions cluster;

    @Option(names = "--json", description = "Print one JSON array.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        var findings = findings();
        var table = new Table(Table.Column.text("LEVEL"), Table.Column.text("CHECK"), Table.Column.text("FINDING"));
        for (var finding : findings) {
            table.row(finding.level().word(), finding.check(), finding.message());
            if (finding.remedy() != null) {
                table.row("", "", "  " + finding.remedy());
            }
        }
        new ResultPrinter(console, this, json).print(findings, table, null);
        boolean isWrong = findings.stream().anyMatch(finding -> finding.level() == Finding.Level.ERROR);
        return isWrong ? ExitCodes.FAILED : ExitCodes.OK;
    }

    private List<Finding> findings() throws CommandFailed {
        try {
            var settings = settings();
            var today = LocalDate.ofInstant(console.clock().instant(), ZoneOffset.UTC);
            return Doctor.examine(
                    settings, cluster.target(settings, settingsOptions).orElse(null), today);
        } catch (SettingErrors invalid) {
            return Doctor.examine(invalid);
        }
    }
}
