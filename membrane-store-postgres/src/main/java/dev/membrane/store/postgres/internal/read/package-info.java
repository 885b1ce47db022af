/**
 * The pool of connections that read, and what asks them alone: leases, and what keeps the store
 * from writing.
 *
 * <p>To read first: {@link dev.membrane.store.postgres.internal.read.ReadPool}.
 */
@NullMarked
package dev.membrane.store.postgres.internal.read;

import org.jspecify.annotations.NullMarked;
