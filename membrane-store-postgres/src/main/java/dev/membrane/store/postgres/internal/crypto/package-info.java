/**
 * The tables of data keys: in the database itself, or in another one, which forgets keys that are
 * destroyed for good.
 *
 * <p>To read first: {@link dev.membrane.store.postgres.internal.crypto.DataKeyTable}. The classes
 * by what they are about:
 *
 * <ul>
 *   <li>in the database: {@code DataKeyTable}, {@code OwnDataKeyTable}, {@code EncryptionState}
 *   <li>in another one: {@code KeysDatabase}, {@code SeparateDataKeyTable}, {@code RetiredDataKeys}
 * </ul>
 */
@NullMarked
package dev.membrane.store.postgres.internal.crypto;

import org.jspecify.annotations.NullMarked;
