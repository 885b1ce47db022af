/**
 * Learning: settled episodes become facts, skills and plans. Each version of an episode is learned
 * from once. What is learned is committed together with a mark that the episode was handled.
 *
 * <p>To read first: {@link dev.membrane.internal.consolidate.ConsolidationService}, {@code
 * StageRun} and {@link dev.membrane.internal.consolidate.SemanticStage}. The rest by what it is
 * about:
 *
 * <ul>
 *   <li>stages: {@code StageWork}, {@code ExtractionStage}, {@code ExtractionStageProvider}, {@code
 *       ProcedureStage}, {@code CompetenceStage}, {@code PlanGraphStage}, {@code
 *       GeneralizationStage}, {@code Compression}, {@code DefaultStages}
 *   <li>a page of episodes on its way through a stage: {@code WholeEpisode}, {@code Learning},
 *       {@code LearningScope}, {@code ScopedNotebook}, {@code StageCommit}, {@code Learned}, {@code
 *       Taught}, {@code RecentLessons}, {@code ModelFailures}, {@code RunProgress}
 *   <li>lessons taken back: {@code TaughtLessons}
 *   <li>lessons and their codecs: {@code CompetenceLesson}, {@code PlanLesson}, {@code
 *       GeneralizationLesson}, {@code RunCodec}, {@code TallyCodec}, {@code StatementsCodec},
 *       {@code RecordNote}, {@code NoteChange}, {@code StoredFields}
 *   <li>the statements of episodes: {@code Statement}, {@code Statements}, {@code Testimony},
 *       {@code Hearsay}, {@code Disagreements}, {@code Sources}, {@code Vocabulary}, {@code
 *       AskedWords}
 *   <li>runs: {@code Run}, {@code ToolRun}, {@code NewRuns}, {@code LatestRuns}, {@code Window},
 *       {@code ReadOnlyTools}, {@code CallEffects}, {@code CallArguments}, {@code ReusedValues},
 *       {@code Surroundings}
 *   <li>what runs have in common: {@code Tally}, {@code TextCounts}, {@code Frequencies}, {@code
 *       Skill}, {@code PlanVersion}, {@code Generalization}, {@code Procedures}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.consolidate;

import org.jspecify.annotations.NullMarked;
