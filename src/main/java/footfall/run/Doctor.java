package footfall.run;

import footfall.config.SettingErrors;
import footfall.config.Settings;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** The checks of {@code doctor}. They change nothing, and no finding contains text of a transcript. */
public final class Doctor {
    private Doctor() {}

    /** {@code target} is null when no cluster is checked. */
    public static List<Finding> examine(Settings settings, CheckedCluster target, LocalDate today) {
        var findings = new ArrayList<Finding>();
        findings.add(MachineChecks.java());
        findings.add(Finding.ok("settings", "all settings are valid"));
        findings.add(MachineChecks.prices(settings.priceList(), today));
        findings.addAll(new MachineChecks(settings).all());
        if (target == null) {
            findings.add(Finding.ok("broker", "not checked: no cluster is named, and no up is running"));
        } else {
            findings.addAll(new ClusterChecks(settings, target).all());
        }
        return List.copyOf(findings);
    }

    /** When settings are invalid, nothing that depends on them can be checked. */
    public static List<Finding> examine(SettingErrors invalid) {
        var findings = new ArrayList<>(List.of(MachineChecks.java()));
        invalid.getMessage()
                .lines()
                .forEach(mistake ->
                        findings.add(Finding.error("settings", mistake, "correct it, then run doctor again")));
        return List.copyOf(findings);
    }
}
