package dev.membrane.internal.transfer;

import dev.membrane.internal.access.NoteValues;
import dev.membrane.internal.keys.ErasureKeys;
import dev.membrane.internal.keys.HistoryKey;
import dev.membrane.internal.keys.NoteKeys;
import dev.membrane.internal.keys.ReceiptKeys;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.Contents;
import dev.membrane.spi.store.Contents.Kept;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.UnreadableRecordException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;

/** Writes all that a store holds as of one instant. */
public final class Exporter {

  private static final int BUFFER = 1 << 16;

  private final StoreReader store;
  private final NoteValues notes;
  private final boolean withEmbeddings;
  private final Progress progress;

  /**
   * An export of a store.
   *
   * @param withEmbeddings whether vectors go along, which can also be made anew
   */
  public Exporter(StoreReader store, boolean withEmbeddings, Progress progress) {
    this.store = store;
    this.notes = new NoteValues(store);
    this.withEmbeddings = withEmbeddings;
    this.progress = progress;
  }

  /** Whether the store has still to erase what an export would have. */
  public static boolean isErasing(StoreReader store) {
    return !store.keys(ErasureKeys.PREFIX, "", 1).isEmpty();
  }

  /** Whether a key belongs to the store that has it, and would tell another one nothing. */
  static boolean isOfStore(Key key) {
    return HistoryKey.isOne(key) || ReceiptKeys.isOne(key);
  }

  /**
   * Writes all of it, and flushes.
   *
   * @param version what writes it
   * @param now when it is written
   * @throws MoveException if the store cannot be exported, or a record not be read
   * @throws IOException if the stream fails
   */
  public Moved write(OutputStream out, String version, Instant now) throws IOException {
    Contents contents =
        store
            .contents()
            .orElseThrow(() -> new MoveException(store + " cannot tell all that it holds"));
    BufferedOutputStream buffered = new BufferedOutputStream(out, BUFFER);
    ContentsWriter writing = new ContentsWriter(new LineWriter(buffered), version, now);
    try {
      contents.tell(writing);
      writing.lines.end();
    } catch (UncheckedIOException failure) {
      throw failure.getCause();
    } catch (UnreadableRecordException damaged) {
      throw new MoveException(String.valueOf(damaged.getMessage()), damaged);
    }
    buffered.flush();
    return writing.moved;
  }

  private final class ContentsWriter implements Contents.ContentsListener {

    private final LineWriter lines;
    private final String version;
    private final Instant now;
    private Moved moved = Moved.NOTHING;
    private long all;

    ContentsWriter(LineWriter lines, String version, Instant now) {
      this.lines = lines;
      this.version = version;
      this.now = now;
    }

    @Override
    public void begin(long ids) {
      all = ids;
      lines.write(LineCodec.header(version, now, ids));
    }

    @Override
    public void kept(Kept kept) {
      String damage = kept.trail().damage();
      if (damage != null) {
        throw new MoveException("record " + kept.trail().id() + " cannot be read: " + damage);
      }
      lines.write(LineCodec.kept(kept, withEmbeddings));
      boolean isThere = kept.trail().stored() != null;
      moved = moved.plus(isThere ? Moved.RECORD : Moved.TOMBSTONE);
      if (isThere && withEmbeddings && kept.embedding() != null) {
        moved = moved.plus(Moved.EMBEDDING);
      }
      tellProgress();
    }

    @Override
    public void erased(String id) {
      moved = moved.plus(Moved.ERASED);
      tellProgress();
    }

    private void tellProgress() {
      progress.at(moved.records() + moved.tombstones() + moved.erased(), all);
    }

    @Override
    public void key(Key key) {
      if (ErasureKeys.isOne(key) || isOfStore(key)) {
        return;
      }
      exported(key)
          .ifPresent(
              known -> {
                lines.write(LineCodec.key(known));
                moved = moved.plus(Moved.KEY);
              });
    }

    /** A note as anybody reads it, unless nobody can. */
    private Optional<Key> exported(Key key) {
      return NoteKeys.isOne(key)
          ? notes.read(key).map(note -> new Key(key.name(), note, key.owner()))
          : Optional.of(key);
    }

    @Override
    public void row(QueueRow row) {
      if (ReceiptKeys.isOf(row)) {
        return;
      }
      lines.write(LineCodec.row(row));
      moved = moved.plus(Moved.ROW);
    }

    @Override
    public void run(KeptRun run) {
      lines.write(LineCodec.run(run));
      moved = moved.plus(Moved.RUN);
    }
  }
}
