package dev.membrane.odd;

/** Lives in a package that no rule knows. */
public final class Homeless {}
