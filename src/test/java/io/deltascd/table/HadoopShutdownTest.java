package io.deltascd.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;
import org.junit.jupiter.api.Test;

class HadoopShutdownTest {

  /** Flink closes a job's class loader, and the process ends later. */
  @Test
  void hadoopClosesItsFileSystemsAfterItsClassLoaderIsClosed() throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    URLClassLoader job = jobClassLoader();
    try {
      thread.setContextClassLoader(job);
      Class<?> configuration = job.loadClass(Configuration.class.getName());
      Class<?> fileSystem = job.loadClass(FileSystem.class.getName());
      Class<?> hooks = job.loadClass(ShutdownHookManager.class.getName());
      assertThat(fileSystem.getClassLoader()).isSameAs(job);
      Method load = job.loadClass(HadoopShutdown.class.getName()).getDeclaredMethod("load");
      load.setAccessible(true);
      load.invoke(null);
      fileSystem
          .getMethod("get", configuration)
          .invoke(null, configuration.getConstructor().newInstance());

      job.close();

      Method order = hooks.getDeclaredMethod("getShutdownHooksInOrder");
      order.setAccessible(true);
      assertThat((List<?>) order.invoke(hooks.getMethod("get").invoke(null))).hasSize(1);
      fileSystem.getMethod("closeAll").invoke(null);
    } finally {
      job.close();
      thread.setContextClassLoader(before);
    }
  }

  /** Has Hadoop's classes and this program's from itself, as Flink's has them from a job's jar. */
  private static URLClassLoader jobClassLoader() throws Exception {
    List<URL> path = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      path.add(Path.of(entry).toUri().toURL());
    }
    return new URLClassLoader(path.toArray(URL[]::new), HadoopShutdownTest.class.getClassLoader()) {
      @Override
      protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("org.apache.hadoop.") && !name.startsWith("io.deltascd.")) {
          return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
          Class<?> loaded = findLoadedClass(name);
          return loaded == null ? findClass(name) : loaded;
        }
      }
    };
  }
}
