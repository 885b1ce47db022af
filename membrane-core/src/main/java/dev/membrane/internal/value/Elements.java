package dev.membrane.internal.value;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Copies what a caller hands in. */
public final class Elements {

  private Elements() {}

  /**
   * The elements in their order.
   *
   * @param name of the argument
   * @throws NullPointerException that names the argument, or the element of it, that is null
   */
  public static <T> List<T> of(String name, Collection<? extends T> given) {
    List<T> copy = new ArrayList<>();
    for (T element : requireNonNull(given, name)) {
      copy.add(requireNonNull(element, () -> name + "[" + copy.size() + "]"));
    }
    return List.copyOf(copy);
  }
}
