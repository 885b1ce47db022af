package dev.membrane.server;

/**
 * What an {@link HttpEndpoint} answers.
 *
 * @param status of HTTP
 * @param mediaType of the body; empty if there is none
 * @param body empty if there is none
 */
@SuppressWarnings("ArrayRecordComponent") // bytes as they leave; nobody compares answers
public record HttpAnswer(int status, String mediaType, byte[] body) {

  /** An answer without a body. */
  public static HttpAnswer empty(int status) {
    return new HttpAnswer(status, "", new byte[0]);
  }
}
