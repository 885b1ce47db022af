/**
 * What metrics are made of: how many records of a scope had which value of a series at an instant.
 * Points are kept in blocks and summed up when somebody asks, so that no answer reads all records.
 *
 * <p>To read first: {@link dev.membrane.store.jdbc.internal.figures.FigureSeries} and {@link
 * dev.membrane.store.jdbc.internal.figures.Figures}. The classes by what they are about:
 *
 * <ul>
 *   <li>a record: {@code FigureRow}, {@code FigureSeries}, {@code FigurePoint}, {@code
 *       FigureCounts}
 *   <li>what is stored: {@code FigurePoints}, {@code FigureBlock}
 *   <li>what is answered: {@code FigureSum}, {@code Figures}
 * </ul>
 */
@NullMarked
package dev.membrane.store.jdbc.internal.figures;

import org.jspecify.annotations.NullMarked;
