package com.example.journal;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.memory.InMemoryStore;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A store that keeps its records in memory, and every commit as a line of a file. Commits are all
 * that ever changes a store, so that a store that is opened again has only to repeat them.
 *
 * <p>Good for as many records as fit into memory. The file only grows, and keeps the words of what
 * was deleted. Who has to erase them exports the store and imports it into a new file.
 */
public final class JournalStore extends ForwardingStore {

  private final InMemoryStore memory;
  private final Journal journal;

  private JournalStore(InMemoryStore memory, Journal journal) {
    super(memory);
    this.memory = memory;
    this.journal = journal;
  }

  /**
   * Opens the store of a file, which is created where there is none.
   *
   * @throws dev.membrane.spi.store.StoreOpenException if the file cannot be used
   */
  public static JournalStore open(Path file) {
    InMemoryStore memory = new InMemoryStore();
    Journal journal = Journal.open(file, line -> memory.commit(ChangesetJson.read(line)));
    return new JournalStore(memory, journal);
  }

  /** The memory refuses what conflicts; what it took is acknowledged once it is on the disk. */
  @Override
  public synchronized void commit(Changeset changeset) {
    memory.commit(changeset);
    try {
      journal.append(ChangesetJson.write(changeset));
    } catch (IOException lost) {
      // Memory now holds what the file does not, so neither is to be believed any more.
      memory.close();
      throw new StoreUnavailableException("cannot write " + journal, lost);
    }
  }

  @Override
  public synchronized void close() {
    memory.close();
    journal.close();
  }

  @Override
  public String toString() {
    return "journal " + journal;
  }
}
