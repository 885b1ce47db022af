package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.internal.value.Elements;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A page of a list.
 *
 * @param items in the order of the list
 * @param nextCursor the cursor of the next page; empty on the last page
 */
public record Page<T>(List<T> items, String nextCursor) {

  /** Copies the list. */
  public Page {
    items = Elements.of("items", items);
    requireNonNull(nextCursor, "nextCursor");
  }

  /** Whether another page follows. */
  public boolean hasNext() {
    return !nextCursor.isEmpty();
  }

  /**
   * The items of all pages, as in {@code Page.all(PageRequest.FIRST, listing::scopes)}. A page is
   * asked for once the stream gets to it, so what the list throws, the stream throws.
   *
   * @param first where to begin, and the size of every page
   * @param list answers a page
   */
  public static <T> Stream<T> all(PageRequest first, Function<PageRequest, Page<T>> list) {
    requireNonNull(first, "first");
    return Stream.iterate(
            Optional.of(requireNonNull(list, "list").apply(first)),
            Optional::isPresent,
            page -> page.filter(Page::hasNext).map(it -> list.apply(first.after(it.nextCursor()))))
        .flatMap(page -> page.orElseThrow().items().stream());
  }
}
