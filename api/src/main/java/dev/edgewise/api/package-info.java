/** The wire: records and error codes shared by the server and its clients. */
@NullMarked
package dev.edgewise.api;

import org.jspecify.annotations.NullMarked;
