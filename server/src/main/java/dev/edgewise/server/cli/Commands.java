package dev.edgewise.server.cli;

import dev.edgewise.server.cli.remote.access.AuditCommand;
import dev.edgewise.server.cli.remote.access.LoginCommand;
import dev.edgewise.server.cli.remote.access.LogoutCommand;
import dev.edgewise.server.cli.remote.access.ProfilesCommand;
import dev.edgewise.server.cli.remote.access.WorkspaceCommands;
import dev.edgewise.server.cli.remote.batch.AddCommand;
import dev.edgewise.server.cli.remote.batch.EdgesCommand;
import dev.edgewise.server.cli.remote.batch.EventsCommand;
import dev.edgewise.server.cli.remote.batch.ListCommand;
import dev.edgewise.server.cli.remote.batch.PauseCommand;
import dev.edgewise.server.cli.remote.batch.RerunCommand;
import dev.edgewise.server.cli.remote.batch.ResumeCommand;
import dev.edgewise.server.cli.remote.batch.RulesCommand;
import dev.edgewise.server.cli.remote.batch.ShowCommand;
import dev.edgewise.server.cli.remote.batch.StopCommand;
import dev.edgewise.server.cli.remote.batch.SubmitCommand;
import dev.edgewise.server.cli.remote.batch.WatchCommand;
import dev.edgewise.server.cli.remote.schedule.ScheduleCommands;
import dev.edgewise.server.cli.remote.signal.ApprovalsCommand;
import dev.edgewise.server.cli.remote.signal.ApproveCommand;
import dev.edgewise.server.cli.remote.signal.RejectCommand;
import dev.edgewise.server.cli.remote.signal.SignalCommand;
import dev.edgewise.server.cli.remote.task.AttemptsCommand;
import dev.edgewise.server.cli.remote.task.BulkCommand;
import dev.edgewise.server.cli.remote.task.CancelCommand;
import dev.edgewise.server.cli.remote.task.CompleteCommand;
import dev.edgewise.server.cli.remote.task.DeliveriesCommand;
import dev.edgewise.server.cli.remote.task.ExplainCommand;
import dev.edgewise.server.cli.remote.task.FailCommand;
import dev.edgewise.server.cli.remote.task.FailuresCommand;
import dev.edgewise.server.cli.remote.task.LogsCommand;
import dev.edgewise.server.cli.remote.task.ReplayCommand;
import dev.edgewise.server.cli.remote.task.UpdateCommand;
import dev.edgewise.server.cli.remote.workflow.WorkflowCommands;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** The commands of the program in the order of its help; each is made when it is needed. */
final class Commands {
  static final String COMPLETION = "completion";

  static final Map<String, Supplier<CommandLine>> ALL = all();

  private Commands() {}

  private static Map<String, Supplier<CommandLine>> all() {
    Map<String, Supplier<CommandLine>> all = new LinkedHashMap<>();
    server(all);
    batches(all);
    tasks(all);
    others(all);
    database(all);
    return Collections.unmodifiableMap(all);
  }

  private static void server(Map<String, Supplier<CommandLine>> all) {
    all.put("serve", () -> SettingFlags.on(new CommandLine(new ServeCommand())));
    all.put("demo", () -> SettingFlags.on(new CommandLine(new DemoCommand())));
  }

  private static void batches(Map<String, Supplier<CommandLine>> all) {
    all.put("submit", () -> new CommandLine(new SubmitCommand()));
    all.put("add", () -> new CommandLine(new AddCommand()));
    all.put("watch", () -> new CommandLine(new WatchCommand()));
    all.put("list", () -> new CommandLine(new ListCommand()));
    all.put("show", () -> new CommandLine(new ShowCommand()));
    all.put("edges", () -> new CommandLine(new EdgesCommand()));
    all.put("events", () -> new CommandLine(new EventsCommand()));
    all.put("rerun", () -> new CommandLine(new RerunCommand()));
    all.put("pause", () -> new CommandLine(new PauseCommand()));
    all.put("resume", () -> new CommandLine(new ResumeCommand()));
    all.put("stop", () -> new CommandLine(new StopCommand()));
    all.put("rules", () -> new CommandLine(new RulesCommand()));
  }

  private static void tasks(Map<String, Supplier<CommandLine>> all) {
    all.put("failures", () -> new CommandLine(new FailuresCommand()));
    all.put("bulk", () -> new CommandLine(new BulkCommand()));
    all.put("explain", () -> new CommandLine(new ExplainCommand()));
    all.put("attempts", () -> new CommandLine(new AttemptsCommand()));
    all.put("logs", () -> new CommandLine(new LogsCommand()));
    all.put("deliveries", () -> new CommandLine(new DeliveriesCommand()));
    all.put("replay", () -> new CommandLine(new ReplayCommand()));
    all.put("complete", () -> new CommandLine(new CompleteCommand()));
    all.put("fail", () -> new CommandLine(new FailCommand()));
    all.put("update", () -> new CommandLine(new UpdateCommand()));
    all.put("cancel", () -> new CommandLine(new CancelCommand()));
    all.put("signal", () -> new CommandLine(new SignalCommand()));
    all.put("approvals", () -> new CommandLine(new ApprovalsCommand()));
    all.put("approve", () -> new CommandLine(new ApproveCommand()));
    all.put("reject", () -> new CommandLine(new RejectCommand()));
  }

  private static void others(Map<String, Supplier<CommandLine>> all) {
    all.put("workflow", () -> new CommandLine(new WorkflowCommands()));
    all.put("schedule", () -> new CommandLine(new ScheduleCommands()));
    all.put("login", () -> new CommandLine(new LoginCommand()));
    all.put("logout", () -> new CommandLine(new LogoutCommand()));
    all.put("profiles", () -> new CommandLine(new ProfilesCommand()));
    all.put("workspace", () -> new CommandLine(new WorkspaceCommands()));
    all.put("audit", () -> new CommandLine(new AuditCommand()));
  }

  private static void database(Map<String, Supplier<CommandLine>> all) {
    all.put("key", KeyCommand::line);
    all.put("secret", SecretCommand::line);
    all.put("config", () -> SettingFlags.on(new CommandLine(new ConfigCommand())));
    all.put("doctor", () -> SettingFlags.on(new CommandLine(new DoctorCommand())));
    all.put("migrate", () -> SettingFlags.ofStorage(new MigrateCommand()));
    all.put("fsck", () -> SettingFlags.ofStorage(new FsckCommand()));
    all.put("export", () -> SettingFlags.ofStorage(new ExportCommand()));
    all.put("backup", () -> SettingFlags.ofStorage(new BackupCommand()));
    all.put("restore", () -> SettingFlags.ofStorage(new RestoreCommand()));
    all.put("rehearse", () -> new CommandLine(new RehearseCommand()));
    all.put(COMPLETION, () -> new CommandLine(new CompletionCommand()));
  }
}
