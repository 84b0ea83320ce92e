package dev.edgewise.server.expression;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The roles of the parts of an expression by their IDs: which parts begin and end loop iterations,
 * and which must not be lists, maps or long texts.
 */
final class PartRoles {
  private static final String BOOLEAN = "true or false";
  private static final String OPTIONAL = "an optional";
  private static final String KEY = "a key";

  /** For each part the number of the loop whose iteration it begins or ends; otherwise 0. */
  private final int[] begins;

  private final int[] ends;
  private final @Nullable String[] wanted;
  private final int loops;
  private final int lowest;

  private PartRoles(Survey survey) {
    lowest = survey.lowest;
    int size = 1 + survey.highest - lowest;
    begins = new int[size];
    ends = new int[size];
    wanted = new String[size];
    loops = survey.loops.size();
    for (int i = 0; i < loops; i++) {
      begins[survey.loops.get(i)[0] - lowest] = i + 1;
      ends[survey.loops.get(i)[1] - lowest] = i + 1;
    }
    survey.wanted.forEach((id, what) -> wanted[id - lowest] = what);
  }

  static PartRoles of(CelExpr expression) {
    Survey survey = new Survey();
    survey.visit(expression);
    return new PartRoles(survey);
  }

  private int place(CelExpr part) {
    return (int) part.id() - lowest;
  }

  int loops() {
    return loops;
  }

  /** Returns the number of the loop whose iteration begins with this part; otherwise 0. */
  int loopBegunBy(CelExpr part) {
    return begins[place(part)];
  }

  /** Returns the number of the loop whose iteration ends with this part; otherwise 0. */
  int loopEndedBy(CelExpr part) {
    return ends[place(part)];
  }

  /** Returns what a part must be instead of a list, a map or a long text; null if it may be one. */
  @Nullable String wanted(CelExpr part) {
    return wanted[place(part)];
  }

  /** Traverses an expression. */
  private static final class Survey {
    private final List<int[]> loops = new ArrayList<>();
    private final Map<Integer, String> wanted = new HashMap<>();
    private int lowest;
    private int highest;

    private void visit(CelExpr part) {
      int id = Math.toIntExact(part.id());
      lowest = Math.min(lowest, id);
      highest = Math.max(highest, id);
      switch (part.getKind()) {
        case SELECT -> visit(part.select().operand());
        case CALL -> call(part.call());
        case LIST -> {
          List<CelExpr> elements = part.list().elements();
          elements.forEach(this::visit);
          part.list().optionalIndices().forEach(i -> want(OPTIONAL, elements.get(i)));
        }
        case MAP -> part.map().entries().forEach(this::entry);
        case COMPREHENSION -> {
          var loop = part.comprehension();
          visit(loop.iterRange());
          visit(loop.accuInit());
          visit(loop.loopCondition());
          visit(loop.loopStep());
          visit(loop.result());
          want(BOOLEAN, loop.loopCondition());
          loops.add(
              new int[] {
                Math.toIntExact(loop.loopCondition().id()), Math.toIntExact(loop.loopStep().id())
              });
        }
        default -> {}
      }
    }

    private void call(CelExpr.CelCall call) {
      call.target().ifPresent(this::visit);
      call.args().forEach(this::visit);
      switch (call.function()) {
        case "_?_:_" -> want(BOOLEAN, call.args().getFirst());
        case "_&&_", "_||_" -> call.args().forEach(each -> want(BOOLEAN, each));
        default -> {}
      }
    }

    private void entry(CelMap.Entry entry) {
      visit(entry.key());
      visit(entry.value());
      want(KEY, entry.key());
      if (entry.optionalEntry()) {
        want(OPTIONAL, entry.value());
      }
    }

    private void want(String what, CelExpr part) {
      wanted.put(Math.toIntExact(part.id()), what);
    }
  }
}
