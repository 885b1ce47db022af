package dev.membrane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller.Quota;
import dev.membrane.internal.access.Authorship;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a caller may do, and where their records go. */
class CallerTest {

  @ParameterizedTest
  @EnumSource(Permission.class)
  void a_permission_that_is_missing_is_named(Permission permission) {
    Caller nobody = Caller.named("nobody").permitted(Set.of());
    Caller one = Caller.named("one").permitted(Set.of(permission));

    assertThatCode(() -> one.require(permission, "trying")).doesNotThrowAnyException();
    assertThatThrownBy(() -> nobody.require(permission, "trying"))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessage("trying needs the permission " + permission.wireName());
  }

  @Test
  void a_quota_lets_at_least_one_record_and_byte_in() {
    assertThatThrownBy(() -> new Quota(0, 1))
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for records: must be at least 1");
    assertThatThrownBy(() -> new Quota(1, -5))
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for bytes: must be at least 1");
  }

  @Test
  void a_log_tells_who_called_and_what_they_read() {
    assertThat(Caller.named("ann").in("red").limitedTo(new Quota(3, 4)))
        .asString()
        .startsWith("Caller[name=ann, visibility=Visibility[ceiling=HYPER, scopes=[red]]")
        .endsWith("quota=Quota[records=3, bytes=4]]");
    assertThat(
            RetrieveEpisodeRequest.builder()
                .episode("e")
                .scope("red")
                .page(PageRequest.FIRST.ofSize(7))
                .build())
        .hasToString(
            "RetrieveEpisodeRequest[episode=e, scope=red, newestFirst=false,"
                + " page=PageRequest[trust=null, pageSize=7, cursor=]]");
  }

  @Test
  void one_scope_in_two_forms_is_the_only_one() {
    assertThat(Caller.named("ann").in("caf\u00e9", "cafe\u0301").onlyScope()).contains("caf\u00e9");
    assertThat(Caller.named("ann").in("red", "blue").onlyScope()).isEmpty();
    assertThat(Caller.named("ann").in().onlyScope()).isEmpty();
    assertThat(Caller.named("ann").onlyScope()).isEmpty();
  }

  @Test
  void a_caller_of_one_scope_writes_into_that() {
    Caller caller = of(Set.of("red"));

    assertThat(caller.scopeFor(null)).isEqualTo("red");
    assertThat(caller.scopeFor("red")).isEqualTo("red");
    assertThatThrownBy(() -> caller.scopeFor("blue"))
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for scope: must be one of the caller's scopes");
  }

  @Test
  void no_record_goes_to_a_scope_that_is_none() {
    Caller caller = Caller.named("ann");

    assertThatThrownBy(() -> caller.in("red", ""))
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for scopes: must not be blank");
    assertThatThrownBy(() -> caller.in(" \u200b"))
        .hasMessage("validation error for scopes: must not be blank");
    assertThatThrownBy(() -> caller.in(Set.of("")))
        .hasMessage("validation error for scopes: must not be blank");
    assertThatThrownBy(() -> caller.in("re\u200bd").scopeFor(null))
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for scope: must not contain the invisible character U+200B");
  }

  @Test
  void a_caller_of_several_scopes_has_to_name_one() {
    Caller caller = of(Set.of("red", "blue"), Permission.ADMIN);

    assertThat(caller.scopeFor("blue")).isEqualTo("blue");
    assertThatThrownBy(() -> caller.scopeFor(null)).isInstanceOf(ValidationException.class);
  }

  @Test
  void unscoped_records_are_written_with_the_right_to() {
    assertThat(of(null, Permission.ADMIN).scopeFor(null)).isNull();
    assertThat(of(Set.of(), Permission.ADMIN).scopeFor(null)).isNull();
    assertThat(of(null).scopeFor("anywhere")).isEqualTo("anywhere");
    for (Caller caller : Set.of(of(null), of(Set.of()))) {
      assertThatThrownBy(() -> caller.scopeFor(null))
          .isInstanceOf(AccessDeniedException.class)
          .hasMessage("writing unscoped records needs the permission admin");
    }
  }

  @Test
  void a_principal_is_named_by_name_whoever_it_says_it_is() {
    assertThat(Authorship.actor(of(null), "somebody")).isEqualTo("clerk");
    assertThat(Authorship.actor(Caller.ANONYMOUS, "somebody")).isEqualTo("somebody");
    assertThat(Authorship.actor(Caller.ANONYMOUS, "")).isEqualTo("anonymous");
  }

  private static Caller of(Set<String> scopes, Permission... permissions) {
    Caller caller = Caller.named("clerk").upTo(Sensitivity.LOW).permitted(Set.of(permissions));
    return scopes == null ? caller : caller.in(scopes);
  }
}
