/**
 * Emits running systems: builds everything, starts in order, closes in reverse. The only package with a real
 * clock, which it passes to the others. Holds threads and the queues between them. See
 * topology-docs/develop/threads.md.
 */
package footfall.run;
