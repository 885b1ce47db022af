/**
 * Encryption at rest. A key-encryption key, which is not stored with them, wraps a data key for
 * each scope and one for the store. From a data key come the keys of contents, which are encrypted
 * with AES-256-GCM, and of words, which are replaced by their HMAC. {@link
 * dev.membrane.store.jdbc.crypto.StoreCipher} is what the tables use; without a key it leaves
 * everything as it is.
 */
@NullMarked
package dev.membrane.store.jdbc.crypto;

import org.jspecify.annotations.NullMarked;
