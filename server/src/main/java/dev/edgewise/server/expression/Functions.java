package dev.edgewise.server.expression;

import com.google.common.collect.ImmutableList;
import dev.cel.common.CelErrorCode;
import dev.cel.common.CelOptions;
import dev.cel.common.exceptions.CelRuntimeException;
import dev.cel.common.internal.DefaultMessageFactory;
import dev.cel.common.internal.DynamicProto;
import dev.cel.extensions.CelExtensions;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelFunctionOverload;
import dev.cel.runtime.CelInternalRuntimeLibrary;
import dev.cel.runtime.CelResolvedOverload;
import dev.cel.runtime.CelRuntimeBuilder;
import dev.cel.runtime.CelRuntimeLibrary;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.InternalCelFunctionBinding;
import dev.cel.runtime.ProtoMessageRuntimeEquality;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All functions of the language with their costs. CEL finds them through {@link Metering}, so that
 * the cost of each call is counted first. CEL's own dispatcher has only the functions that its
 * macros use internally.
 */
final class Functions {
  private final Map<String, Priced> functions = new HashMap<>();
  private final List<CelFunctionBinding> unmetered = new ArrayList<>();

  /**
   * A function and the cost of a call.
   *
   * @param own Edgewise's replacement of CEL's function; null to call CEL's
   */
  private record Priced(CelResolvedOverload overload, Function.Cost cost, @Nullable Function own) {}

  Functions(CelOptions options) {
    var equality =
        ProtoMessageRuntimeEquality.create(
            DynamicProto.create(DefaultMessageFactory.INSTANCE), options);
    FunctionCosts prices = new FunctionCosts(equality);
    List<CelFunctionBinding> bindings =
        new ArrayList<>(
            CelStandardFunctions.newBuilder().build().newFunctionBindings(equality, options));
    List<CelRuntimeLibrary> libraries =
        List.of(
            CelExtensions.strings(),
            CelExtensions.math(),
            CelExtensions.lists(),
            CelExtensions.sets(options),
            CelExtensions.encoders(options),
            CelExtensions.comprehensions(),
            CelExtensions.optional());
    for (CelRuntimeLibrary library : libraries) {
      CelRuntimeBuilder collector = collector(bindings);
      if (library instanceof CelInternalRuntimeLibrary internal) {
        internal.setRuntimeOptions(collector, equality, options);
      } else {
        library.setRuntimeOptions(collector);
      }
    }
    bindings.addAll(ListMethods.bindings());
    bindings.forEach(binding -> add(binding, prices));
  }

  private static CelRuntimeBuilder collector(List<CelFunctionBinding> bindings) {
    return (CelRuntimeBuilder)
        Proxy.newProxyInstance(
            Functions.class.getClassLoader(),
            new Class<?>[] {CelRuntimeBuilder.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("addFunctionBindings")) {
                throw new IllegalStateException("a function library calls " + method);
              }
              Iterable<?> given =
                  arguments[0] instanceof Iterable<?> many
                      ? many
                      : Arrays.asList((Object[]) arguments[0]);
              given.forEach(each -> bindings.add((CelFunctionBinding) each));
              return proxy;
            });
  }

  private void add(CelFunctionBinding binding, FunctionCosts prices) {
    String id = binding.getOverloadId();
    if (!binding.isStrict()) {
      unmetered.add(binding);
    } else if (!groups(binding)) {
      Function own = prices.replacement(id);
      functions.put(
          id,
          new Priced(
              resolved(binding, guarded(id, binding.getDefinition())),
              own == null ? prices.cost(id, binding.getArgTypes()) : (_, _) -> {},
              own));
    }
  }

  /** Whether the binding only dispatches to overloads. */
  private static boolean groups(CelFunctionBinding binding) {
    return binding instanceof InternalCelFunctionBinding named
        && named.getFunctionName().equals(binding.getOverloadId())
        && !binding.getOverloadId().equals("matches");
  }

  private static CelResolvedOverload resolved(
      CelFunctionBinding binding, CelFunctionOverload definition) {
    return CelResolvedOverload.of(
        binding.getOverloadId(),
        binding.getOverloadId(),
        definition,
        true,
        List.copyOf(binding.getArgTypes()));
  }

  /** Replaces CEL's error message, which would contain all arguments, however large. */
  private static CelFunctionOverload guarded(String id, CelFunctionOverload definition) {
    return arguments -> {
      try {
        return definition.apply(arguments);
      } catch (CelRuntimeException e) {
        throw e;
      } catch (ExpressionException e) {
        throw new Failure(e);
      } catch (RuntimeException e) {
        throw new Failure(
            new IllegalArgumentException("Function '" + id + "' failed: " + e.getMessage(), e));
      }
    };
  }

  /** A failed function call, to which CEL adds the position. */
  private static final class Failure extends CelRuntimeException {
    private static final long serialVersionUID = 1L;

    Failure(RuntimeException cause) {
      super(cause, CelErrorCode.INTERNAL_ERROR);
    }
  }

  /** Returns the functions for CEL's own dispatcher. */
  List<CelFunctionBinding> unmetered() {
    return unmetered;
  }

  /** Finds the function for a call and counts the cost. */
  Optional<CelResolvedOverload> prepare(
      Budget budget, Collection<String> overloadIds, Object[] arguments) {
    for (String id : overloadIds) {
      Priced priced = functions.get(id);
      if (priced != null && accepts(priced.overload().getParameterTypes(), arguments)) {
        priced.cost().charge(budget, arguments);
        Function own = priced.own();
        return Optional.of(
            own == null ? priced.overload() : withBudget(priced.overload(), own, budget));
      }
    }
    return Optional.empty();
  }

  /** Binds the budget to one call; only the thread of that budget uses it. */
  @SuppressWarnings("Immutable")
  private static CelResolvedOverload withBudget(
      CelResolvedOverload overload, Function function, Budget budget) {
    CelFunctionOverload definition =
        guarded(overload.getOverloadId(), arguments -> function.apply(budget, arguments));
    return CelResolvedOverload.of(
        overload.getFunctionName(),
        overload.getOverloadId(),
        definition,
        true,
        overload.getParameterTypes());
  }

  private static boolean accepts(ImmutableList<Class<?>> types, Object[] arguments) {
    if (types.size() != arguments.length) {
      return false;
    }
    for (int i = 0; i < arguments.length; i++) {
      if (!types.get(i).isInstance(arguments[i])) {
        return false;
      }
    }
    return true;
  }
}
