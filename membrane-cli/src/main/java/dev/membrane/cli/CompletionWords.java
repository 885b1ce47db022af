package dev.membrane.cli;

import dev.membrane.ObservationRequest.IfKnown;
import dev.membrane.ObservationRequest.OnConflict;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import java.util.Arrays;
import java.util.Iterator;

/** The words that a shell can complete. */
final class CompletionWords {

  private CompletionWords() {}

  /** The types of memory. */
  static final class Types implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(MemoryType.values()).map(MemoryType::wireName).iterator();
    }
  }

  /** The shapes of records in an answer. */
  static final class Views implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(AnswerView.values()).map(AnswerView::wireName).iterator();
    }
  }

  /** What to do with a known fact. */
  static final class IfKnownNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(IfKnown.values()).map(IfKnown::wireName).iterator();
    }
  }

  /** What to do with facts that say otherwise. */
  static final class Conflicts implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(OnConflict.values()).map(OnConflict::wireName).iterator();
    }
  }

  /** The levels of sensitivity. */
  static final class Sensitivities implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Sensitivity.values()).map(Sensitivity::wireName).iterator();
    }
  }
}
