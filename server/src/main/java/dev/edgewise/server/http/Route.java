package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A resource and who serves it.
 *
 * <pre>{@code
 * Route.patch("/task/{id}", "Finish or update a task")
 *     .query("token", String.class, "fences the call to one attempt")
 *     .takes(TaskPatch.class)
 *     .answers(200, PatchAnswer.class)
 *     .fails(ErrorCode.TASK_NOT_FOUND, ErrorCode.WRONG_STATE)
 *     .by(new TaskPatchHandler(store))
 * }</pre>
 *
 * @param path segments, of which {@code {name}} matches any one and a last {@code {name*}} the rest
 * @param takes the body's type; null when there is none
 * @param answers the body's type by status; {@link Void} when there is no body
 */
public record Route(
    Method method,
    String path,
    String summary,
    List<Parameter> parameters,
    @Nullable Type takes,
    Map<Integer, Type> answers,
    List<ErrorCode> fails,
    Set<Trait> traits,
    Handler handler) {

  /** What sets a route apart from most. */
  public enum Trait {
    /** The OpenAPI document does not have it. */
    UNLISTED,
    /** It is served while the server waits for open requests to end. */
    WHILE_STOPPING,
    /** It is served whatever host a request names. */
    ANY_HOST,
    /** Its query is for somebody else, such as the page, and not checked. */
    ANY_QUERY
  }

  public Route {
    parameters = List.copyOf(parameters);
    answers = Map.copyOf(answers);
    fails = List.copyOf(fails);
    traits = Set.copyOf(traits);
  }

  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** Whether it has a query parameter of this name. */
  boolean hasQuery(String name) {
    for (Parameter parameter : parameters) {
      if (parameter.place() == Parameter.Place.QUERY && parameter.name().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** The names of the query parameters. */
  List<String> queryNames() {
    return parameters.stream()
        .filter(parameter -> parameter.place() == Parameter.Place.QUERY)
        .map(Parameter::name)
        .toList();
  }

  public static Draft get(String path, String summary) {
    return new Draft(Method.GET, path, summary);
  }

  public static Draft post(String path, String summary) {
    return new Draft(Method.POST, path, summary);
  }

  public static Draft put(String path, String summary) {
    return new Draft(Method.PUT, path, summary);
  }

  public static Draft patch(String path, String summary) {
    return new Draft(Method.PATCH, path, summary);
  }

  public static Draft delete(String path, String summary) {
    return new Draft(Method.DELETE, path, summary);
  }

  /** The type of a JSON array of these. */
  public static Type listOf(Class<?> item) {
    return new ListType(item);
  }

  /** The type of a body that may be either of these. */
  public static Type either(Type one, Type other) {
    return new EitherType(one, other);
  }

  /** Two forms of a body. */
  public record EitherType(Type one, Type other) implements Type {}

  /** A route in the making. */
  public static final class Draft {
    private final Method method;
    private final String path;
    private final String summary;
    private final List<Parameter> parameters = new ArrayList<>();
    private final Map<Integer, Type> answers = new TreeMap<>();
    private final List<ErrorCode> fails = new ArrayList<>();
    private @Nullable Type takes;
    private final Set<Trait> traits = EnumSet.noneOf(Trait.class);

    private Draft(Method method, String path, String summary) {
      this.method = method;
      this.path = path;
      this.summary = summary;
    }

    public Draft query(String name, Class<?> type, String meaning) {
      parameters.add(new Parameter(Parameter.Place.QUERY, name, type, meaning));
      return this;
    }

    public Draft header(String name, Class<?> type, String meaning) {
      parameters.add(new Parameter(Parameter.Place.HEADER, name, type, meaning));
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

    /** Serves the route to the last. */
    public Draft whileStopping() {
      traits.add(Trait.WHILE_STOPPING);
      return this;
    }

    /** Serves the route whatever host a request names. */
    public Draft forAnyHost() {
      traits.add(Trait.ANY_HOST);
      return this;
    }

    /** Leaves the query to somebody else, such as the page. */
    public Draft withAnyQuery() {
      traits.add(Trait.ANY_QUERY);
      return this;
    }

    public Route by(Handler handler) {
      return new Route(method, path, summary, parameters, takes, answers, fails, traits, handler);
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
