/**
 * Emits {@link footfall.config.Settings} from a file, environment variables and flags; enter at
 * {@link footfall.config.Config}. Every key stands once, in {@link footfall.config.SettingKeys}.
 * Holds nothing: the environment is an argument, and the file is read once.
 * See {@code ConfigTest}.
 */
package footfall.config;
