/**
 * How the one writer of a file commits a batch. While nothing waits it cleans the file.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.internal.commit.SqliteCommits}.
 */
@NullMarked
package dev.membrane.store.sqlite.internal.commit;

import org.jspecify.annotations.NullMarked;
