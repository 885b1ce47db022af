/**
 * The files of a store: who holds them, who may read them, and what kind they are.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.internal.file.StoreFile}. The classes by what
 * they are about:
 *
 * <ul>
 *   <li>who holds and reads them: {@code StoreFile}, {@code HeldFiles}, {@code PrivateFiles}
 *   <li>kind: {@code FileHeader}
 * </ul>
 */
@NullMarked
package dev.membrane.store.sqlite.internal.file;

import org.jspecify.annotations.NullMarked;
