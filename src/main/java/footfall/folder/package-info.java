/**
 * Emits folders of footfall's own: closed to other users, and held by one process.
 * Enter at {@link footfall.folder.FolderLock} and {@link footfall.folder.OwnerOnly}; {@link
 * footfall.folder.Lz4Library} keeps what a library unpacks out of the temporary folder.
 * Holds the locks that this process has, nothing else. Knows nothing of what is kept in a folder; see {@code
 * broker} and {@code ship} for that.
 */
package footfall.folder;
