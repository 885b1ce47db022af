package dev.membrane.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.Memory;
import dev.membrane.Permission;
import dev.membrane.TrustContext;
import dev.membrane.schema.Sensitivity;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whose memory an invocation reads and writes, and in which scope. The application says so for each
 * invocation, and a model never does. Immutable and thread-safe.
 */
public final class MemoryAccess {

  /** The name of the invocation parameter that has the {@link Caller}. */
  public static final String CALLER = "membrane.caller";

  /** The name of the invocation parameter that has the scope, a string. */
  public static final String SCOPE = "membrane.scope";

  private final Memory memory;
  private final @Nullable Caller caller;
  private final @Nullable String scope;

  private MemoryAccess(Memory memory, @Nullable Caller caller, @Nullable String scope) {
    this.memory = requireNonNull(memory, "memory");
    this.caller = caller;
    this.scope = scope;
  }

  /** Access to a memory as its caller reaches it; what they may is not known beforehand. */
  public static MemoryAccess to(Memory memory) {
    return new MemoryAccess(memory, null, null);
  }

  /** Access to a memory for a caller, who is offered no more than their permissions allow. */
  public static MemoryAccess to(Memory memory, Caller caller) {
    return new MemoryAccess(memory.as(caller), caller, null);
  }

  /**
   * Access for the caller whom the parameter {@value #CALLER} of an invocation has, in the scope
   * that {@value #SCOPE} has, if it is there.
   *
   * @throws IllegalArgumentException if there is no caller, so that nobody gets the rights of
   *     another by an omission
   */
  public static MemoryAccess of(Memory memory, InvocationContext invocation) {
    Caller caller = parameter(invocation, CALLER, Caller.class);
    if (caller == null) {
      throw new IllegalArgumentException(
          "pass InvocationParameters with "
              + CALLER
              + ", a Caller, to the method of the AI service");
    }
    String scope = parameter(invocation, SCOPE, String.class);
    MemoryAccess access = to(memory, caller);
    return scope == null ? access : access.in(scope);
  }

  private static <T> @Nullable T parameter(
      InvocationContext invocation, String name, Class<T> type) {
    InvocationParameters parameters = invocation.invocationParameters();
    Object value = parameters == null ? null : parameters.asMap().get(name);
    if (value != null && !type.isInstance(value)) {
      throw new IllegalArgumentException(
          name + " must be a " + type.getSimpleName() + ", not a " + value.getClass().getName());
    }
    return type.cast(value);
  }

  /** The same access to one scope alone: nothing else is found, and all is written there. */
  public MemoryAccess in(String onlyScope) {
    return new MemoryAccess(memory, caller, requireNonNull(onlyScope, "scope"));
  }

  /** This access for every invocation. */
  Function<InvocationContext, MemoryAccess> always() {
    return invocation -> this;
  }

  Memory memory() {
    return memory;
  }

  /** Who calls, as far as that is known here; the memory judges each call itself. */
  Caller caller() {
    return caller == null ? Caller.ANONYMOUS : caller;
  }

  /** Null: the only scope of a caller who has one. */
  @Nullable String scope() {
    return scope;
  }

  /** Whether nothing is known that speaks against it. */
  boolean mayAll(Set<Permission> permissions) {
    return caller == null || caller.permissions().containsAll(permissions);
  }

  /** All that the caller may see, in the scope. */
  TrustContext trust() {
    return scope == null
        ? TrustContext.upTo(Sensitivity.HYPER)
        : TrustContext.upTo(Sensitivity.HYPER, scope);
  }

  /** Where what is told is stored. */
  IngestOptions options() {
    if (scope != null) {
      return IngestOptions.NONE.scope(scope);
    }
    return caller != null && !caller.hasScopes()
        ? IngestOptions.NONE.unscoped()
        : IngestOptions.NONE;
  }
}
