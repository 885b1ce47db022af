/**
 * What SQLite says in its own way in the statements that all stores share, and how it finds records
 * by words.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.internal.dialect.SqliteDialect}. The classes
 * by what they are about:
 *
 * <ul>
 *   <li>phrases: {@code SqliteDialect}
 *   <li>words and tags: {@code SqliteWordIndex}, {@code SqliteWordMatch}, {@code
 *       SqliteTagConditions}
 * </ul>
 */
@NullMarked
package dev.membrane.store.sqlite.internal.dialect;

import org.jspecify.annotations.NullMarked;
