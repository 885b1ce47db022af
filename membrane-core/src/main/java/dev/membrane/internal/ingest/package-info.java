/**
 * How raw experience becomes records: candidate, classifier, policy, record, one commit. Every call
 * stores a whole record or nothing.
 */
@NullMarked
package dev.membrane.internal.ingest;

import org.jspecify.annotations.NullMarked;
