package dev.edgewise.server.expression;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.cel.runtime.CelFunctionBinding;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** The methods of lists that Edgewise adds to those of CEL's extensions. */
final class ListMethods {
  private static final ListType LIST = ListType.create(TypeParamType.create("T"));

  /** A method; FunctionCosts has its implementation under the ID. */
  private record Method(String name, String id, CelType result, List<CelType> arguments) {}

  private static final List<Method> METHODS =
      List.of(
          new Method("sum", "list_sum", SimpleType.DYN, List.of(LIST)),
          new Method("min", "list_min", SimpleType.DYN, List.of(LIST)),
          new Method("max", "list_max", SimpleType.DYN, List.of(LIST)),
          new Method("avg", "list_avg", SimpleType.DYN, List.of(LIST)),
          new Method(
              "zip",
              "list_zip_list",
              ListType.create(ListType.create(SimpleType.DYN)),
              List.of(LIST, ListType.create(TypeParamType.create("U")))));

  private ListMethods() {}

  static List<CelFunctionDecl> declarations() {
    return METHODS.stream()
        .map(method ->
            CelFunctionDecl.newFunctionDeclaration(
                method.name(),
                CelOverloadDecl.newMemberOverload(
                    method.id(), method.result(), method.arguments())))
        .toList();
  }

  /** Returns bindings with the types of the arguments, for {@link Functions} to find by ID. */
  static List<CelFunctionBinding> bindings() {
    return METHODS.stream()
        .flatMap(method ->
            CelFunctionBinding.fromOverloads(method.name(), List.of(binding(method))).stream())
        .toList();
  }

  private static CelFunctionBinding binding(Method method) {
    String id = method.id();
    return CelFunctionBinding.from(
        id,
        Collections.nCopies(method.arguments().size(), Collection.class),
        _ -> {
          throw new IllegalStateException(id + " is only called with a budget");
        });
  }
}
