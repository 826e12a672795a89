package io.deltascd.table;

import static java.util.stream.Collectors.joining;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltascd.config.SourceOptions;
import io.deltascd.config.TargetConfig;
import io.deltascd.config.TargetOptions;
import io.deltascd.model.HistorySettings;
import io.deltascd.model.PipelineException;
import io.deltascd.model.SilverSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.types.logical.RowType;

/**
 * Which changes of silver's columns a target follows. Only columns that it needs matter, see {@link
 * NeededColumns}.
 *
 * <table>
 * <caption>What a version of silver does to a column, or to a part of one</caption>
 * <tr><td>adds it, moves it</td><td>followed</td></tr>
 * <tr><td>widens its type as Delta's protocol allows</td><td>followed; not if it is a key or
 *     partition column and its values would be written in another form, such as an integer as a
 *     decimal</td></tr>
 * <tr><td>drops or renames it</td><td>followed if that version is accepted, and no setting names the
 *     column; gold keeps it</td></tr>
 * <tr><td>gives it another type</td><td>refused</td></tr>
 * </table>
 */
public final class FollowedColumns implements SchemaRule {
  private static final String ANEW =
      "build gold anew at another path, beginning with that version or a later one";

  private final NeededColumns needed;
  private final HistorySettings history;
  private final boolean deadLetters;
  private final long acceptVersion;
  private final Map<String, List<String>> named = new LinkedHashMap<>();

  /** The columns whose values stand in another form elsewhere: in keys and in partitions. */
  private final Map<String, String> spelled = new LinkedHashMap<>();

  /**
   * @param acceptVersion columns may be dropped in versions up to this one
   */
  public FollowedColumns(TargetConfig target, long acceptVersion) {
    this.needed = NeededColumns.of(target);
    this.history = target.history();
    this.deadLetters = target.deadLetters() != null;
    this.acceptVersion = acceptVersion;
    named.put(TargetOptions.KEYS.key(), target.keys());
    named.put(TargetOptions.TRACKED_COLUMNS.key(), history.tracked());
    named.put(TargetOptions.SEQUENCE_BY.key(), history.sequenceBy());
    named.put(TargetOptions.PARTITION_BY.key(), history.furtherPartitions());
    history
        .furtherPartitions()
        .forEach(column -> spelled.put(column, TargetOptions.PARTITION_BY.key()));
    target.keys().forEach(column -> spelled.put(column, TargetOptions.KEYS.key()));
  }

  /** The columns that are read. */
  public SilverSchema needed(SilverSchema silver) {
    return needed.of(silver);
  }

  /** Whether gold, or the dead-letter table, may get other columns. */
  public boolean concerns(SilverSchema before, SilverSchema after) {
    return !DeltaTypes.nullable(DeltaTypes.rowType(needed.of(before).json()))
        .equals(DeltaTypes.nullable(DeltaTypes.rowType(needed.of(after).json())));
  }

  @Override
  public SilverSchema next(SilverSchema inForce, SilverSchema now, String where) {
    if (SilverMetadata.difference(inForce, now).isEmpty()) {
      return inForce;
    }
    StructType before = DeltaTypes.structType(needed.of(inForce).json());
    StructType after = DeltaTypes.structType(needed.of(now).json());
    requireNamed(before, after, where);
    Differences differences = new Differences();
    differences.compare("", before, after);
    requireWiderTypes(differences, where);
    requireFitting(after, where);
    requireNoneDropped(differences, now.id(), where);
    return now;
  }

  private void requireNamed(StructType before, StructType after, String where) {
    named.forEach(
        (setting, columns) -> {
          for (String column : columns) {
            if (before.indexOf(column) >= 0 && after.indexOf(column) < 0) {
              throw new SilverChangedException(
                  "A column that the settings name is gone from silver",
                  where + ", " + setting,
                  "no column " + column,
                  "column " + column + " (" + TypeText.of(before.get(column)) + ")",
                  ANEW + ", with " + setting + " of the new columns");
            }
          }
        });
  }

