# Which Java runs the server, with which options, and on which libraries. Read by membraned, which sets $home.

find_java() {
  java=java
  [ -z "${JAVA_HOME:-}" ] || java=$JAVA_HOME/bin/java
  [ ! -x "$home/runtime/bin/java" ] || java=$home/runtime/bin/java
  if ! command -v "$java" >/dev/null; then
    echo "membraned: $java: not found; install a Java 17 or newer, or set JAVA_HOME" >&2
    exit 78
  fi
}

# Each library stays open, and so does each connection. Java raises the limit itself as far as it may.
require_open_files() {
  files=$(ulimit -H -n)
  if [ "$files" != unlimited ] && [ "$files" -lt 256 ]; then
    echo "membraned: ulimit -n: $files files at most may be open; allow 256, and one more for each connection" >&2
    exit 78
  fi
}

# Cron, services and containers often have a locale of ASCII, in which Java loses all other letters of
# arguments, of what is piped in, and of names of files. So has who names a locale that is not installed.
leave_ascii() {
  case $(locale charmap 2>/dev/null || echo "${LC_ALL:-${LC_CTYPE:-${LANG:-C}}}") in
    C | POSIX | ANSI_X3.4-1968 | US-ASCII) export LC_ALL=C.UTF-8 ;;
  esac
}

# Whether a word of a command line is one of some names; what a word contains does not count.
#   has_word NAMES WORD...
has_word() {
  names=$1
  shift
  for word; do
    case " $names " in *" $word "*) return 0 ;; esac
  done
  return 1
}

# An archive that does not fit is no news. It is used where it is mapped, as one that is moved to
# another address is copied whole. What is compiled with all optimizations is chosen four times as
# late as usual, as a start would pay for it. What arrives and what is sent waits outside of the heap,
# and has a bound of its own. Jetty would start Java's management to learn how many references a line of
# the processor's cache holds.
choose_options() {
  options='-Xlog:cds=off -Xlog:cds+dynamic=off
    --enable-native-access=ALL-UNNAMED -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0
    -XX:Tier4InvocationThreshold=20000 -XX:Tier4MinInvocationThreshold=2400
    -XX:Tier4CompileThreshold=60000 -XX:Tier4BackEdgeThreshold=160000
    -Dio.grpc.netty.shaded.io.netty.jfr.enabled=false
    -Dorg.eclipse.jetty.util.referencesPerCacheLine=16 -XX:MaxDirectMemorySize=192m'
  # Java takes one collector only, so one that the user names is not joined by another.
  collector=-XX:+UseParallelGC
  for option in $java_opts ${JDK_JAVA_OPTIONS:-} ${JAVA_TOOL_OPTIONS:-} ${_JAVA_OPTIONS:-}; do
    case $option in
      -XX:+Use*SystemGC) ;;
      -XX:+Use*GC) collector= ;;
    esac
  done
  options="$options -XX:GCTimeRatio=4"
  # Work that soon ends gains nothing from a large heap, and each page of it costs when first touched.
  # Else a heap grows only with what is kept, and what is short-lived stays in a small part of it.
  has_word "export import encrypt" "$@" || options="$options -Xms24m -Xmx512m -XX:MaxNewSize=16m"
  # Each arena of the C library keeps what it once had, and there are eight for each core.
  export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
}

# Java without what other variables add, which may be loud, or open files and ports.
bare_java() {
  env -u JAVA_TOOL_OPTIONS -u JDK_JAVA_OPTIONS -u _JAVA_OPTIONS LC_ALL=C "$java" "$@"
}

