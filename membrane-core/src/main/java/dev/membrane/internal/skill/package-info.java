/** Procedures as Agent Skills: their names and the text of their files. */
@NullMarked
package dev.membrane.internal.skill;

import org.jspecify.annotations.NullMarked;
