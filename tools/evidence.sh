#!/bin/sh
# Captures the transcripts of the days' programs: on this machine's card when there is one, else on the simulator.
#
#   tools/evidence.sh                  every day whose program changed since its transcript
#   DAY=13 tools/evidence.sh           one day; 13, day13 or day13-shared-memory
#   CARD=h200 tools/evidence.sh        on a card: refuses another one; without: the simulator as that card (t4 if unset)
#   FORCE=1 tools/evidence.sh          days whose program did not change, too
#
# A transcript holds the program's checksum. Where that is the program's still, nothing is run: a figure is measured again
# when what it measures changed, or by FORCE=1 when the simulator or its model did.
set -eu
cd "$(dirname "$0")/.."

if nvidia-smi >/dev/null 2>&1; then
  here=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1 | tr 'A-Z ' 'a-z-' | sed 's/^nvidia-//; s/^tesla-//; s/^geforce-//; s/-//')
  [ -z "${CARD:-}" ] || [ "$CARD" = "$here" ] || { echo "evidence: this machine's card is $here, not $CARD" >&2 && exit 1; }
  device=gpu file=$here.txt
else
  device="sim ${CARD:-t4}" file=sim-${CARD:-t4}.txt
fi

# Whether the transcript $2 is of the program $1 as it is now.
is_current() {
  [ -z "${FORCE:-}" ] && [ -f "$2" ] || return 1
  grep -qx "program: sha256 $(sha256sum <"$1" | cut -c1-16)" "$2"
}

number=$(echo "${DAY:-}" | sed 's/^day//; s/-.*//')
captured=0 kept=0
for folder in days/day${number:+$(printf %02d "${number#0}")-}*/; do
  [ -d "$folder" ] || continue
  day=$(basename "$folder")
  program=days/$day/$(echo "$day" | sed 's/^day[0-9]*-//; s/-/_/g').cu
  if is_current "$program" "evidence/$day/$file"; then
    kept=$((kept + 1))
    continue
  fi
  # shellcheck disable=SC2086 # a device and perhaps a card
  tools/capture_evidence.sh "$program" "evidence/$day/$file" $device
  captured=$((captured + 1))
done
[ $((captured + kept)) -gt 0 ] || { echo "evidence: there is no day ${DAY:-}" >&2 && exit 1; }
echo "evidence: $captured captured on $device, $kept unchanged since their transcripts"
