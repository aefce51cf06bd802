/**
 * Commands: parse arguments, call {@code report} or {@code run}, and print. Emits text or JSON on stdout; a
 * failure is one line on stderr. Holds no state and decides nothing about turns; the only package that uses
 * picocli and exit codes. See {@code MainTest} for the exit codes.
 */
package footfall.cli;
