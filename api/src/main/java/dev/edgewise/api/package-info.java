/**
 * The records and error codes of the API, shared by the server and its clients.
 *
 * <p>A record is a JSON object whose members are its components in snake_case. In answers every
 * member is present and an unset one is null, except in a {@link dev.edgewise.api.Problem}. In
 * requests a member that may be null may be left out. Enums are spelled as {@link
 * dev.edgewise.api.WireName} says, values of any shape are {@link dev.edgewise.api.Json}, times are
 * RFC 3339 and ids are UUIDs. The records have no behaviour and do not depend on a JSON library.
 */
@NullMarked
package dev.edgewise.api;

import org.jspecify.annotations.NullMarked;
