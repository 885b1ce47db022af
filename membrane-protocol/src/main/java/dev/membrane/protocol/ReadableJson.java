package dev.membrane.protocol;

import com.google.protobuf.Message;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The messages as JSON for people and scripts. Members have the names of the fields, and a JSON
 * document that a field carries stands there as JSON, not as a text.
 */
public final class ReadableJson {

  private static final String PATHS = "/v1/";
  private static final Pattern WORD = Pattern.compile("(?<=[a-z])(?=[A-Z])");

  private ReadableJson() {}

  /** Where a call is found over HTTP: {@code /v1/ingest-event} for {@code IngestEvent}. */
  public static String path(String call) {
    return PATHS + WORD.matcher(call).replaceAll("-").toLowerCase(Locale.ROOT);
  }

  /**
   * Reads a request. A JSON document in a field is copied byte by byte, so that no number changes.
   *
   * @param into an empty message of its type
   * @param body in UTF-8; empty: the empty request
   * @throws com.google.protobuf.InvalidProtocolBufferException if it is not JSON
   * @throws dev.membrane.schema.ValidationException if it is JSON but does not fit the message
   */
  public static Message read(Message into, byte[] body) throws IOException {
    return body.length == 0 ? into : new ReadableJsonReader(body).read(into);
  }

  /**
   * Writes an answer: every member, in the order of the fields; what carries JSON and was left
   * empty is left out.
   *
   * @return JSON in UTF-8
   */
  public static byte[] write(Message answer) throws IOException {
    return ReadableJsonWriter.write(answer);
  }
}
