package dev.edgewise.bench.process;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs another program that ends when its standard input does, which happens however the process at
 * the other end of it has ended.
 */
final class Tethered {

  private Tethered() {}

  /** Takes the class of the program, then what the program takes. */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    Thread.ofPlatform().daemon().name("tether").start(Tethered::hold);
    var program = Class.forName(arguments[0]).getDeclaredMethod("main", String[].class);
    program.setAccessible(true);
    try {
      program.invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
    } catch (InvocationTargetException e) {
      e.getTargetException().printStackTrace();
      System.exit(1);
    }
  }

  private static void hold() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is ever sent.
      }
    } catch (IOException e) {
      // As good as its end.
    }
    System.exit(0);
  }
}
