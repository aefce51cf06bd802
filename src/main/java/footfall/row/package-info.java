/**
 * Stored rows: keys, kinds, the bytes of values, and versions. Each package declares its own records, whose bytes
 * follow from them; {@code topology.StoredBytesTest} compares the bytes of every kind with those committed. This
 * package does not know where rows are stored: {@link footfall.row.MemoryRows} keeps them in memory,
 * {@code topology.RowStore} in RocksDB. Promise 20 in topology-docs/guarantees.md is kept here.
 */
package footfall.row;
