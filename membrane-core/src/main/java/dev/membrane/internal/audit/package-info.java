/**
 * The audit log as evidence: entries chained by hashes when they are written, read back behind the
 * trust gate, and verified against what is stored.
 */
@NullMarked
package dev.membrane.internal.audit;

import org.jspecify.annotations.NullMarked;
