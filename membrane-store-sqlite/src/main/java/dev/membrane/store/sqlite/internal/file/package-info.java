/**
 * The files of a store: who holds them, who may read them, what kind they are, and the keys next to
 * them.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.internal.file.StoreFile}. The classes by what
 * they are about:
 *
 * <ul>
 *   <li>files: {@code StoreFile}, {@code HeldFiles}, {@code PrivateFiles}, {@code FileHeader}
 *   <li>encryption: {@code Encryption}, {@code DataKeyFile}
 * </ul>
 */
@NullMarked
package dev.membrane.store.sqlite.internal.file;

import org.jspecify.annotations.NullMarked;
