/**
 * The configuration of a server, read from four sources and checked as a whole.
 *
 * <p>{@link dev.edgewise.server.config.SettingCatalog} declares every setting once: its name,
 * default, parser and meaning. {@link dev.edgewise.server.config.ConfigurationReader} looks each
 * name up in the flags, the environment, the optional properties file and the defaults, in that
 * order, and returns either one {@link dev.edgewise.server.config.Settings} tree or all problems.
 * Nothing else in the server reads the environment. Limits that no setting changes are in {@link
 * dev.edgewise.server.config.Limits}.
 */
@NullMarked
package dev.edgewise.server.config;

import org.jspecify.annotations.NullMarked;
