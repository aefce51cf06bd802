/**
 * What a person types: commands that parse arguments, call {@code report} or {@code run}, and print.
 * Emits text, or JSON for machines, on stdout; a failure is one line on stderr.
 * Holds no state, decides nothing about turns; the only package that knows picocli and exit codes.
 * See {@code MainTest} for the exit codes.
 */
package footfall.cli;
