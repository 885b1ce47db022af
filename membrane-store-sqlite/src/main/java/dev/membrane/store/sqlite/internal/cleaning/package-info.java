/**
 * Removes from the pages of the file what was deleted, little by little after commits, and once as
 * a whole where an earlier version left something.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.internal.cleaning.Cleaner}. The classes by
 * what they are about:
 *
 * <ul>
 *   <li>when: {@code Cleaner}, {@code FileCleaning}
 *   <li>the index of words: {@code SeparatorKeys}
 *   <li>pages: {@code Leftovers}, {@code PageFile}, {@code TreePages}, {@code UnusedSpace}
 * </ul>
 */
@NullMarked
package dev.membrane.store.sqlite.internal.cleaning;

import org.jspecify.annotations.NullMarked;
