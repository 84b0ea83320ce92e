/**
 * Configuration: what an operator may set, read from four sources and checked as a whole.
 *
 * <p>{@link dev.edgewise.server.config.SettingCatalog} declares every name once: its default, how
 * its text is read and what it means. {@link dev.edgewise.server.config.ConfigurationReader} looks
 * each name up in the flags, the environment, the optional properties file and the defaults, in
 * that order, and either yields one {@link dev.edgewise.server.config.Settings} tree or every
 * problem there is. Nothing else in the server reads the environment. Bounds that are not for an
 * operator to move are in {@link dev.edgewise.server.config.Limits}.
 */
@NullMarked
package dev.edgewise.server.config;

import org.jspecify.annotations.NullMarked;
