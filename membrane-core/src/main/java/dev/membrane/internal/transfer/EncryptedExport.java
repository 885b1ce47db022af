package dev.membrane.internal.transfer;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Exports that are encrypted with a key of 32 bytes. Stateless and thread-safe. */
public final class EncryptedExport {

  private static final int BUFFER = 1 << 16;

  private EncryptedExport() {}

  /**
   * Encrypts what is written. What was written is whole only once {@link OutputStream#close} has
   * returned, which closes the other stream as well.
   */
  public static OutputStream writing(OutputStream out, byte[] key) throws IOException {
    return new EncryptingStream(out, ExportCipher.begin(key, out));
  }

  /**
   * An export as it was written, encrypted or not.
   *
   * @param key null: there is none, and only what is not encrypted can be read
   * @throws MoveException if it is encrypted with another key; reading it throws one if it is not
   *     whole or was damaged
   */
  public static InputStream reading(InputStream in, byte @Nullable [] key) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(in, BUFFER);
    return ExportCipher.isBegun(buffered)
        ? new DecryptingStream(buffered, ExportCipher.read(key, buffered))
        : buffered;
  }

  private static final class EncryptingStream extends OutputStream {

    private final DataOutputStream out;
    private final ExportCipher cipher;
    private final byte[] chunk = new byte[ExportCipher.CHUNK];
    private int filled;
    private boolean isClosed;

    EncryptingStream(OutputStream out, ExportCipher cipher) {
      this.out = new DataOutputStream(out);
      this.cipher = cipher;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      int done = 0;
      while (done < length) {
        if (filled == chunk.length) {
          end((byte) 0);
        }
        int some = Math.min(length - done, chunk.length - filled);
        System.arraycopy(bytes, from + done, chunk, filled, some);
        filled += some;
        done += some;
      }
    }

    private void end(byte last) throws IOException {
      byte[] encrypted = cipher.encrypt(last, chunk, filled);
      out.writeByte(last);
      out.writeInt(encrypted.length);
      out.write(encrypted);
      filled = 0;
    }

    /** A chunk that is not full stays. */
    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      if (!isClosed) {
        isClosed = true;
        try (out) {
          end((byte) 1);
          out.flush();
        }
      }
    }
  }

  private static final class DecryptingStream extends InputStream {

    private final DataInputStream in;
    private final ExportCipher cipher;
    private byte[] chunk = new byte[0];
    private int read;
    private boolean isLast;

    DecryptingStream(InputStream in, ExportCipher cipher) {
      this.in = new DataInputStream(in);
      this.cipher = cipher;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      while (read == chunk.length && !isLast) {
        next();
      }
      if (read == chunk.length) {
        return -1;
      }
      int some = Math.min(length, chunk.length - read);
      System.arraycopy(chunk, read, into, from, some);
      read += some;
      return some;
    }

    private void next() throws IOException {
      try {
        byte last = in.readByte();
        int length = in.readInt();
        if (length < ExportCipher.TAG || length > ExportCipher.CHUNK + ExportCipher.TAG) {
          throw new MoveException("is encrypted, and damaged");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        chunk = cipher.decrypt(last, bytes);
        read = 0;
        isLast = last == 1;
      } catch (EOFException early) {
        throw ExportCipher.truncated();
      }
      if (isLast && in.read() >= 0) {
        throw new MoveException("is encrypted, and goes on after its end");
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
