/**
 * Certificates and private keys in PEM files, and the TLS contexts that are made of them.
 *
 * <p>What is wrong with a file is an {@link IllegalArgumentException} whose message continues the
 * name of the setting or option that names the file: "must name a file that exists".
 */
@NullMarked
package dev.edgewise.server.tls;

import org.jspecify.annotations.NullMarked;
