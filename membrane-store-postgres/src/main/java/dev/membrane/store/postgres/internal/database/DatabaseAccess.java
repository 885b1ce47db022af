package dev.membrane.store.postgres.internal.database;

import dev.membrane.spi.keys.KeyEncryptionKey;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Where a database is, and what it is encrypted with.
 *
 * @param source makes sources of connections, to be completed
 * @param schema that memory lives in
 * @param key opens the key that it is encrypted with; null: it is not encrypted
 * @param keys where the data keys are; null: in the database itself
 * @param name the place, without secrets
 */
public record DatabaseAccess(
    Supplier<PGSimpleDataSource> source,
    String schema,
    @Nullable Supplier<? extends KeyEncryptionKey> key,
    @Nullable DatabaseAccess keys,
    String name) {}
