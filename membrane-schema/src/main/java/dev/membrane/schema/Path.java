package dev.membrane.schema;

import org.jspecify.annotations.Nullable;

/**
 * Where in a record a value stands. Cheap to extend, as every value of a record gets one; the text
 * is only built for an error.
 */
record Path(@Nullable Path parent, String name, int index) {

  private static final int NO_INDEX = -1;

  static Path of(String name) {
    return new Path(null, name, NO_INDEX);
  }

  Path member(String memberName) {
    return new Path(this, memberName, NO_INDEX);
  }

  Path item(int itemIndex) {
    return new Path(this, "", itemIndex);
  }

  ValidationException fault(String message) {
    return new ValidationException(toString(), message);
  }

  @Override
  public String toString() {
    if (index != NO_INDEX) {
      return parent + "[" + index + "]";
    }
    return parent == null ? name : parent + "." + name;
  }
}