# From 23 on a Java warns of how Guice defines classes.
find_release() {
  real=$(readlink -f -- "$(command -v "$java")") || real=
  java_home=${real%/bin/java}
  release=$(sed -n 's/^JAVA_VERSION="\([0-9.]*\).*/\1/p' "$java_home/release" 2>/dev/null) || release=
  # Where `java` is a script that chooses one, or its folder has another shape, only Java itself can say.
  if [ -z "$release" ]; then
    said=$(bare_java -XshowSettings:properties -version 2>&1) || said=
    release=$(printf '%s\n' "$said" | sed -n 's/^ *java\.specification\.version = //p')
    java_home=$(printf '%s\n' "$said" | sed -n 's/^ *java\.home = //p')
  fi
  release=${release#1.}
  release=${release%%.*}
  release=${release:-17}
  if [ "$release" -lt 17 ]; then
    echo "membraned: $java is a Java $release; install a Java 17 or newer, or set JAVA_HOME" >&2
    exit 78
  fi
  [ "$release" -lt 23 ] || options="$options --sun-misc-unsafe-memory-access=allow"
}

# Where SQLite's library is not here, or is another C library's, the driver unpacks its own.
find_sqlite() {
  machine=$(uname -sm)
  for driver in "$home"/lib/sqlite-jdbc-*.jar; do
    driver=${driver##*/}
    native=$home/native/${driver%.jar}/org/sqlite/native/${machine% *}/${machine#* }
  done
  for musl in /lib/ld-musl-*; do
    [ ! -e "$musl" ] || native=
  done
  [ -d "$native" ] || native=
}

# An archive holds for a class path of the same words only. Where the system can say so, they tell
# nothing of where this folder lies, so that it can be moved with its archive.
set_class_path() {
  jars=$home/lib
  if [ -d /proc/self/fd ]; then
    exec 9<"$jars"
    jars=/proc/self/fd/9
  fi
  CLASSPATH=$(
    LC_ALL=C
    for jar in "$home"/lib/*.jar; do printf '%s:' "$jars/${jar##*/}"; done
  )
  export CLASSPATH="${CLASSPATH%:}"
}

refuse_java_opts() {
  echo "membraned: $java_opts_name: $1" >&2
  exit 78
}

# Java ends with 1 for an option that it does not take, as for much that heals, and with 0 after one that
# only asks it something. Where there may be such a one, it is told to run what cannot be run, and has to
# come as far as to say so. Left out is what would open files and ports, or wait, twice.
require_java_opts() {
  [ -n "$java_opts" ] || return 0
  # Options that the trial does without may allow others.
  case "${JDK_JAVA_OPTIONS:-} ${JAVA_TOOL_OPTIONS:-} ${_JAVA_OPTIONS:-}" in *-XX:+Unlock*) return 0 ;; esac
  no_main=dev.membrane.server.internal.process.MissingArchive
  last=-version
  for option in $java_opts; do
    case $option in
      --dry-run | -Xlog:help | -Xshare:dump | -agentlib:*=help) refuse_java_opts "no server is started with $option" ;;
      -agentlib:* | -agentpath:* | -javaagent:* | -D* | -Xlog* | -XX:StartFlightRecording* | \
        -XX:+AlwaysPreTouch) continue ;;
      -Xinternalversion | -XX:+Print*) last=$no_main ;;
      -X?*) ;;
      *) last=$no_main ;;
    esac
    set -- "$@" "$option"
  done
  # shellcheck disable=SC2086
  if said=$(bare_java $collector $options "$@" "$last" 2>&1); then
    [ "$last" = -version ] || refuse_java_opts "no server is started with it"
    return 0
  fi
  # The start fails like this, and may succeed later.
  case $said in
    *"ould not reserve"* | *"nsufficient memory"* | *"annot allocate"* | *"nable to create"*) return 0 ;;
    *"ain method not found in class $no_main"*) return 0 ;;
    *"$no_main"*) refuse_java_opts "no server is started with it" ;;
  esac
  said=$(printf "%s\n" "$said" | sed -e '/ VM warning: /d' -e '/^Error occurred during init/d' -e '/^$/d' | sed 1q)
  refuse_java_opts "$java does not take it: $said"
}
