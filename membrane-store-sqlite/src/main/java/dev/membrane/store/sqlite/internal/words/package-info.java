/**
 * In how many records words occur, and the blocks in which these counts are stored.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.internal.words.WordBlock}. The classes by what
 * they are about:
 *
 * <ul>
 *   <li>counts of words: {@code WordCounts}, {@code WordBlock}, {@code CountedWord}
 *   <li>lists as parameters: {@code JsonTexts}
 * </ul>
 */
@NullMarked
package dev.membrane.store.sqlite.internal.words;

import org.jspecify.annotations.NullMarked;
