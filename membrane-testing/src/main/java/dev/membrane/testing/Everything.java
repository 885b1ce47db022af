package dev.membrane.testing;

import dev.membrane.internal.access.NoteValues;
import dev.membrane.internal.keys.NoteKeys;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.Contents;
import dev.membrane.spi.store.Contents.Kept;
import dev.membrane.spi.store.MemoryStore;
import java.util.ArrayList;
import java.util.List;

/** All that a store lists of itself, with its notes as their stages read them. */
final class Everything implements Contents.ContentsListener {

  private final NoteValues notes;
  final List<Kept> kept = new ArrayList<>();
  final StringBuilder text = new StringBuilder();

  Everything(MemoryStore store) {
    this.notes = new NoteValues(store);
  }

  @Override
  public void begin(long ids) {}

  @Override
  public void kept(Kept one) {
    kept.add(one);
    text.append(one);
    if (one.trail().stored() != null) {
      text.append(ErasureScenes.CODEC.encode(one.trail().stored().record()));
    }
  }

  @Override
  public void key(Key key) {
    text.append(key).append(NoteKeys.isOne(key) ? notes.opened(key) : "");
  }

  @Override
  public void row(QueueRow row) {
    text.append(row);
  }

  @Override
  public void run(KeptRun run) {
    text.append(run);
  }
}
