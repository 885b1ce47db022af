/** Receipts of answers, and their replay: what was answered, and what would be answered now. */
@NullMarked
package dev.membrane.internal.receipt;

import org.jspecify.annotations.NullMarked;
