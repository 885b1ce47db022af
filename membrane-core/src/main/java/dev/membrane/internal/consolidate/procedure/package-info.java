/**
 * The stages that learn procedures from runs of tools. To read first: {@code ProcedureStage}, which
 * two stages are made of, {@code Run}, and {@code Tally}. The rest by what it is about:
 *
 * <ul>
 *   <li><b>stages</b>, with their lessons: {@code CompetenceStage}, {@code CompetenceLesson},
 *       {@code PlanGraphStage}, {@code PlanLesson}, {@code GeneralizationStage}, {@code
 *       GeneralizationLesson}
 *   <li><b>runs</b>: {@code ToolRun}, {@code RunCodec}, {@code NewRuns}, {@code LearnedRuns},
 *       {@code LatestRuns}, {@code ComparedRuns}, {@code ToolSet}, {@code ToolSets}, {@code
 *       ReadOnlyTools}, {@code CallEffects}, {@code CallArguments}, {@code CountedCall}, {@code
 *       ToldArguments}, {@code ReusedValues}, {@code Surroundings}
 *   <li><b>what runs have in common</b>: {@code TallyCodec}, {@code TextCounts}, {@code
 *       Frequencies}, {@code Skill}, {@code Generalization}, {@code Procedures}, {@code RunRemoval}
 *   <li><b>words</b> of a task: {@code AskedWords}, {@code Vocabulary}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.consolidate.procedure;

import org.jspecify.annotations.NullMarked;
