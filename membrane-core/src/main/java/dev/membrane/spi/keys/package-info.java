/**
 * The keys of encrypted stores: what a key management service implements, and what an operator does
 * with keys. {@code dev.membrane.spi.KeyProvider} finds it.
 *
 * <p>To read first: {@link dev.membrane.spi.keys.KeyEncryptionKey}. The rest by who needs it:
 *
 * <ul>
 *   <li>a key: {@code KeyEncryptionKey}, {@code KeyException}
 *   <li>a store that encrypts: {@code StoreEncryption}
 * </ul>
 */
@NullMarked
package dev.membrane.spi.keys;

import org.jspecify.annotations.NullMarked;
