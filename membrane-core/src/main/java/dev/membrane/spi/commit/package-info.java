/**
 * What a store is told to write: everything in one changeset, all of it or nothing.
 *
 * <p>To read first: {@link dev.membrane.spi.commit.Changeset} and {@link
 * dev.membrane.spi.commit.Change}. The rest by topic:
 *
 * <ul>
 *   <li>a commit: {@code Changeset}, {@code ConflictException}, {@code HistorySteps}
 *   <li>records: {@code Change}
 *   <li>what belongs to them: {@code Key}
 * </ul>
 */
@NullMarked
package dev.membrane.spi.commit;

import org.jspecify.annotations.NullMarked;