  private void requireWiderTypes(Differences differences, String where) {
    for (TypeStep step : differences.types) {
      if (!ColumnMerge.widens(step.before, step.after)) {
        throw new SilverChangedException(
            "A column of silver has got another type",
            where + ", column " + step.path,
            TypeText.of(step.after),
            TypeText.of(step.before) + ", or a wider type",
            ANEW);
      }
      String setting = spelled.get(step.path);
      if (setting != null && !keepsForm(step.before, step.after)) {
        throw new SilverChangedException(
            "A column that "
                + setting
                + " names has got a type whose values are written in another form",
            where + ", column " + step.path,
            TypeText.of(step.after),
            TypeText.of(step.before) + ", or a wider type of the same kind",
            ANEW);
      }
    }
  }

  /** Whether an equal value stands in the same bytes in a key; see {@code CanonicalValue}. */
  private static boolean keepsForm(DataType before, DataType after) {
    if (after instanceof DecimalType) {
      return before instanceof DecimalType;
    } else if (after instanceof DoubleType) {
      return before instanceof FloatType;
    }
    return !(before instanceof DateType);
  }

  /** New columns have names and types that our tables can have. */
  private void requireFitting(StructType after, String where) {
    try {
      RowType columns = DeltaTypes.rowType(after);
      SettingsCheck.requireNames(columns, history);
      if (deadLetters) {
        DeadLetterSchema.of(columns);
      }
    } catch (SilverChangedException e) {
      throw e;
    } catch (PipelineException e) {
      throw new SilverChangedException(
          e.what(), where + ", " + e.where(), e.found(), e.expected(), ANEW + ": " + e.remedy());
    }
  }

  private void requireNoneDropped(Differences differences, long version, String where) {
    if (differences.dropped.isEmpty() || version <= acceptVersion) {
      return;
    }
    String added =
        differences.added.isEmpty() ? "" : "; new: " + String.join(", ", differences.added);
    throw new SilverChangedException(
        "A column of silver was dropped or renamed",
        where,
        differences.dropped.stream().map(column -> "no column " + column).collect(joining(", "))
            + added,
        "the columns of the version before, and new ones",
        SourceOptions.ACCEPT_VERSION.key()
            + ": "
            + version
            + " lets the run go on: gold keeps the column, null in rows written from then on, and"
            + " gets a renamed one as a new column; or "
            + ANEW);
  }

  /** Another type in the place of one. */
  private record TypeStep(String path, DataType before, DataType after) {}

  /** What differs between two schemas, down to the parts of nested columns. */
  private static final class Differences {
    private final List<TypeStep> types = new ArrayList<>();
    private final List<String> dropped = new ArrayList<>();
    private final List<String> added = new ArrayList<>();

    void compare(String parent, StructType before, StructType after) {
      for (StructField field : before.fields()) {
        int index = after.indexOf(field.getName());
        if (index < 0) {
          dropped.add(parent + field.getName());
        } else {
          compare(parent + field.getName(), field.getDataType(), after.at(index).getDataType());
        }
      }
      after.fields().stream()
          .map(StructField::getName)
          .filter(name -> before.indexOf(name) < 0)
          .forEach(name -> added.add(parent + name));
    }

    private void compare(String path, DataType before, DataType after) {
      if (before instanceof StructType struct && after instanceof StructType other) {
        compare(path + ".", struct, other);
      } else if (before instanceof ArrayType array && after instanceof ArrayType other) {
        compare(path + ".element", array.getElementType(), other.getElementType());
      } else if (before instanceof MapType map && after instanceof MapType other) {
        compare(path + ".key", map.getKeyType(), other.getKeyType());
        compare(path + ".value", map.getValueType(), other.getValueType());
      } else if (!before.equals(after)) {
        types.add(new TypeStep(path, before, after));
      }
    }
  }
}
