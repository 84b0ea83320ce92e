/**
 * What people see and click, in the browser that is installed, on a server in a process of its own.
 *
 * <p>Without a browser these tests are skipped, except where {@code CI=true} promises one.
 */
@NullMarked
package dev.edgewise.browser;

import org.jspecify.annotations.NullMarked;
