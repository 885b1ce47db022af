/**
 * Procedures: how they worked, what their records say, and the same as Agent Skills.
 *
 * <p>To read first: {@code TrackRecords} and {@code SkillText}. The rest by what it is about:
 *
 * <ul>
 *   <li>how procedures worked: {@code TrackRecord}, {@code NamedUses}, {@code LateFailures}, {@code
 *       Uses}, {@code CountedUses}
 *   <li>what a record says: {@code ProcedureSummary}, {@code Guide}, {@code CompetenceGuide},
 *       {@code PlanGuide}, {@code Signals}
 *   <li>what its calls were given: {@code Arguments}, {@code CallExamples}, {@code CommonWords},
 *       {@code PersonalWords}
 *   <li>the file of a skill: {@code SkillName}, {@code Description}, {@code FrontMatter}, {@code
 *       Markdown}, {@code MarkdownConditions}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.skill;

import org.jspecify.annotations.NullMarked;
