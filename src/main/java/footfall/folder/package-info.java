/**
 * Emits footfall's own folders and files: private to their owner, and folders locked by one process. The
 * entry points are {@link footfall.folder.FolderLock}, {@link footfall.folder.OwnerOnly} and
 * {@link footfall.folder.AtomicFile}; {@link footfall.folder.CompressionLibraries} keeps extracted libraries out of the
 * temporary folder. Holds the locks of this process. Does not know the contents of folders; see
 * {@code broker} and {@code ship}. Promise 17 in topology-docs/guarantees.md is kept here.
 */
package footfall.folder;
