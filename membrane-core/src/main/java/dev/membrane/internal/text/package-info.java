/**
 * Text analysis for searches: which words a record has, and how they are made comparable.
 *
 * <p>To read first: {@link dev.membrane.internal.text.TextAnalyzer}, {@link
 * dev.membrane.internal.text.RecordText} and {@link dev.membrane.internal.text.Folding}.
 */
@NullMarked
package dev.membrane.internal.text;

import org.jspecify.annotations.NullMarked;
