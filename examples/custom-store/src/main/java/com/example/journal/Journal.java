package com.example.journal;

import dev.membrane.spi.store.StoreOpenException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/** A file of lines that only grows. One process at a time has it open. Not thread-safe. */
final class Journal {

  private final Path file;
  private final FileChannel channel;

  private Journal(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Opens a file and reads its lines. */
  static Journal open(Path file, Consumer<String> reader) {
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      Journal journal = new Journal(file, channel);
      try {
        journal.lock();
        journal.read(reader);
      } catch (IOException | RuntimeException failure) {
        // Whatever it is, the lock must not outlive the attempt.
        journal.close();
        throw failure;
      }
      return journal;
    } catch (IOException unusable) {
      throw new StoreOpenException(file + ": cannot be opened: " + unusable, unusable);
    }
  }

  private void lock() throws IOException {
    try {
      FileLock lock = channel.tryLock();
      if (lock == null) {
        throw new StoreOpenException(file + ": another process has it open");
      }
    } catch (OverlappingFileLockException ours) {
      throw new StoreOpenException(file + ": is open already", ours);
    }
  }

  private void read(Consumer<String> reader) throws IOException {
    // Through the channel itself: to close another one would give up the lock.
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
    while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
      continue;
    }
    String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    int end = text.lastIndexOf('\n') + 1;
    text.substring(0, end).lines().forEach(reader);
    // What follows the last line break was never acknowledged: the process ended while writing it.
    channel.truncate(text.substring(0, end).getBytes(StandardCharsets.UTF_8).length);
    channel.position(channel.size());
  }

  /** Adds a line; when this returns, it is on the disk. */
  void append(String line) throws IOException {
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(line + "\n");
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(false);
  }

  void close() {
    try {
      channel.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
