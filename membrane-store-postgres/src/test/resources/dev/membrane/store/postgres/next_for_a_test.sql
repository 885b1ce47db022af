CREATE TABLE next_for_a_test (id bigint);
