package dev.membrane.tck;

import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Arrivals.Period;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Visibility;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Arrivals gone wrong. */
final class ArrivalDefects {

  private ArrivalDefects() {}

  static List<Defect> all() {
    return List.of(
        new Defect(
            "puts arrivals in the order of their ids",
            "arrivals_come_in_the_order_of_their_inserts_and_go_on_after_an_id",
            telling(ids -> ids.stream().sorted().toList())),
        new Defect(
            "begins anew on every page",
            "arrivals_come_in_the_order_of_their_inserts_and_go_on_after_an_id",
            asking(asked -> with(asked, asked.filter(), "", asked.limit()))),
        new Defect(
            "skips a record between pages",
            "arrivals_come_in_the_order_of_their_inserts_and_go_on_after_an_id",
            () ->
                new DelegatingStore() {
                  @Override
                  public List<String> arrivals(Arrivals asked) {
                    List<String> ids = super.arrivals(asked);
                    return asked.after().isEmpty() || ids.isEmpty()
                        ? ids
                        : ids.subList(1, ids.size());
                  }
                }),
        new Defect(
            "forgets the place of a deleted record",
            "a_place_among_the_arrivals_stays_whatever_is_written",
            () ->
                new DelegatingStore() {
                  @Override
                  public List<String> arrivals(Arrivals asked) {
                    return asked.after().isEmpty() || !get(List.of(asked.after())).isEmpty()
                        ? super.arrivals(asked)
                        : List.of();
                  }
                }),
        new Defect(
            "lists what may not be seen",
            "only_arrivals_come_that_pass_the_filter",
            asking(
                asked ->
                    with(
                        asked,
                        asked.filter().withVisibility(Visibility.ALL).withRedacted(false),
                        asked.after(),
                        asked.limit()))),
        new Defect(
            "lists no outlines",
            "only_arrivals_come_that_pass_the_filter",
            asking(
                asked ->
                    with(asked, asked.filter().withRedacted(false), asked.after(), asked.limit()))),
        new Defect(
            "lists records without the tags",
            "only_arrivals_come_that_carry_all_tags_and_are_of_the_thread",
            asking(
                asked ->
                    with(asked, asked.filter().withTags(Set.of()), asked.after(), asked.limit()))),
        new Defect(
            "lets records that do not pass use up the limit",
            "arrivals_that_have_the_tags_and_do_not_hold_use_up_no_place",
            () ->
                new DelegatingStore() {
                  @Override
                  public List<String> arrivals(Arrivals asked) {
                    Filter filter = asked.filter();
                    return get(
                            super.arrivals(
                                with(
                                    asked,
                                    filter.withAt(Samples.START.minusSeconds(10)),
                                    asked.after(),
                                    asked.limit())))
                        .stream()
                        .filter(filter::passes)
                        .map(stored -> stored.record().id())
                        .toList();
                  }
                }),
        new Defect(
            "lists what was created at any time",
            "only_arrivals_come_that_were_created_and_updated_within_periods",
            asking(
                asked ->
                    new Arrivals(
                        asked.filter(),
                        Period.ALWAYS,
                        asked.updated(),
                        asked.after(),
                        asked.limit()))),
        new Defect(
            "lists what was updated at any time",
            "only_arrivals_come_that_were_created_and_updated_within_periods",
            asking(
                asked ->
                    new Arrivals(
                        asked.filter(),
                        asked.created(),
                        Period.ALWAYS,
                        asked.after(),
                        asked.limit()))));
  }

  private static Supplier<DelegatingStore> asking(UnaryOperator<Arrivals> wrong) {
    return () ->
        new DelegatingStore() {
          @Override
          public List<String> arrivals(Arrivals asked) {
            return super.arrivals(wrong.apply(asked));
          }
        };
  }

  private static Supplier<DelegatingStore> telling(UnaryOperator<List<String>> wrong) {
    return () ->
        new DelegatingStore() {
          @Override
          public List<String> arrivals(Arrivals asked) {
            return wrong.apply(super.arrivals(asked));
          }
        };
  }

  private static Arrivals with(Arrivals asked, Filter filter, String after, int limit) {
    return new Arrivals(filter, asked.created(), asked.updated(), after, limit);
  }
}
