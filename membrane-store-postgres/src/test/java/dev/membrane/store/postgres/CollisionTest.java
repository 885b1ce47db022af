package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.StoreUnavailableException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transactions that the database undoes because others were in the way. */
final class CollisionTest {

  private PostgresConfig config;
  private PostgresStore store;

  @BeforeEach
  void open() {
    config = TestDatabase.fresh();
    store = PostgresStore.open(config);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void a_commit_that_collides_is_tried_again() {
    collide(2);
    commit("key");
    assertThat(store.find(List.of("key"))).hasSize(1);
    assertThat(tries()).isEqualTo(3);
  }

  @Test
  void one_that_collides_again_and_again_is_given_up_without_a_trace() {
    collide(1_000);
    assertThatThrownBy(() -> commit("key")).isInstanceOf(StoreUnavailableException.class);
    assertThat(tries()).isEqualTo(5);
    assertThat(store.find(List.of("key"))).isEmpty();
    run("DROP TRIGGER collide ON key");
    commit("key");
    assertThat(store.find(List.of("key"))).hasSize(1);
  }

  private void commit(String name) {
    store.commit(Changeset.builder().addKey(new Key(name, "value", null)).build());
  }

  /** Lets the first inserts of a key fail; a sequence counts also what is undone. */
  private void collide(int times) {
    run(
        """
        CREATE SEQUENCE tries;
        CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('tries') <= %s THEN
            RAISE EXCEPTION 'collided' USING ERRCODE = 'serialization_failure';
          END IF;
          RETURN NEW;
        END $$;
        CREATE TRIGGER collide BEFORE INSERT ON key FOR EACH ROW EXECUTE FUNCTION collide();
        """
            .formatted(times));
  }

  private void run(String sql) {
    TestDatabase.run(config, sql);
  }

  private long tries() {
    return Long.parseLong(TestDatabase.run(config, "SELECT last_value FROM tries"));
  }
}
