/**
 * Emits the files that make a command a service of its user: a systemd unit, a launchd agent. From the
 * command's words and environment variables. Pure text; {@code run} writes it and calls the programs. See
 * ServiceFilesTest.
 */
package footfall.service;
