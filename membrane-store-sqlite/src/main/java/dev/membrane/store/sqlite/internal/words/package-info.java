/**
 * How words are found and counted: the parts of a statement, and the blocks in which the counts of
 * words are stored.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.internal.words.SqliteWordIndex} and {@link
 * dev.membrane.store.sqlite.internal.words.WordBlock}. The classes by what they are about:
 *
 * <ul>
 *   <li>conditions of a statement: {@code SqliteWordIndex}, {@code SqliteWordMatch}, {@code
 *       SqliteTagConditions}
 *   <li>counts of words: {@code WordCounts}, {@code WordBlock}, {@code CountedWord}
 *   <li>lists as parameters: {@code JsonTexts}
 * </ul>
 */
@NullMarked
package dev.membrane.store.sqlite.internal.words;

import org.jspecify.annotations.NullMarked;
