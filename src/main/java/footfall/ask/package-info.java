/**
 * Emits answers from processors in other processes: {@link footfall.ask.ServerAnswers} asks the public API of a
 * processor for {@code cli}; {@link footfall.ask.GatheredShards} gathers the shards of other instances of a
 * topology with a deadline. Holds no state. {@code run} connects the latter with the stores of this instance and
 * with {@code serve}. Promise 22 in topology-docs/guarantees.md is kept here. See {@code ServerAnswersTest},
 * {@code GatheredShardsTest} and {@code InstancesAnswerIT}.
 */
package footfall.ask;
