/**
 * The audit log as evidence. Entries are chained by hashes when they are written. Callers read them
 * within their trust, and operators verify them against what is stored.
 */
@NullMarked
package dev.membrane.internal.audit;

import org.jspecify.annotations.NullMarked;
