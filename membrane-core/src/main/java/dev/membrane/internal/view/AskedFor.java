package dev.membrane.internal.view;

import java.time.LocalDate;
import java.util.Set;

/** What a question asks for, to which an excerpt of a long record is chosen. */
public interface AskedFor {

  /** The terms of the question. */
  Set<String> terms();

  /** How many of the terms of a passage are asked for. */
  long count(Set<String> terms);

  /** Whether a term of a passage is asked for by more than a time. */
  boolean isAbout(Set<String> terms);

  /** Whether what is of the time that the question names may have been told on a day. */
  boolean mayBeToldOn(LocalDate day);

  /** Whether a day lies in that time. */
  boolean includes(LocalDate day);

  /** Whether the day of the question lies in that time. */
  boolean isOfNow();
}
