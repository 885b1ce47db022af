/**
 * Revision: records are superseded, forked, merged, retracted and contested. Each revision is one
 * commit, with its relations, provenance and audit entries on both sides.
 */
@NullMarked
package dev.membrane.internal.revise;

import org.jspecify.annotations.NullMarked;
