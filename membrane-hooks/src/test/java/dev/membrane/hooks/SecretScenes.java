package dev.membrane.hooks;

/** Texts with keys and tokens in them. */
abstract class SecretScenes {

  static final String LETTERS = "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";

  static String removed(String text) {
    return Secrets.removedFrom(text);
  }
}
