#!/usr/bin/env bash
# Every card in cardscripts/cards but the basic lands is named by a test.
set -eu
cd "$(dirname "$0")/.."
bad=0
while IFS= read -r name; do
    case "$name" in Plains | Island | Swamp | Mountain | Forest) continue ;; esac
    grep -qF -e "\"$name\"" -e "\"$name // " tests/rules/*.card || { echo "no test names \"$name\""; bad=1; }
done < <(sed -nE 's/^card "([^"]+)".*/\1/p' cardscripts/cards/*.card)
exit $bad
