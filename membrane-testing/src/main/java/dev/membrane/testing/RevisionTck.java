package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.TrustContext;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Whatever is superseded, forked, merged, retracted, contested and deleted by whom: old and new
 * records are as the table of revisions says, and what may not be is refused for the right reason.
 *
 * <p>Random tests print their seed; {@code -Dmembrane.seed=<seed>} repeats a run.
 */
public abstract class RevisionTck {

  private static final int MAX_LENGTH = 40;

  /** For subclasses. */
  protected RevisionTck() {}

  /** Opens a new store that holds nothing. Called for each sequence, which also closes it. */
  protected abstract MemoryStore openStore();

  /** How many sequences to play. */
  protected int tries() {
    return 150;
  }

  @Test
  void any_sequence_of_revisions_leaves_what_the_table_says(TestInfo test) {
    new Schedule(this::openStore, Story::new).run(test, tries(), MAX_LENGTH);
  }

  private static final class Story implements Schedule.Play {

    private final ComparedMemories shop;
    private final Map<String, Double> retired = new HashMap<>();

    Story(MemoryStore store) {
      this.shop = new ComparedMemories(store);
    }

    @Override
    public void step(long number) {
      RandomChoices dice = RandomChoices.of(number);
      shop.turnTo(dice.below(ComparedMemories.ENGINES));
      shop.bench.clock.pass(Duration.ofSeconds(dice.oneIn(2) ? 0 : dice.below(500_000)));
      move(dice, new RandomCalls(shop, dice, who(dice)));
      new OracleComparison(shop).everything();
      List<MemoryRecord> records = records();
      assertOneHead(records);
      records.forEach(this::assertRetiredForGood);
      if (dice.oneIn(6)) {
        end();
      }
    }

    private static void move(RandomChoices dice, RandomCalls moves) {
      switch (dice.below(16)) {
        case 0, 1, 2, 3 -> moves.ingest();
        case 4, 5, 6 -> moves.supersede();
        case 7, 8 -> moves.fork();
        case 9, 10 -> moves.merge();
        case 11 -> moves.retract();
        case 12 -> moves.contest();
        case 13 -> moves.reinforce();
        case 14 -> moves.penalize();
        default -> moves.delete();
      }
    }

    private static TrustedCaller who(RandomChoices dice) {
      TrustedCaller who = dice.oneIn(2) ? TrustedCaller.OWNER : dice.of(TrustedCaller.SOME);
      String[] scopes = dice.of(new String[0], new String[] {"a"}, new String[] {"a", "b"});
      return dice.oneIn(4)
          ? who.under(TrustContext.upTo(dice.of(Sensitivity.values()), scopes))
          : who;
    }

    private List<MemoryRecord> records() {
      List<String> ids = shop.oracle.living().stream().map(item -> item.id).toList();
      return shop.bench.store.get(ids).stream().map(StoredRecord::record).toList();
    }

    /** Of all records that came from one by superseding, at most one is not retired. */
    private static void assertOneHead(List<MemoryRecord> records) {
      Map<String, String> before = new HashMap<>();
      for (MemoryRecord record : records) {
        RevisionState state = record.revision();
        if (state != null && state.supersedes() != null) {
          before.put(record.id(), state.supersedes());
        }
      }
      Map<String, String> heads = new HashMap<>();
      for (MemoryRecord record : records) {
        String other =
            record.isRetired() ? null : heads.put(first(record.id(), before), record.id());
        assertThat(other).as("another head beside %s", record.id()).isNull();
      }
    }

    private static String first(String id, Map<String, String> before) {
      String first = id;
      while (before.containsKey(first)) {
        first = before.get(first);
      }
      return first;
    }

    /** What is retired stays so, and the salience that it was left with never rises. */
    private void assertRetiredForGood(MemoryRecord record) {
      Double left = retired.get(record.id());
      if (left != null) {
        assertThat(record.isRetired()).as("%s is retired", record.id()).isTrue();
        assertThat(record.salience()).as("salience of %s", record.id()).isLessThanOrEqualTo(left);
      }
      if (record.isRetired()) {
        retired.put(record.id(), record.salience());
      }
    }

    @Override
    public void end() {
      assertThat(shop.bench.verify().broken()).isNull();
    }

    @Override
    public List<String> story() {
      return shop.story;
    }

    @Override
    public void close() {
      shop.close();
    }
  }
}
