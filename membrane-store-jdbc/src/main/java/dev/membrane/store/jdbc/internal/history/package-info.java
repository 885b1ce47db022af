/**
 * States of records and their vectors: the one that holds, and former ones, which are kept when a
 * record changes.
 *
 * <p>To read first: {@link dev.membrane.store.jdbc.internal.history.FormerState} and {@link
 * dev.membrane.store.jdbc.internal.history.VersionTable}. The classes by what they are about:
 *
 * <ul>
 *   <li>states: {@code RecordQuery}, {@code FormerState}, {@code FormerStates}, {@code
 *       PresentState}, {@code Delta}
 *   <li>tables: {@code VersionTable}, {@code FormerVectors}
 *   <li>copies: {@code HistoryCopy}, {@code KeyAndRunCopy}
 *   <li>questions: {@code HistoryQuery}, {@code VersionsQuery}, {@code FormerContents}
 * </ul>
 */
@NullMarked
package dev.membrane.store.jdbc.internal.history;

import org.jspecify.annotations.NullMarked;
