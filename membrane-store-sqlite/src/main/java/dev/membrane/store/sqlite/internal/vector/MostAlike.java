package dev.membrane.store.sqlite.internal.vector;

import dev.membrane.spi.store.Vector;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the entries whose signs are most similar to a vector. Used by one thread. */
public final class MostAlike {

  private final List<Compared> spaces = new ArrayList<>();
  private final BitPlanes question;
  private final int[] entriesBySum;

  /** The entries of a space, and how much each of them is like the question. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares spaces
  private record Compared(Signs.Entries entries, int[] sums) {}

  public MostAlike(Vector vector, List<Signs> all) {
    question = new BitPlanes(vector);
    entriesBySum = new int[2 * question.bound() + 1];
    all.forEach(one -> spaces.add(compare(one.entries())));
  }

  private Compared compare(Signs.Entries entries) {
    Compared space = new Compared(entries, new int[entries.size()]);
    for (int i = 0; i < space.sums.length; i++) {
      space.sums[i] = question.bound() + entries.sum(i, question);
      entriesBySum[space.sums[i]]++;
    }
    return space;
  }

  /** How many entries there are. */
  public int size() {
    return spaces.stream().mapToInt(space -> space.sums.length).sum();
  }

  /** The rids, each once, of about as many entries as are wanted; of fewer only if that is all. */
  public Set<Long> rids(int count) {
    int least = least(count);
    Set<Long> rids = new LinkedHashSet<>();
    for (Compared space : spaces) {
      for (int i = 0; i < space.sums.length; i++) {
        if (space.sums[i] >= least) {
          rids.add(space.entries.rid(i));
        }
      }
    }
    return rids;
  }

  /** The sum from which on there are as many entries as are wanted. */
  private int least(int count) {
    int least = entriesBySum.length - 1;
    int entries = entriesBySum[least];
    while (entries < count && least > 0) {
      least--;
      entries += entriesBySum[least];
    }
    return least;
  }
}
