/**
 * What a person types: picocli commands that parse arguments, call {@code run} or a local-file noun, and print.
 * Emits text, or JSON for machines, on stdout, and one line about a failure on stderr.
 * Holds no state, decides nothing about turns, and is the only package that knows picocli and exit codes.
 * See {@code MainTest} for the exit codes.
 */
package footfall.cli;
