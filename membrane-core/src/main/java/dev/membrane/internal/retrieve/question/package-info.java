/**
 * What a question says: the words, the time, the speakers and the outcomes that its descriptor
 * names, and the context that it gives.
 *
 * <p>To read first: {@code QueryWords} and {@code DescriptorCues}. The rest by what it is about:
 *
 * <ul>
 *   <li>times: {@code QueryDate}, {@code DateForms}, {@code DateTerms}
 *   <li>the context: {@code QuestionContext}, {@code JsonEquality}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.retrieve.question;

import org.jspecify.annotations.NullMarked;
