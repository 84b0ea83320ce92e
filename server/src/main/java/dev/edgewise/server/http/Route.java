package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Scope;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A method and path of the API, with its documentation and its handler.
 *
 * <pre>{@code
 * Route.patch("/v1/tasks/{id}", "Finish or update a task")
 *     .scope(Scope.WORK)
 *     .operation("updateTask")
 *     .alias(Method.PATCH, "/task/{id}")
 *     .query("token", String.class, "fences the call to one attempt")
 *     .takes(TaskPatch.class)
 *     .answers(200, PatchAnswer.class)
 *     .fails(ErrorCode.TASK_NOT_FOUND, ErrorCode.WRONG_STATE)
 *     .by(new TaskPatchHandler(store))
 * }</pre>
 *
 * @param operation the operationId in the OpenAPI document, fit for the name of a method; empty for
 *     a route that is not listed
 * @param aliases older methods and paths of the same handler
 * @param access who may use it; a draft without it has no way to become a route
 * @param path a segment {@code {name}} matches any one segment, and a last segment {@code {name*}}
 *     all the rest
 * @param takes the type of the request body; null when there is none
 * @param answers the type of the answer's body by status; {@link Void} when there is no body
 */
public record Route(
    Method method,
    String path,
    String summary,
    String operation,
    List<Alias> aliases,
    Access access,
    List<Parameter> parameters,
    @Nullable Type takes,
    Map<Integer, Type> answers,
    List<ErrorCode> fails,
    Set<Trait> traits,
    Handler handler) {

  /** An older method and path of a route. */
  public record Alias(Method method, String path) {}

  /** Exceptions from the usual handling of a route. */
  public enum Trait {
    /** It is listed as deprecated, because another route has taken its place. */
    DEPRECATED,
    /** It is not listed in the OpenAPI document. */
    UNLISTED,
    /** It is also served while the server is stopping. */
    WHILE_STOPPING,
    /** It is served for any Host header. */
    ANY_HOST,
    /** It is served to clients without a TLS certificate even if the server needs one. */
    WITHOUT_CERTIFICATE,
    /** Its query parameters are not checked, because only the page's script reads them. */
    ANY_QUERY,
    /** Its path is a capability, so that no log may show it. */
    SECRET_PATH,
    /** Browsers may send its body as the fields of a form. */
    FORM
  }

  public Route {
    aliases = List.copyOf(aliases);
    parameters = List.copyOf(parameters);
    answers = Map.copyOf(answers);
    fails = List.copyOf(fails);
    traits = Set.copyOf(traits);
  }

  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** These routes and their aliases as routes of their own; the deprecated ones come last. */
  public static List<Route> withAliases(List<Route> routes) {
    List<Route> all = new ArrayList<>(routes);
    for (Route route : routes) {
      route.aliases.forEach(alias -> all.add(route.under(alias)));
    }
    all.sort(Comparator.comparing(route -> route.has(Trait.DEPRECATED)));
    return all;
  }

  private Route under(Alias alias) {
    Set<Trait> deprecated = EnumSet.of(Trait.DEPRECATED);
    deprecated.addAll(traits);
    return new Route(
        alias.method(),
        alias.path(),
        summary,
        operation,
        List.of(),
        access,
        parameters,
        takes,
        answers,
        fails,
        deprecated,
        handler);
  }

  /** Whether it has a query parameter of this name. */
  boolean hasQuery(String name) {
    return query(name) != null;
  }

  /** Its query parameter of this name; null when it has none. */
  @Nullable Parameter query(String name) {
    for (Parameter parameter : parameters) {
      if (parameter.place() == Parameter.Place.QUERY && parameter.name().equals(name)) {
        return parameter;
      }
    }
    return null;
  }

  /** The names of the query parameters. */
  List<String> queryNames() {
    return parameters.stream()
        .filter(parameter -> parameter.place() == Parameter.Place.QUERY)
        .map(Parameter::name)
        .toList();
  }

  public static Undecided get(String path, String summary) {
    return new Undecided(Method.GET, path, summary);
  }

  public static Undecided post(String path, String summary) {
    return new Undecided(Method.POST, path, summary);
  }

  public static Undecided put(String path, String summary) {
    return new Undecided(Method.PUT, path, summary);
  }

  public static Undecided patch(String path, String summary) {
    return new Undecided(Method.PATCH, path, summary);
  }

  public static Undecided delete(String path, String summary) {
    return new Undecided(Method.DELETE, path, summary);
  }

  /** The type of a JSON array. */
  public static Type listOf(Class<?> item) {
    return new ListType(item);
  }

  /** The type of a body that has one of two forms. */
  public static Type either(Type one, Type other) {
    return new EitherType(one, other);
  }

  /** A body that has one of two forms. */
  public record EitherType(Type one, Type other) implements Type {}

  /** A route of which it is not yet said who may use it. */
  public record Undecided(Method method, String path, String summary) {

    /** Everybody may use it, without credentials. */
    public Draft open() {
      return new Draft(this, new Access.Open());
    }

    /** Principals with one of these scopes may use it. */
    public Draft scope(Scope... anyOf) {
      return new Draft(this, new Access.Scoped(List.of(anyOf), false));
    }

    /** The same, and the holder of the delivery token of the task in the path. */
    public Draft scopeOrToken(Scope... anyOf) {
      return new Draft(this, new Access.Scoped(List.of(anyOf), true));
    }

    /** The holder of the METRICS_TOKEN may use it, and principals that may read. */
    public Draft metricsToken() {
      return new Draft(this, new Access.Metrics());
    }
  }

  /** Builds a route. */
  public static final class Draft {
    private final Undecided name;
    private final Access access;
    private final List<Alias> aliases = new ArrayList<>();
    private String operation = "";
    private final List<Parameter> parameters = new ArrayList<>();
    private final Map<Integer, Type> answers = new TreeMap<>();
    private final List<ErrorCode> fails = new ArrayList<>();
    private @Nullable Type takes;
    private final Set<Trait> traits = EnumSet.noneOf(Trait.class);

    private Draft(Undecided name, Access access) {
      this.name = name;
      this.access = access;
    }

    /** Sets the operationId. */
    public Draft operation(String id) {
      operation = id;
      return this;
    }

    /** Serves the route under an older method and path, too. */
    public Draft alias(Method method, String path) {
      aliases.add(new Alias(method, path));
      return this;
    }

    /** Lists the route as deprecated: the route of the same operation has taken its place. */
    public Draft deprecated() {
      traits.add(Trait.DEPRECATED);
      return this;
    }

    /** The parameters of a list under /v1. */
    public Draft paged() {
      return query(ListPage.LIMIT, Integer.class, "number of items per page")
          .query(ListPage.CURSOR, String.class, "next_cursor of the page before");
    }

    public Draft query(String name, Class<?> type, String meaning) {
      parameters.add(new Parameter(Parameter.Place.QUERY, name, type, meaning, false));
      return this;
    }

    /** A query parameter that may be given several times. */
    public Draft queries(String name, Class<?> type, String meaning) {
      parameters.add(new Parameter(Parameter.Place.QUERY, name, type, meaning, true));
      return this;
    }

    public Draft header(String name, Class<?> type, String meaning) {
      parameters.add(new Parameter(Parameter.Place.HEADER, name, type, meaning, false));
      return this;
    }

    public Draft takes(Type body) {
      takes = body;
      return this;
    }

    public Draft answers(int status, Type body) {
      answers.put(status, body);
      return this;
    }

    /** An answer without a body. */
    public Draft answers(int status) {
      return answers(status, Void.class);
    }

    public Draft fails(ErrorCode... codes) {
      fails.addAll(List.of(codes));
      return this;
    }

    /** Keeps the route out of the OpenAPI document. */
    public Draft unlisted() {
      traits.add(Trait.UNLISTED);
      return this;
    }

    /** Serves the route while the server is stopping, too. */
    public Draft whileStopping() {
      traits.add(Trait.WHILE_STOPPING);
      return this;
    }

    /** Serves the route for any Host header. */
    public Draft forAnyHost() {
      traits.add(Trait.ANY_HOST);
      return this;
    }

    /** Serves the route to clients without a TLS certificate, too. */
    public Draft withoutCertificate() {
      traits.add(Trait.WITHOUT_CERTIFICATE);
      return this;
    }

    /** Keeps the path out of logs, because it is a capability. */
    public Draft withSecretPath() {
      traits.add(Trait.SECRET_PATH);
      return this;
    }

    /** Accepts the fields of a form as the body. */
    public Draft withForm() {
      traits.add(Trait.FORM);
      return this;
    }

    /** Accepts any query parameter. */
    public Draft withAnyQuery() {
      traits.add(Trait.ANY_QUERY);
      return this;
    }

    public Route by(Handler handler) {
      return new Route(
          name.method(),
          name.path(),
          name.summary(),
          operation,
          aliases,
          access,
          parameters,
          takes,
          answers,
          fails,
          traits,
          handler);
    }
  }

  private record ListType(Class<?> item) implements ParameterizedType {
    @Override
    public Type[] getActualTypeArguments() {
      return new Type[] {item};
    }

    @Override
    public Type getRawType() {
      return List.class;
    }

    @Override
    public @Nullable Type getOwnerType() {
      return null;
    }
  }
}
