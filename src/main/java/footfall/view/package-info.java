/**
 * Emits the answers to what one may ask of turns and tallies: {@link footfall.view.TurnQuestion},
 * {@link footfall.view.Path}; of running state {@link footfall.view.Views} and its records.
 * From turns, patterns, tools and desires, wherever they were folded.
 * Holds nothing, and knows nothing of Kafka, files or clocks.
 * See {@code PathTest}, and {@code StoreViewsIT} for what runs.
 */
package footfall.view;
