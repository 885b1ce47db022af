/**
 * Learning: settled episodes become facts, skills and plans, each version of an episode once, and
 * what is learned is committed together with the mark that it was.
 */
@NullMarked
package dev.membrane.internal.consolidate;

import org.jspecify.annotations.NullMarked;
