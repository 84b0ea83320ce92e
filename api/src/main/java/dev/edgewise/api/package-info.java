/**
 * The wire: records and error codes shared by the server and its clients.
 *
 * <p>A record is a JSON object whose members are its components in snake_case. On the way out every
 * member is present and an unset one is null, except in a {@link dev.edgewise.api.Problem}; on the
 * way in a member that may be null may be missing. Enums are spelled as {@link
 * dev.edgewise.api.WireName} says, values of any shape are {@link dev.edgewise.api.Json}, times are
 * RFC 3339 and ids are UUIDs. Nothing here has behaviour, and nothing here knows a JSON library.
 */
@NullMarked
package dev.edgewise.api;

import org.jspecify.annotations.NullMarked;
