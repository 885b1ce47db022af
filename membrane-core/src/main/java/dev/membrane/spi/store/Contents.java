package dev.membrane.spi.store;

import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a store holds, for an export. If it is committed to another store in the same
 * order, as {@link Change.Insert} with its version and {@link Change.Bury}, that store gives the
 * same answers.
 */
public interface Contents {

  /**
   * Passes everything to a listener, as of one instant during the call, whatever is committed
   * meanwhile: first the number of ids ever used, then the records and what is left of deleted
   * ones, all in the order of their arrival, then keys and queue rows that belong to no record,
   * then kept runs, each of these in any order. Holds only a small part of it in memory, unless the
   * store always does.
   *
   * <p>An exception of the listener ends the call and is thrown on.
   */
  void tell(ContentsListener listener);

  /** Gets what a store holds, from one thread. */
  interface ContentsListener {

    /**
     * Comes first.
     *
     * @param ids how many ids were ever used, which is how often {@link #kept} or {@link #erased}
     *     follows
     */
    void begin(long ids);

    /** A record, or what is left of it. */
    void kept(Kept kept);

    /**
     * In the place of a record that nobody can read, as its data key was destroyed: its scope was
     * erased after the copy of the store was made that is read. By default it is passed over.
     */
    default void erased(String id) {}

    /** A key without an owner, or whose owner does not exist. */
    void key(Key key);

    /** A row that is about no record. */
    void row(QueueRow row);

    /** A kept run. */
    void run(KeptRun run);
  }

  /**
   * A record, or what is left of it, with all that belongs to it.
   *
   * @param trail the record and its whole audit log; of a deleted one the log alone
   * @param keys the keys that it owns, in any order
   * @param rows the rows that are about it, in any order
   * @param embedding its embedding; null: none
   */
  record Kept(
      AuditTrail trail, List<Key> keys, List<QueueRow> rows, @Nullable Embedding embedding) {

    /** Copies the lists. */
    public Kept {
      keys = List.copyOf(keys);
      rows = List.copyOf(rows);
    }
  }
}
