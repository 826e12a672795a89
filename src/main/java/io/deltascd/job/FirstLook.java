package io.deltascd.job;

import io.deltascd.config.TableLocation;
import io.deltascd.config.TableRole;
import io.deltascd.model.PipelineException;
import io.deltascd.table.TableFailure;
import java.util.concurrent.Callable;

/** A command's first look at a table: if that fails, its user is told which one, and what to do. */
final class FirstLook {

  private FirstLook() {}

  /**
   * Looks, once the table's storage has answered.
   *
   * @param role of the table
   * @return what the look gives
   * @throws PipelineException if it fails, or the storage does not answer in time
   */
  static <T> T at(TableRole role, TableLocation table, Callable<T> look) {
    try {
      Deadline.reach(table, Deadline.FIRST_ANSWER);
      return look.call();
    } catch (PipelineException e) {
      throw e;
    } catch (Exception e) {
      throw TableFailure.of(role, table, e).exception(e);
    }
  }
}
