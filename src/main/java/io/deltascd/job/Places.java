package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.TableLocation;
import io.deltascd.table.TablePlace;
import java.io.IOException;
import java.util.Optional;

/** Whether silver and gold keep out of each other's way. */
final class Places {

  private Places() {}

  /** What is wrong, if anything is. */
  static Optional<Finding> finding(TableLocation silver, TableLocation gold) throws IOException {
    TablePlace silverPlace = TablePlace.of(silver);
    TablePlace goldPlace = TablePlace.of(gold);
    if (silverPlace.equals(goldPlace)) {
      return Optional.of(
          new Finding(
              "Silver and gold are the same table",
              "target.path",
              gold + ", which is " + silver,
              "another path than source.path",
              "write the path of the table that is to be maintained"));
    }
    if (silverPlace.contains(goldPlace)) {
      return Optional.of(inside("Gold lies inside of silver", gold, silver));
    }
    if (goldPlace.contains(silverPlace)) {
      return Optional.of(inside("Silver lies inside of gold", silver, gold));
    }
    return Optional.empty();
  }

  private static Finding inside(String what, TableLocation inner, TableLocation outer) {
    return new Finding(
        what,
        "target.path",
        inner + ", below " + outer,
        "two directories beside each other: VACUUM of the outer table deletes the inner one",
        "choose another path for gold");
  }
}
