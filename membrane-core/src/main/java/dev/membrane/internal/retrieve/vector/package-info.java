/**
 * The vectors of questions. An embedder is asked on threads of its own and may hang, so nobody
 * waits for it without an end.
 *
 * <p>To read first: {@code QuestionVectors} and {@code QueryVector}. The rest by what it is about:
 *
 * <ul>
 *   <li>a question under way: {@code PendingQueryVector}, {@code QueryThreads}, {@code BegunCalls}
 *   <li>the vectors of records: {@code VectorWait}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.retrieve.vector;

import org.jspecify.annotations.NullMarked;
