# shellcheck shell=sh
# Read by the programs beside it, not started: finds Java and sets "java", its path, and "version",
# its first number. Ends them with status 2 if there is none, or one that is too old.

fail() {
  echo "$1" >&2
  exit 2
}

if [ -n "${JAVA_HOME:-}" ]; then
  java=$JAVA_HOME/bin/java
  [ -x "$java" ] || fail "There is no Java in JAVA_HOME
  where:    JAVA_HOME
  found:    $JAVA_HOME
  expected: the directory of a JDK or JRE, 17 or newer
  remedy:   correct JAVA_HOME, or unset it to use the java on the PATH"
else
  java=$(command -v java) || fail "Java was not found
  where:    PATH, and JAVA_HOME is not set
  found:    no java
  expected: Java 17 or newer
  remedy:   install it, or set JAVA_HOME"
fi

version=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9][0-9]*\).*/\1/p' | head -n 1)
case $version in
  '' | *[!0-9]*) version=0 ;;
esac
[ "$version" -ge 17 ] || fail "Java is too old
  where:    $java
  found:    $("$java" -version 2>&1 | sed -n '/ version "/p' | head -n 1)
  expected: Java 17 or newer
  remedy:   set JAVA_HOME to a newer Java"
