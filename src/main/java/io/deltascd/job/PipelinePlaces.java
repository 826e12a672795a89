package io.deltascd.job;

import io.deltascd.config.Finding;
import io.deltascd.config.SameTable;
import io.deltascd.config.TableLocation;
import io.deltascd.config.TableRole;
import io.deltascd.table.TablePlace;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Whether the tables of one pipeline keep out of each other's way; {@link FolderPlaces} looks at
 * those of several.
 */
final class PipelinePlaces {

  private PipelinePlaces() {}

  /** What is wrong with the places of silver and gold, if anything is. */
  static Optional<Finding> finding(TableLocation silver, TableLocation gold) throws IOException {
    TablePlace silverPlace = TablePlace.of(silver);
    TablePlace goldPlace = TablePlace.of(gold);
    if (silverPlace.equals(goldPlace)) {
      return Optional.of(SameTable.finding(TableRole.GOLD.option(), gold + ", which is " + silver));
    }
    if (silverPlace.contains(goldPlace)) {
      return Optional.of(inside("Gold lies inside of silver", gold, silver));
    }
    if (goldPlace.contains(silverPlace)) {
      return Optional.of(inside("Silver lies inside of gold", silver, gold));
    }
    return Optional.empty();
  }

  /** What is wrong with the place of a dead-letter table, if anything is. */
  static Optional<Finding> ofDeadLetters(
      TableLocation silver, TableLocation gold, TableLocation deadLetters) throws IOException {
    TablePlace place = TablePlace.of(deadLetters);
    for (TableLocation other : List.of(silver, gold)) {
      TablePlace otherPlace = TablePlace.of(other);
      if (place.equals(otherPlace) || place.contains(otherPlace) || otherPlace.contains(place)) {
        return Optional.of(
            new Finding(
                "The dead-letter table lies where another table lies",
                TableRole.DEAD_LETTERS.option(),
                deadLetters + ", beside " + other,
                "a directory of its own, neither inside of silver or gold nor around them",
                "choose another path for the dead-letter table"));
      }
    }
    return Optional.empty();
  }

  private static Finding inside(String what, TableLocation inner, TableLocation outer) {
    return new Finding(
        what,
        TableRole.GOLD.option(),
        inner + ", below " + outer,
        "two directories beside each other: VACUUM of the outer table deletes the inner one",
        "choose another path for gold");
  }
}
