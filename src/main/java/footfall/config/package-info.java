/**
 * Emits {@link footfall.config.Settings} from a file, environment variables and flags; the entry point is
 * {@link footfall.config.Config}. All keys are defined in {@link footfall.config.SettingKeys}. Holds nothing:
 * the environment is an argument, and the file is read once. See {@code ConfigTest}.
 */
package footfall.config;
