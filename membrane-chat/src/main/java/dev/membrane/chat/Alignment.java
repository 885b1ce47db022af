package dev.membrane.chat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What two lists have in common, in order: their longest common subsequence. */
final class Alignment {

  private Alignment() {}

  /**
   * Which item of the earlier list each of the later one is.
   *
   * @return indexes of the earlier list by those of the later one; of a new item there is none
   */
  static <T> Map<Integer, Integer> of(List<T> earlier, List<T> later) {
    int begin = 0;
    while (begin < Math.min(earlier.size(), later.size())
        && earlier.get(begin).equals(later.get(begin))) {
      begin++;
    }
    Map<Integer, Integer> same = new HashMap<>();
    for (int i = 0; i < begin; i++) {
      same.put(i, i);
    }
    int skipped = begin;
    ofDifferent(earlier.subList(begin, earlier.size()), later.subList(begin, later.size()))
        .forEach((index, place) -> same.put(index + skipped, place + skipped));
    return same;
  }

  /** A long list that only grew needs no room for every pair of its items. */
  private static <T> Map<Integer, Integer> ofDifferent(List<T> earlier, List<T> later) {
    int[][] common = new int[earlier.size() + 1][later.size() + 1];
    for (int i = earlier.size() - 1; i >= 0; i--) {
      for (int j = later.size() - 1; j >= 0; j--) {
        common[i][j] =
            earlier.get(i).equals(later.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    Map<Integer, Integer> same = new HashMap<>();
    int i = 0;
    int j = 0;
    while (i < earlier.size() && j < later.size()) {
      if (earlier.get(i).equals(later.get(j))) {
        same.put(j++, i++);
      } else if (common[i + 1][j] >= common[i][j + 1]) {
        i++;
      } else {
        j++;
      }
    }
    return same;
  }
}
