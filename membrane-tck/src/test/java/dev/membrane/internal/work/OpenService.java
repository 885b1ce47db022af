package dev.membrane.internal.work;

import java.util.ArrayList;

/** Can be extended, keeps static state, and throws what nobody can catch with reason. */
public class OpenService {

  static final ArrayList<String> COUNTS = new ArrayList<>();
  static final int[] FEW = {1, 2, 3};
  static String last = "";

  void fail() {
    throw new RuntimeException(last + COUNTS + FEW.length);
  }
}
