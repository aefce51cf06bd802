package footfall.call;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import footfall.line.InstantText;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/** Writes {@code permissions.yaml}: proposed rules by level, each with its evidence. */
public final class PermissionsYaml {
    private static final YAMLFactory YAML = YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .build();
    private static final String HEAD = """
      # Proposed rules in the agent's own syntax. Review them before you use them.
      # allow: what a person allowed 3 times or more and never rejected. Of transcripts that do not say who let a
      #   call run: commands and tools of a closed list that neither run another program nor write, used as often.
      # deny: rejected at least every second time. ask: everything else, but for what asked nobody.
      # still_asks: calls that asked a person in spite of any rule, and what avoids it.
      # A command line of several commands is evidence for the rule of each. A line with substitutions,
      # redirections, here-documents, subshells, loops or assignments is evidence for no rule:
      # calls_without_rule counts it.
      """;

    private PermissionsYaml() {}

    public static void write(Writer out, RuleEvidence evidence) throws IOException {
        out.write(HEAD);
        var rules = evidence.rules();
        try (var yaml = YAML.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
            yaml.writeStartObject();
            yaml.writeNumberField("calls_without_rule", evidence.callsWithoutRule());
            yaml.writeNumberField("omitted", evidence.rulesOmitted());
            yaml.writeObjectFieldStart("permissions");
            for (var level : PermissionRule.Level.values()) {
                yaml.writeArrayFieldStart(level.name().toLowerCase(Locale.ROOT));
                level(yaml, level, rules);
                yaml.writeEndArray();
            }
            yaml.writeEndObject();
            yaml.writeArrayFieldStart("still_asks");
            for (var habit : PermissionRule.HABITS.entrySet()) {
                if (evidence.asked(habit.getKey()) > 0) {
                    yaml.writeStartObject();
                    yaml.writeStringField("because", habit.getKey().word());
                    yaml.writeNumberField("asked", evidence.asked(habit.getKey()));
                    yaml.writeStringField("instead", habit.getValue());
                    yaml.writeEndObject();
                }
            }
            yaml.writeEndArray();
            yaml.writeEndObject();
        }
        out.flush();
    }

    private static void level(JsonGenerator yaml, PermissionRule.Level level, List<PermissionRule> rules)
            throws IOException {
        for (var rule : rules) {
            var proposal = rule.proposal().orElse(null);
            if (proposal != null && proposal.level() == level) {
                yaml.writeStartObject();
                yaml.writeStringField("rule", rule.rule());
                yaml.writeStringField("because", proposal.because());
                evidence(yaml, rule);
                yaml.writeEndObject();
            }
        }
    }

    private static void evidence(JsonGenerator yaml, PermissionRule rule) throws IOException {
        yaml.writeObjectFieldStart("evidence");
        yaml.writeNumberField("used", rule.used());
        yaml.writeNumberField("ok", rule.ok());
        if (rule.isDecided()) {
            yaml.writeNumberField("allowed", rule.allowed());
        }
        yaml.writeNumberField("rejected", rule.rejected());
        yaml.writeNumberField("denied", rule.denied());
        yaml.writeNumberField("failed", rule.failed());
        yaml.writeNumberField("interrupted", rule.interrupted());
        yaml.writeNumberField("cancelled", rule.cancelled());
        yaml.writeNumberField("unanswered", rule.unanswered());
        if (rule.lastUsed() != null) {
            yaml.writeStringField("last_used", InstantText.toMillis(rule.lastUsed()));
        }
        yaml.writeEndObject();
    }
}
