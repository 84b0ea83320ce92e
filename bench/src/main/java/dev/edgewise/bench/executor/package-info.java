/** Those who do the work of the tasks: workers that ask for it, receivers that are called. */
@NullMarked
package dev.edgewise.bench.executor;

import org.jspecify.annotations.NullMarked;
