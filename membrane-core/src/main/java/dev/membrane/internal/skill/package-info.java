/**
 * Procedures: how they worked ({@code TrackRecords}, {@code CountedUses}), what their records say
 * ({@code ProcedureSummary}), and as Agent Skills, their names and the text of their files ({@code
 * SkillText}).
 */
@NullMarked
package dev.membrane.internal.skill;

import org.jspecify.annotations.NullMarked;
