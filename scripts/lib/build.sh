# Sourced by the scripts: builds what is missing, then sets
#   sediment_classpath   Sediment's client classes, HBase and all they need
#   sediment_jar         the servers' jar
#   sediment_java        java with its options, as an array
# Expects $root, the project's folder. The environment variable SEDIMENT_PROFILE=hbase-2.5 takes that HBase; Sediment's
# own classes stay those built for the newer one.

fail() {
  echo "$*" >&2
  exit 1
}

newer_than() { # true if a file below the folders named is newer than file $1
  local stamp=$1
  shift
  [[ ! -e $stamp ]] || [[ -n $(find "$@" -newer "$stamp" -print -quit) ]]
}

maven() {
  command -v mvn >/dev/null || fail "mvn is not there: install Maven 3.8 or newer"
  mvn -q -B -f "$root/pom.xml" "$@" >&2 || fail "the build failed: mvn $*"
}

build() {
  command -v java >/dev/null || fail "java is not there: install a JDK, 17 or newer"
  mkdir -p "$root/target"
  # one build at a time, also if two scripts start together
  exec 9>"$root/target/.build.lock"
  if command -v flock >/dev/null; then flock 9; fi
  local profile=${SEDIMENT_PROFILE:-}
  local built=$root/target/.built classpath=$root/target/classpath${profile:+-$profile}.txt
  sediment_jar=$(compgen -G "$root/target/sediment-*-coprocessor.jar" | head -n 1 || true)
  if [[ -z $sediment_jar || ! -d $root/target/classes ]] || newer_than "$built" "$root/src/main" "$root/proto" "$root/pom.xml"; then
    echo "building Sediment ..." >&2
    touch "$root/target/.built.new"
    maven -Dspotless.check.skip=true process-classes
    mv "$root/target/.built.new" "$built"
    sediment_jar=$(compgen -G "$root/target/sediment-*-coprocessor.jar" | head -n 1)
  fi
  if newer_than "$classpath" "$root/pom.xml"; then
    echo "resolving the class path ..." >&2
    maven ${profile:+"-P$profile"} dependency:build-classpath -DincludeScope=compile -Dmdep.outputFile="$classpath"
  fi
  sediment_classpath=$root/target/classes:$(<"$classpath")
  exec 9>&-
  sediment_java=(
    java
    --add-opens java.base/java.lang=ALL-UNNAMED
    --add-opens java.base/java.nio=ALL-UNNAMED
    --add-opens java.base/java.lang.reflect=ALL-UNNAMED
    -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx512m
    "-Dlog4j.configuration=file://$root/scripts/lib/log4j.properties"
    "-Dsediment.jar=$sediment_jar"
    -cp "$sediment_classpath"
  )
}
