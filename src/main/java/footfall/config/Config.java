package footfall.config;

import footfall.config.SettingKey.Setting;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Reads settings from their sources, each overriding the previous one: defaults,
 * {@code ~/.footfall/config.toml}, variables {@code FOOTFALL_<KEY>}, flags. Collects all mistakes before it
 * reports them.
 */
public final class Config {
    private static final String FILE_VARIABLE = "FOOTFALL_CONFIG";

    private static final String PRICES = "prices.txt";

    /** Variables with the prefix of settings that are not settings. */
    private static final Set<String> OTHER_VARIABLES = Set.of(
            FILE_VARIABLE,
            "FOOTFALL_TOKEN",
            "FOOTFALL_CLASSPATH",
            "FOOTFALL_DEBUG",
            "FOOTFALL_JAVA_OPTS",
            "FOOTFALL_KAFKA_LOG");

    private final Environment environment;
    private final Map<String, SettingKey<?>> keys = new LinkedHashMap<>();
    private final Map<String, Setting<?>> settings = new HashMap<>();
    private final List<SettingErrors.Mistake> mistakes = new ArrayList<>();

    private Config(Environment environment) {
        this.environment = environment;
        for (var key : SettingKeys.ALL) {
            keys.put(key.name(), key);
        }
    }

    /** The flags: another settings file, or null; and assignments {@code key=value}. */
    public record Flags(Path file, List<String> assignments) {
        public static final Flags NONE = new Flags(null, List.of());

        public Flags {
            assignments = List.copyOf(assignments);
        }
    }

    /** @throws SettingErrors with all mistakes */
    public static Settings read(Environment environment, Flags flags) throws SettingErrors {
        var config = new Config(environment);
        config.file(flags.file());
        config.variables();
        config.assignments(flags.assignments());
        config.checkKeyConstraints();
        var prices = config.prices(flags.file());
        if (!config.mistakes.isEmpty()) {
            throw new SettingErrors(config.mistakes);
        }
        return new Settings(config.settings, environment, prices);
    }

    /** The settings file: the one of the flag, of the variable, or the default one. {@code flagged} may be null. */
    public static Path path(Environment environment, Path flagged) {
        var named = environment.variables().get(FILE_VARIABLE);
        if (flagged != null) {
            return flagged;
        }
        return named != null && !named.isBlank() ? environment.path(named) : usual(environment);
    }

    private static Path usual(Environment environment) {
        return environment.home().resolve(".footfall").resolve("config.toml");
    }

    /** The price list that a user installed: beside the settings file. */
    public static Path pricesPath(Environment environment, Path flagged) {
        return path(environment, flagged).toAbsolutePath().resolveSibling(PRICES);
    }

    /** The installed price list; null for none, and for one that is older than that of this footfall. */
    private PriceList prices(Path flagged) {
        var path = pricesPath(environment, flagged);
        if (!Files.exists(path)) {
            return null;
        }
        try {
            var list = PriceListText.read(Files.readString(path));
            return list.version().isBefore(PriceListText.builtIn().version()) ? null : list;
        } catch (PriceListText.InvalidPriceList invalid) {
            mistake(place(path, invalid.line()), invalid.getMessage() + "; correct it, or delete the file");
        } catch (IOException unreadable) {
            mistake(path.toString(), "cannot be read");
        }
        return null;
    }

    private void file(Path flagged) {
        var path = path(environment, flagged);
        try {
            // The default file may be missing.
            if (flagged != null || !path.equals(usual(environment)) || Files.exists(path)) {
                file(path, TomlFile.read(Files.readString(path)));
            }
        } catch (TomlFile.Broken broken) {
            mistake(place(path, broken.line), broken.getMessage());
        } catch (NoSuchFileException missing) {
            mistake(path.toString(), "does not exist; create it, or correct --settings or " + FILE_VARIABLE);
        } catch (CharacterCodingException noText) {
            mistake(path.toString(), "is not UTF-8");
        } catch (IOException unreadable) {
            mistake(path.toString(), "cannot be read");
        }
    }

    private void file(Path path, TomlFile file) {
        file.values().forEach((name, raw) -> {
            var place = place(path, file.lineOf(name));
            var key = keys.get(name);
            if (key == null) {
                mistake(place, unknown(name, NearestWords.to(name, keys.keySet())));
            } else {
                set(key, raw, place, entry -> place(path, file.lineOf(name, entry)));
            }
        });
    }

    private static String place(Path path, int line) {
        return path + ":" + line;
    }

    private void variables() {
        var byVariable = keys.values().stream().collect(Collectors.toMap(SettingKey::variable, key -> key));
        new TreeMap<>(environment.variables()).forEach((name, value) -> {
            var key = byVariable.get(name);
            if (key != null) {
                setFromText(key, value, name);
            } else if (SettingKey.isVariable(name) && !OTHER_VARIABLES.contains(name)) {
                mistake("environment", unknown(name));
            }
        });
    }

    /** Suggestions ignore the common prefix. */
    private String unknown(String variable) {
        var near = NearestWords.to(SettingKey.nameOf(variable), keys.keySet())
                .map(name -> keys.get(name).variable());
        return unknown(variable, near);
    }

    private static String unknown(String name, Optional<String> near) {
        return NearestWords.unknown(name, near) + (near.isEmpty() ? "; see 'footfall config --all'" : "");
    }

    private void assignments(List<String> assignments) {
        for (var assignment : assignments) {
            int equals = assignment.indexOf('=');
            var name = (equals < 0 ? assignment : assignment.substring(0, equals)).strip();
            var key = keys.get(name);
            if (equals < 0) {
                mistake("--set", "\"" + assignment + "\" is not key=value");
            } else if (key == null) {
                mistake("--set", unknown(name, NearestWords.to(name, keys.keySet())));
            } else {
                setFromText(key, assignment.substring(equals + 1).strip(), "--set");
            }
        }
    }

    private void setFromText(SettingKey<?> key, String value, String place) {
        if (key.type().isTable()) {
            mistake(place, key + " is a table; set it in the settings file");
        } else {
            set(key, value, place, entry -> place);
        }
    }

    private void set(SettingKey<?> key, Object raw, String place, UnaryOperator<String> placeOfEntry) {
        try {
            settings.put(key.name(), Setting.read(key, raw, place, environment));
        } catch (SettingKey.InvalidValue refused) {
            refused.faults()
                    .forEach(fault -> mistake(
                            fault.entry() == null ? place : placeOfEntry.apply(fault.entry()),
                            key + " " + fault.message()));
        }
    }

    /** Checks constraints between keys. */
    private void checkKeyConstraints() {
        var settled = new Settings(settings, environment, null);
        if (settled.get(SettingKeys.STUB_RETENTION).compareTo(settled.get(SettingKeys.SESSION_RETENTION)) < 0) {
            var stub = settled.of(SettingKeys.STUB_RETENTION);
            var session = settled.of(SettingKeys.SESSION_RETENTION);
            var place = stub.isDefault() ? session.from() : stub.from();
            mistake(
                    place,
                    stub.key() + " is " + stub.shown() + "; expected at least " + session.key() + " (" + session.shown()
                            + ")");
        }
    }

    private void mistake(String place, String message) {
        mistakes.add(new SettingErrors.Mistake(place, message));
    }
}
