/**
 * Emits footfall's own folders and files: closed to other users, and a folder held by one process.
 * Enter at {@link footfall.folder.FolderLock}, {@link footfall.folder.OwnerOnly} and {@link
 * footfall.folder.AtomicFile}; {@link footfall.folder.Lz4Library} keeps what a library unpacks out of the
 * temporary folder. Holds the locks that this process has, nothing else. Knows nothing of what is kept in a
 * folder; see {@code broker} and {@code ship} for that. Promise 17 in topology-docs/guarantees.md is kept
 * here.
 */
package footfall.folder;
