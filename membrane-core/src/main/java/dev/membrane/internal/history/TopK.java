package dev.membrane.internal.history;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The first few of many in an order. Not thread-safe. */
final class TopK<T> {

  private final Comparator<T> order;
  private final int limit;
  private final PriorityQueue<T> worstFirst;

  TopK(Comparator<T> order, int limit) {
    this.order = order;
    this.limit = limit;
    this.worstFirst = new PriorityQueue<>(order.reversed());
  }

  void add(T one) {
    worstFirst.add(one);
    if (worstFirst.size() > limit) {
      worstFirst.remove();
    }
  }

  List<T> inOrder() {
    return worstFirst.stream().sorted(order).toList();
  }
}
