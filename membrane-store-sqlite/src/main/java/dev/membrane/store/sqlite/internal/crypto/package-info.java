/**
 * What a file is encrypted with, and the data keys, which are in a file next to it.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.internal.crypto.Encryption}. The classes by
 * what they are about:
 *
 * <ul>
 *   <li>ciphers: {@code Encryption}
 *   <li>data keys: {@code DataKeyFile}
 * </ul>
 */
@NullMarked
package dev.membrane.store.sqlite.internal.crypto;

import org.jspecify.annotations.NullMarked;
