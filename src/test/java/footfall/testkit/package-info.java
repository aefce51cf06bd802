/**
 * Emits what tests are made of: transcripts, stories, folds whose clock stands still.
 * From {@link footfall.testkit.Transcripts} come bytes, from {@link footfall.testkit.Fold} the turns in them.
 * Holds no file, thread or time of its own.
 * Every fake is written by hand; nothing here mocks.
 */
package footfall.testkit;
