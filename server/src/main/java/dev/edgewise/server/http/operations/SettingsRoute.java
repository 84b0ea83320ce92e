package dev.edgewise.server.http.operations;

import dev.edgewise.api.Scope;
import dev.edgewise.api.SettingView;
import dev.edgewise.server.config.EffectiveSetting;
import dev.edgewise.server.config.Secret;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.Route;
import java.util.List;

/** The route of the effective settings; settings that contain a secret are masked completely. */
public final class SettingsRoute {

  private SettingsRoute() {}

  public static Route of(List<EffectiveSetting> effective) {
    List<SettingView> views = effective.stream().map(SettingsRoute::view).toList();
    return Route.get("/config", "The effective settings and their sources")
        .scope(Scope.ADMIN)
        .operation("getSettings")
        .answers(200, Route.listOf(SettingView.class))
        .by(request -> Answer.ok(views));
  }

  private static SettingView view(EffectiveSetting entry) {
    String shown = entry.setting().mask() == null ? entry.text() : Secret.MASK;
    return new SettingView(
        entry.setting().name(), entry.text().isEmpty() ? null : shown, entry.source().word());
  }
}
