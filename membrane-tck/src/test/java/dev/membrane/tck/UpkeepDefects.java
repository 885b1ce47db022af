package dev.membrane.tck;

import java.util.List;

/** What a store may do wrong for the operator. */
final class UpkeepDefects {

  private UpkeepDefects() {}

  static List<Defect> all() {
    return List.of(
        new Defect(
            "has no name",
            "it_has_a_name_of_one_line",
            () ->
                new DelegatingStore() {
                  @Override
                  @SuppressWarnings({
                    "NullAway",
                    "ToStringReturnsNull"
                  }) // What a store without null checks may do.
                  public String toString() {
                    return null;
                  }
                }),
        new Defect(
            "says that it destroys every key",
            "a_scope_of_which_something_is_left_keeps_its_key",
            () ->
                new DelegatingStore() {
                  @Override
                  public boolean destroyKey(String scope) {
                    return true;
                  }
                }),
        new Defect(
            "does not say that it cannot be rebuilt",
            "a_store_that_is_rebuilt_holds_what_it_held",
            () ->
                new DelegatingStore() {
                  @Override
                  public boolean rebuild() {
                    throw new UnsupportedOperationException();
                  }
                }));
  }
}
