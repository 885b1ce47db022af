package dev.membrane.store.jdbc.crypto;

import dev.membrane.spi.FaultLog.DamageLog;
import dev.membrane.spi.store.UnreadableScopeException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Encrypts with the data key of each scope. */
public final class ScopeCipher implements StoreCipher {

  private static final Logger LOG = LoggerFactory.getLogger(ScopeCipher.class);

  private static final Pattern KIND = Pattern.compile("([a-z]{1,20}:).*", Pattern.DOTALL);
  private static final Pattern ID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  private static final String SCOPE = "scope";
  private static final String NAME = "name";

  /** So many scopes are kept in memory. */
  private static final int MAX = 10_000;

  private final KeyRing keys;
  private final Map<String, String> columns = new ConcurrentHashMap<>();
  private final Map<String, String> scopes = new ConcurrentHashMap<>();
  private final DamageLog damages = new DamageLog(LOG::error);

  /** Encrypts with some keys. */
  public ScopeCipher(KeyRing keys) {
    this.keys = keys;
  }

  @Override
  public boolean isPlain() {
    return false;
  }

  @Override
  public int destroyedKeys() {
    return keys.destroyed();
  }

  @Override
  public String seal(String scope, String column, Object row, String text) {
    return text.isEmpty() ? "" : Sealed.encode(seal(scope, column, row, Primitives.utf8(text)));
  }

  @Override
  public String open(String column, Object row, String sealed) {
    return sealed.isEmpty()
        ? ""
        : Sealed.text(open(column, row, Sealed.decode(place(column, row), sealed)));
  }

  @Override
  public @Nullable String openUnlessErased(String column, Object row, String sealed) {
    try {
      return open(column, row, sealed);
    } catch (DecryptionException unreadable) {
      if (unreadable.isKeyGone()) {
        return null;
      }
      throw unreadable;
    }
  }

  @Override
  public @Nullable String openIfReadable(String column, Object row, String sealed) {
    try {
      return open(column, row, sealed);
    } catch (DecryptionException unreadable) {
      note(unreadable);
      return null;
    }
  }

  @Override
  public byte @Nullable [] openIfReadable(String column, Object row, byte[] sealed) {
    try {
      return open(column, row, sealed);
    } catch (DecryptionException unreadable) {
      note(unreadable);
      return null;
    }
  }

  /** Not if the scope was erased. */
  private void note(DecryptionException unreadable) {
    if (!unreadable.isKeyGone()) {
      String place = String.valueOf(unreadable.getMessage());
      damages.note(place, place + "; it is left out, and verify-audit names it");
    }
  }

  /** The key to write with, which a scope gets if it has none. */
  private DataKey key(String scope) {
    try {
      return keys.get(scope(scope));
    } catch (DecryptionException unreadable) {
      throw new UnreadableScopeException(
          scope.isEmpty() ? null : scope,
          String.valueOf(unreadable.getMessage()),
          unreadable.isOfOtherKey(),
          unreadable);
    }
  }

  @Override
  public byte[] seal(String scope, String column, Object row, byte[] bytes) {
    return Sealed.seal(key(scope), place(column, row), bytes);
  }

  private byte[] open(String column, Object row, byte[] sealed) {
    String place = place(column, row);
    int id = Sealed.keyOf(place, sealed);
    DataKey key = keys.byId(id);
    if (key == null) {
      throw keys.isDestroyed(id)
          ? DecryptionException.ofKeyGone(place)
          : new DecryptionException(place);
    }
    return Sealed.open(key, place, sealed);
  }

  @Override
  public String fixed(String column, Object row, String text) {
    return keys.ofStore().names().encrypt(place(column, row), text);
  }

  @Override
  public String ofFixed(String column, Object row, String fixed) {
    return keys.ofStore().names().decrypt(place(column, row), fixed);
  }

  @Override
  public String scope(String scope) {
    String known = scope.isEmpty() ? "" : columns.get(scope);
    return known == null ? column(scope) : known;
  }

  private String column(String scope) {
    String column = keys.ofStore().names().encrypt(SCOPE, scope);
    keep(scope, column);
    return column;
  }

  @Override
  public String ofScope(String column) {
    String known = column.isEmpty() ? "" : scopes.get(column);
    if (known != null) {
      return known;
    }
    String scope = keys.ofStore().names().decrypt(SCOPE, column);
    keep(scope, column);
    return scope;
  }

  private void keep(String scope, String column) {
    if (columns.size() >= MAX) {
      columns.clear();
      scopes.clear();
    }
    columns.put(scope, column);
    scopes.put(column, scope);
  }

  @Override
  public String name(String name) {
    Matcher kind = KIND.matcher(name);
    return (kind.matches() ? kind.group(1) : "") + keys.ofStore().names().encrypt(NAME, name);
  }

  /** No form has a colon in Base64. */
  @Override
  public String ofName(String column) {
    return keys.ofStore().names().decrypt(NAME, column.substring(column.indexOf(':') + 1));
  }

  @Override
  public String item(String item) {
    return ID.matcher(item).matches() ? item : name(item);
  }

  @Override
  public String ofItem(String column) {
    return ID.matcher(column).matches() ? column : ofName(column);
  }

  @Override
  public WordForm words(String scope) {
    return key(scope);
  }

  @Override
  public WordForm wordsOfColumn(String scope) {
    try {
      DataKey key = keys.find(scope);
      return key == null ? keys.ofNothing() : key;
    } catch (DecryptionException unreadable) {
      note(unreadable);
      return keys.ofNothing();
    }
  }

  @Override
  public String digest(String scope, String digest) {
    return key(scope).digest(digest);
  }

  /** Four characters are three bytes. */
  @Override
  public String length(String column) {
    return "(octet_length(" + column + ") * 3 / 4 - " + Sealed.MORE + ")";
  }

  private static String place(String column, Object row) {
    return column + " " + row;
  }
}
