/**
 * Emits answers from processors in other processes: {@link footfall.ask.ServerAnswers} asks the public API of a
 * processor for {@code cli}; {@link footfall.ask.GatheredShards} gathers the shards of other instances of a
 * topology with a deadline. Holds no state. {@code run} connects the latter with the stores of this instance and
 * with {@code serve}. See {@code ServerAnswersTest} and {@code GatheredShardsTest}.
 */
package footfall.ask;
