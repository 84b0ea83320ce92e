/**
 * JSON without a library: parses text into plain Java values without loss, writes them back, and
 * converts them to records.
 *
 * <p>A value is null, a {@link java.lang.Boolean}, a {@link java.lang.String}, a {@link
 * java.util.List}, a {@link java.util.Map} in the order of the text, or a number: a {@link
 * java.lang.Long} when it is whole and fits, a {@link java.math.BigInteger} when it is whole and
 * does not, a {@link java.math.BigDecimal} otherwise. The reader takes what RFC 8259 allows and
 * nothing else: no duplicate members, no comments, nothing after the end.
 */
@NullMarked
package dev.edgewise.sdk.json;

import org.jspecify.annotations.NullMarked;
