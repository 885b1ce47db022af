package dev.membrane.http;

import com.google.protobuf.Message;
import dev.membrane.protocol.CallFailure;
import java.io.IOException;

/** How the bodies of a call are written. Implementations are thread-safe. */
interface Format {

  /** The media type of what is asked and answered. */
  String mediaType();

  /** The media type of what is answered to a call that failed. */
  String failureType();

  /**
   * Reads a request.
   *
   * @param into an empty message of its type
   * @throws IOException if the body is not in this format
   * @throws dev.membrane.schema.ValidationException if it is in the format but does not fit the
   *     message
   */
  Message read(Message into, byte[] body) throws IOException;

  /** Writes an answer. */
  byte[] write(Message answer) throws IOException;

  /** The HTTP status of a failure. */
  int status(CallFailure failure);

  /**
   * Writes a failure.
   *
   * @param status the HTTP status that it has
   */
  byte[] write(CallFailure failure, int status) throws IOException;
}
