CREATE TABLE never (id no_such_type);
