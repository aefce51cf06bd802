/**
 * Emits what tests are made of: transcripts, stories, folds whose clock stands still.
 * From {@link footfall.testkit.Transcripts} come bytes, from {@link footfall.testkit.Fold} the turns in them.
 * Most of it holds no file, thread or time of its own; a broker, a database, a worker and a browser are closed by
 * those who start them.
 * Every fake is written by hand; nothing here mocks.
 */
package footfall.testkit;
