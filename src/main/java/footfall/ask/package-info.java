/**
 * Emits answers from processors in other processes: the shards of other instances of a topology, gathered with a
 * deadline. Holds no state. {@code run} connects it with the stores of this instance and with {@code serve}.
 * See {@code GatheredShardsTest}.
 */
package footfall.ask;
