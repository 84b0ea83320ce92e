/**
 * The secrets of actions, encrypted at rest.
 *
 * <p>{@link dev.edgewise.server.store.secret.SecretKeys} encrypts each value with AES-256-GCM, a
 * fresh random nonce, and the workspace and name as associated data: a row that is moved to another
 * workspace or name does not decrypt. A row names its encryption key by a fingerprint, so that keys
 * can be rotated while servers run: the first key of SECRETS_KEY encrypts, all of them decrypt.
 */
@NullMarked
package dev.edgewise.server.store.secret;

import org.jspecify.annotations.NullMarked;
