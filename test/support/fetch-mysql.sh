#!/bin/sh
# Fetches the newest MySQL that Debian has, with the libraries that it needs, into a new folder, for a Debian whose own
# release has only MariaDB. Its bin/mysqld runs beside a MariaDB that is installed.
#
#   sh test/support/fetch-mysql.sh /opt/mysql
#   MEDIAGEN_TEST_MYSQLD=/opt/mysql/bin/mysqld npm test -- --project integration-mysql
set -eu
[ $# -eq 1 ] || { echo "usage: $0 FOLDER" >&2; exit 2; }
mkdir "$1"
folder=$(cd "$1" && pwd)
trap 'rm -rf "$folder"' EXIT
apt=$folder/apt
mkdir -p "$apt/etc/preferences.d" "$apt/state/lists/partial" "$apt/cache/archives/partial" "$folder/bin"
: > "$apt/status"
# From the mirror that this machine uses.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' | grep -m 1 '/debian/$')
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror sid main" > "$apt/etc/sources.list"
get() {
  apt-get -qq -o Dir::Etc="$apt/etc" -o Dir::Etc::sourceparts=- -o Dir::State="$apt/state" -o Dir::State::status="$apt/status" \
    -o Dir::Cache="$apt/cache" -o APT::Install-Recommends=false -o APT::Sandbox::User=root -o APT::Update::Error-Mode=any "$@" > /dev/null
}
get update
get install --yes --download-only mysql-server-core mysql-client-core
for package in "$apt"/cache/archives/*.deb; do dpkg-deb --extract "$package" "$folder"; done
rm -r "$apt"

# Their C library is newer than this system's, so each program is started by the loader that belongs to it.
wrap() {
  program=$1
  shift
  wrapper=$folder/bin/${program##*/}
  cat > "$wrapper" <<END
#!/bin/sh
usr='$folder/usr'
lib=\$usr/lib/$(uname -m)-linux-gnu
exec "\$lib"/ld-linux-*.so.* --library-path "\$lib" "\$usr/$program" "\$@" $*
END
  chmod +x "$wrapper"
  "$wrapper" --version
}
wrap sbin/mysqld '--basedir="$usr" --lc-messages-dir="$usr/share/mysql" --character-sets-dir="$usr/share/mysql/charsets" --plugin-dir="$usr/lib/mysql/plugin"'
wrap bin/mysqldump
wrap bin/mysql
trap - EXIT
