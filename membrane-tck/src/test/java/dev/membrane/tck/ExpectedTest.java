package dev.membrane.tck;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.store.StoreUnavailableException;
import org.junit.jupiter.api.Test;

/** What a vendor reads whose plugin does not refuse what it has to. */
class ExpectedTest {

  @Test
  void a_call_that_went_through_is_told_which_exception_was_expected() {
    assertThatThrownBy(() -> Expected.refusal(ConflictException.class, "a lost update", () -> {}))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("a lost update: expected to be refused with ConflictException");
  }

  @Test
  void so_is_one_that_failed_otherwise() {
    assertThatThrownBy(
            () ->
                Expected.refusal(
                    StoreUnavailableException.class,
                    () -> {
                      throw new IllegalStateException("closed");
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("expected to be refused with StoreUnavailableException")
        .hasMessageContaining("IllegalStateException");
  }

  @Test
  void no_contract_checks_for_an_exception_without_it() {
    JavaClasses contracts =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.membrane.tck");
    noClasses()
        .that()
        .doNotHaveSimpleName("Expected")
        .should()
        .accessTargetWhere(
            Accesses.of(
                "org.assertj.core.api.Assertions",
                "assertThatThrownBy",
                "assertThatExceptionOfType",
                "catchThrowable",
                "catchThrowableOfType"))
        .because("who gets nothing thrown has to read what was expected")
        .check(contracts);
  }
}
