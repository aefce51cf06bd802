/**
 * Emits running systems: builds everything, starts in order, closes in reverse.
 * The only package with a real clock; what needs the time is given it from here.
 * Holds threads, and the queues between them.
 * See topology-docs/threads.md.
 */
package footfall.run;
