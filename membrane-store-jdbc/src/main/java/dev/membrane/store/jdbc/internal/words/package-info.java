/**
 * The words of a record in the text index. Terms, tags, relations and episodes are words of one
 * index; those of a record are a list, which is encrypted if the store is, and a pool counts in how
 * many records each is.
 *
 * <p>To read first: {@link dev.membrane.store.jdbc.internal.words.WordEncoding} and {@link
 * dev.membrane.store.jdbc.internal.words.WordList}.
 */
@NullMarked
package dev.membrane.store.jdbc.internal.words;

import org.jspecify.annotations.NullMarked;
