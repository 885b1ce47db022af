# The archive of loaded classes: its name, whether there is one, and how one is made. Read by membraned, which
# sets $home and $cache; java.sh sets the rest.

# A Java from 25 on keeps more than classes, and says so in other words.
choose_format() {
  suffix=jsa use=-XX:SharedArchiveFile
  if [ "$release" -ge 25 ]; then
    suffix=aot use=-XX:AOTCache
    options="$options -Xlog:aot=off"
  fi
}

# Names, sizes and times of the files in the current folder or below. Not who may read them, nor the
# blocks of a folder, which differ by file system, nor times as they read today.
files() {
  env -u BLOCK_SIZE TIME_STYLE=+%s LC_ALL=C ls -lnL "$@" |
    sed -e '/^total /d' -e 's/^[^ ]*  *[^ ]*  *[^ ]*  *[^ ]*  *//'
}

# An archive holds for these jars and this Java only, so they make its name.
archive_name() {
  [ -f "$java_home/lib/modules" ] || return 1
  sum=$({
    cd -- "$home/lib" && files .
    # Builds of one version may be of one size and date.
    cksum membrane-*.jar
    cd -- "$java_home/lib" && files modules server
  } | cksum) || return 1
  echo "membraned-${sum%% *}.$suffix"
}

# Runs Java as a start does, in the current folder. A script that chooses a Java may need its variables.
run_java() {
  # shellcheck disable=SC2086
  env -i "PATH=$PATH" LC_ALL=C.UTF-8 "CLASSPATH=$CLASSPATH" "$java_home/bin/java" \
    -XX:+UseParallelGC $options "$@"
}

# Before 25, from a list of what a start has loaded: such an archive needs no other one, which a
# linked runtime would not have. It keeps no compiled code, so nothing is compiled for later.
write_archive() {
  set -- ${native:+"-Dorg.sqlite.lib.path=$native"} dev.membrane.server.internal.process.ArchiveTraining
  if [ "$suffix" = aot ]; then
    # In two steps: what one step starts for the second one does not have the folder of the jars.
    run_java -XX:AOTMode=record -XX:AOTConfiguration=classes "$@" &&
      run_java -XX:AOTMode=create -XX:AOTConfiguration=classes -XX:AOTCache=made
  else
    run_java -XX:TieredStopAtLevel=1 -XX:DumpLoadedClassList=classes "$@" &&
      run_java -Xshare:dump -XX:SharedClassListFile=classes -XX:SharedArchiveFile=made
  fi
}

# Java dies of an archive that ends early, so each ends with this word, and is on the disk before it has
# its name. An empty one says when none could be made.
is_whole() {
  [ -s "$1" ] && [ "$(tail -c 6 -- "$1")" = whole ]
} 2>/dev/null

# In a folder of its own, so that two at once do not meet.
make_archive() {
  umask 022
  mkdir -p -- "$cache"
  cache=$(CDPATH='' cd -- "$cache" && pwd) || return 1
  remove_abandoned
  making=$(mktemp -d -- "$cache/making.XXXXXX") || return 1
  trap 'rm -rf -- "$making"' EXIT
  trap 'exit 1' HUP INT TERM
  echo "membraned $$" >"$making/maker" || return 1
  if ! (
    cd -- "$making" && write_archive && [ -s made ] && echo whole >>made && sync made
  ) >"$making/log" 2>&1; then
    cat -- "$making/log" >&2
    is_whole "$cache/$name" || rm -f -- "$cache/$name"
    touch -- "$cache/$name"
    return 1
  fi
  chmod 644 "$making/made"
  mv -f -- "$making/made" "$cache/$name" || return 1
  remove_older || :
}

# The process that has begun an archive in a folder. One that does not say so is the user's own.
read_maker() {
  [ -f "$1/maker" ] && [ ! -L "$1" ] && read -r made_by <"$1/maker" || return 1
  maker=${made_by#membraned }
  case $maker in '' | *[!0-9]* | "$made_by") return 1 ;; esac
}

is_running() {
  kill -0 "$1" || [ -d "/proc/$1" ]
} 2>/dev/null

# Of one that has ended early. Seen from another machine or container it may
# only seem so, but it does not take as long as this.
remove_abandoned() {
  for folder in "$cache"/making.??????; do
    read_maker "$folder" && ! is_running "$maker" || continue
    [ -z "$(find "$folder/maker" -mmin +10)" ] || rm -rf -- "$folder"
  done
}

# Whether somebody is making an archive. Another process may have its number later.
is_being_made() {
  for folder in "$cache"/making.??????; do
    read_maker "$folder" && is_running "$maker" || continue
    [ -z "$(find "$folder/maker" -mmin -10)" ] || return 0
  done
  return 1
}

# The archive before may be another Java's; what is older is not missed. Nothing is removed but files
# of exactly such a name.
remove_older() {
  kept=0
  # shellcheck disable=SC2012
  (cd -- "$cache" && ls -t) | while read -r old; do
    sum=${old#membraned-}
    sum=${sum%.*}
    case $old in "membraned-$sum.jsa" | "membraned-$sum.aot") ;; *) continue ;; esac
    case $sum in '' | *[!0-9]*) continue ;; esac
    [ -f "$cache/$old" ] && [ ! -L "$cache/$old" ] || continue
    kept=$((kept + 1))
    [ "$kept" -le 2 ] || rm -f -- "$cache/$old"
  done
}

# Whether none could be made in the last day.
has_failed() {
  [ ! -s "$cache/$name" ] && [ -n "$(find "$cache/$name" -mmin -1440 2>/dev/null)" ]
}

# Whether starts like this one gain from an archive.
gains() {
  ! has_word "-version --version -help --help -h verify-audit scan-for erase export import completion" "$@"
}

no_archive() {
  echo "membraned: no archive was made${1:-}" >&2
  exit 1
}

# What `membraned make-archive` does.
#   run_make_archive [--if-missing]
run_make_archive() {
  if [ -n "$name" ] && [ -n "${1:-}" ]; then
    ! is_whole "$cache/$name" || return 0
    ! is_being_made || no_archive ": another process is making one"
    ! has_failed || no_archive " in the last day: make-archive without $1 tries again"
  fi
  [ -n "$name" ] && make_archive || no_archive
  echo "$cache/$name"
}

# Sets $name, and $archive where there is one. What came along is as good as one that is made here.
find_archive() {
  name=
  [ -z "$cache" ] || name=$(archive_name 2>/dev/null) || name=
  archive=
  for folder in ${name:+"$cache" "$home/cache"}; do
    [ -n "$archive" ] || ! is_whole "$folder/$name" || archive=$folder/$name
  done
}

# Whether a server that has been started without an archive is to have one made.
wants_archive() {
  [ -n "$name" ] && [ -z "$archive" ] && ! has_failed && gains "$@"
}
