/**
 * Knowledge that changes its mind: records superseded, forked, merged, retracted and contested,
 * each in one commit with its relations, provenance and audit on both sides.
 */
@NullMarked
package dev.membrane.internal.revise;

import org.jspecify.annotations.NullMarked;
