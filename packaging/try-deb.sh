#!/bin/sh
# Installs a Debian package into an empty system, serves a page from it, removes it, and says what
# is left. Needs root and debootstrap.
#   packaging/try-deb.sh PACKAGE.deb [DIRECTORY]   DIRECTORY: a system made before, or where to make it
set -eu
package=$1
system=${2:-$(mktemp -d)}
port=8199
if [ ! -x "$system/usr/bin/dpkg" ]; then
    debootstrap --variant=minbase bookworm "$system"
fi
list() {
    (cd "$system" && find . -xdev \( -path ./proc -o -path ./var/lib/dpkg -o -path ./var/log \) -prune -o -print | sort)
}
list >"$system.before"
cp "$package" "$system/gametree.deb"
chroot "$system" dpkg --install /gametree.deb
rm "$system/gametree.deb"
mount --bind /proc "$system/proc"
trap 'umount "$system/proc"' EXIT
chroot "$system" gametree --version
chroot "$system" env HOME=/root gametree serve --port "$port" --token a-secret-of-the-trial &
server=$!
trap 'kill "$server" 2>/dev/null || true; umount "$system/proc"' EXIT
page="http://127.0.0.1:$port"
curl --silent --fail --retry 30 --retry-delay 1 --retry-connrefused --output /dev/null \
    --header 'Authorization: Bearer a-secret-of-the-trial' "$page/api/about"
curl --silent --fail --header 'Authorization: Bearer a-secret-of-the-trial' --header 'Content-Type: application/json' \
    --data '{"name": "trial", "game": "tictactoe"}' --output /dev/null "$page/api/projects"
kill -INT "$server"
wait "$server" || [ $? -eq 130 ]
umount "$system/proc"
trap - EXIT
chroot "$system" dpkg --purge gametree
list >"$system.after"
echo "left behind:"
diff "$system.before" "$system.after" || true
