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
 * A method and path of the API, with its documentation and its handler.
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
 * @param path a segment {@code {name}} matches any one segment, and a last segment {@code {name*}}
 *     all the rest
 * @param takes the type of the request body; null when there is none
 * @param answers the type of the answer's body by status; {@link Void} when there is no body
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

  /** Exceptions from the usual handling of a route. */
  public enum Trait {
    /** It is not listed in the OpenAPI document. */
    UNLISTED,
    /** It is also served while the server is stopping. */
    WHILE_STOPPING,
    /** It is served for any Host header. */
    ANY_HOST,
    /** Its query parameters are not checked, because only the page's script reads them. */
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

  /** Builds a route. */
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

    /** Accepts any query parameter. */
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
