package dev.membrane.cli;

import dev.membrane.AnswerView;
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

  /** The levels of sensitivity. */
  static final class Sensitivities implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Sensitivity.values()).map(Sensitivity::wireName).iterator();
    }
  }
}
