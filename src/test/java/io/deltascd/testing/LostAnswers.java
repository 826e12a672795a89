package io.deltascd.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between an {@link S3Server} and its clients, and breaks a connection where the server has
 * carried out a put and begins to say so.
 */
public final class LostAnswers implements AutoCloseable {
  private final S3Server server;
  private final ServerSocket socket;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final String object;
  private final AtomicInteger left;

  private LostAnswers(S3Server server, ServerSocket socket, String object, int times) {
    this.server = server;
    this.socket = socket;
    this.object = object;
    this.left = new AtomicInteger(times);
  }

  /**
   * Begins.
   *
   * @param object the end of the name of the object whose puts are concerned
   * @param times how many answers are lost
   */
  public static LostAnswers of(S3Server server, String object, int times) throws IOException {
    LostAnswers answers =
        new LostAnswers(
            server, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), object, times);
    answers.threads.execute(answers::accept);
    return answers;
  }

  /** The Hadoop options of a client whose answers may get lost. */
  public Map<String, String> options() {
    Map<String, String> options =
        new HashMap<>(server.options((InetSocketAddress) socket.getLocalSocketAddress()));
    // Else the server would answer before it has got the object.
    options.put("fs.s3a.connection.expect.continue", "false");
    return options;
  }

  /** How many more answers would be lost. */
  public int left() {
    return left.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = socket.accept();
        Socket behind = new Socket(server.address().getAddress(), server.address().getPort());
        open.add(client);
        open.add(behind);
        AtomicInteger lost = new AtomicInteger();
        threads.execute(() -> requests(client, behind, lost));
        threads.execute(() -> answers(behind, client, lost));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void requests(Socket from, Socket to, AtomicInteger lost) {
    byte[] bytes = new byte[8192];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
        String line =
            new String(bytes, 0, length, StandardCharsets.ISO_8859_1)
                .lines()
                .findFirst()
                .orElse("");
        if (line.startsWith("PUT ")
            && line.contains(object + " ")
            && left.getAndUpdate(now -> Math.max(0, now - 1)) > 0) {
          lost.set(1);
        }
        out.write(bytes, 0, length);
        out.flush();
      }
    } catch (IOException e) {
      // Broken off, by either side or by us.
    }
  }

  private static void answers(Socket from, Socket to, AtomicInteger lost) {
    byte[] bytes = new byte[8192];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
        if (lost.get() > 0) {
          return;
        }
        out.write(bytes, 0, length);
        out.flush();
      }
    } catch (IOException e) {
      // As above.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    for (Socket one : open) {
      one.close();
    }
    threads.shutdownNow();
  }
}
