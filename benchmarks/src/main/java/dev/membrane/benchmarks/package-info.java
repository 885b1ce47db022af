/**
 * Measures Membrane: the {@code load} command for whole paths, and JMH benchmarks for the functions
 * that they spend their time in.
 *
 * <p>To read first: {@code LoadCommand}, {@code BenchmarkRun} and {@code Figure}. The rest by what
 * it is about:
 *
 * <ul>
 *   <li>what is measured: the classes whose names end with {@code Figures}, and {@code
 *       FirstAnswer}, {@code Footprint}, {@code LogLength}, {@code MemoryFigure}, {@code
 *       CompilerTime}
 *   <li>what it is compared with: {@code BareLibraries}, {@code BareServer}, {@code Echo}, {@code
 *       JdbcLoop}, {@code StoreBesideJdbc}, {@code RawLoop}, {@code RawRatios}, {@code Ratios}
 *   <li>how it is told: {@code Bound}, {@code BoundsReport}, {@code BoundsChart}
 *   <li>where: {@code Site} and its implementations, {@code BenchmarkStore}, {@code Filled}, {@code
 *       Served}, {@code CalledServer}, {@code TraceSink}, {@code Program}
 *   <li>with what: {@code Corpus}, {@code AnsweredRecords}, {@code ScopeQueries}, {@code Messages},
 *       {@code Loading}, {@code MadeUpEmbedder}
 *   <li>functions, by JMH: the classes whose names end with {@code Benchmark}
 * </ul>
 */
@NullMarked
package dev.membrane.benchmarks;

import org.jspecify.annotations.NullMarked;
