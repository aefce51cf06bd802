/**
 * Emits the answers to queries on turns and tallies: {@link footfall.view.Answers}, merged from
 * {@link footfall.view.Shard}s with a {@link footfall.view.Selection}; and on running state:
 * {@link footfall.view.Views} and its records. Built from turns, patterns, tools and desires, wherever they
 * were folded. Holds nothing, and knows nothing of Kafka, files or clocks. See {@code MergedAnswersTest},
 * {@code FilesCommandsTest}, and {@code StoreViewsIT} for running state.
 */
package footfall.view;
