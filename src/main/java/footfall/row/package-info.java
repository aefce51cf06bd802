/**
 * Stored rows: their keys and kinds, the primitives that write and read a value, and the rule of versions.
 * Each package keeps the bytes of its own records beside them. This package does not know where rows are
 * stored: {@link footfall.row.MemoryRows} keeps them in memory, {@code topology.RowStore} in RocksDB.
 */
package footfall.row;
