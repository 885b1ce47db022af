package dev.membrane.schema.json;

import dev.membrane.schema.Limits;

/**
 * How much a text may make its reader build, counted while it is read: a few megabytes of text can
 * be a gigabyte of values. Not thread-safe.
 */
final class Allowance {

  private final String text;
  private final long mostOfText;
  private final boolean isBounded;
  private String field = "";
  private long ofText;
  private long ofField;

  private Allowance(String text, long mostOfText, boolean isBounded) {
    this.text = text;
    this.mostOfText = mostOfText;
    this.isBounded = isBounded;
  }

  /** For what was let in before: it has to be readable whatever it is like. */
  static Allowance unbounded() {
    return new Allowance("", Long.MAX_VALUE, false);
  }

  /**
   * For what a caller sends.
   *
   * @param text what the text is called in errors about it as a whole
   * @param values the most JSON values in it
   */
  static Allowance of(String text, long values) {
    return new Allowance(text, values, true);
  }

  /** The same for another text. */
  Allowance renewed() {
    return new Allowance(text, mostOfText, isBounded);
  }

  /** For what is read to be written as text once more: nothing counts but the whole. */
  Allowance whole() {
    return new Allowance(text, mostOfText, false);
  }

  boolean isBounded() {
    return isBounded;
  }

  /** What is read next is free-form JSON. */
  void enter(String freeFormField) {
    field = freeFormField;
    ofField = 0;
  }

  /** A value of a free-form field is read. */
  void freeFormValue() {
    value();
    if (++ofField > Limits.MAX_VALUES && isBounded) {
      throw Limits.tooManyValues(field, Limits.MAX_VALUES);
    }
  }

  /** The name of a member of a free-form field is read. */
  void freeFormName(String name) {
    if (isBounded) {
      Limits.checkName(field, name);
    }
  }

  /** A number of a free-form field is read. */
  void freeFormNumber(int length) {
    if (isTooLong(length)) {
      throw Limits.numberTooLong(field);
    }
  }

  /** A value of the text is read. */
  void value() {
    if (++ofText > mostOfText) {
      throw Limits.tooManyValues(text, mostOfText);
    }
  }

  boolean isTooLong(int numberLength) {
    return isBounded && numberLength > Limits.MAX_NUMBER;
  }

  /** An item is added to a list. */
  boolean isFull(int listLength) {
    return isBounded && listLength >= Limits.MAX_ITEMS;
  }
}
