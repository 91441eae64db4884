#!/bin/sh
# A Slurm of one node on loopback, for this test alone: grades submissions through it, kills one of its jobs on the way,
# and compares with the same class graded without it.
#
#   tests/grade/slurm.sh BUILD COUNT [TEXTS]      packages slurmctld slurmd slurm-client munge; `make grade-slurm` takes 60
#
# TEXTS: how many of the files are different; what is the same is compiled once. The last line is "slurm: N passed, N failed".
set -u
build=$(cd "$1" && pwd)
count=$2
texts=${3:-$count}
PATH=$PATH:/usr/sbin # where daemons are, for users too
for program in slurmctld slurmd munged sbatch squeue; do
  command -v "$program" >/dev/null 2>&1 || { echo "slurm: $program is missing (packages slurmctld slurmd slurm-client munge)" >&2 && exit 1; }
done
. "$(dirname "$0")/../harness/fixture_course.sh"
cluster=$course/cluster
stop() {
  for name in slurmd slurmctld munge; do
    [ ! -s "$cluster/run/$name.pid" ] || kill "$(cat "$cluster/run/$name.pid")" 2>/dev/null
  done
  rm -rf "$course"
}
trap stop EXIT

mkdir -p "$cluster/etc" "$cluster/run" "$cluster/log" "$cluster/state" "$cluster/spool"
host=$(hostname -s)
user=$(id -un)
(umask 077 && dd if=/dev/urandom of="$cluster/etc/munge.key" bs=128 count=1 2>/dev/null)
cat >"$cluster/etc/slurm.conf" <<EOF
ClusterName=grade
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
SlurmctldPort=26817
SlurmdPort=26818
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
AuthInfo=socket=$cluster/run/munge.sock
CredType=cred/munge
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool
SlurmctldPidFile=$cluster/run/slurmctld.pid
SlurmdPidFile=$cluster/run/slurmd.pid
SlurmctldLogFile=$cluster/log/slurmctld.log
SlurmdLogFile=$cluster/log/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=1,defer_batch
ReturnToService=2
SlurmdTimeout=30
KillWait=2
InactiveLimit=0
MinJobAge=300
MaxArraySize=2000
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
NodeName=$host NodeHostname=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=grade Nodes=$host Default=YES MaxTime=00:30:00 State=UP
EOF
SLURM_CONF=$cluster/etc/slurm.conf
export SLURM_CONF
munged --force --key-file="$cluster/etc/munge.key" --socket="$cluster/run/munge.sock" --pid-file="$cluster/run/munge.pid" \
  --log-file="$cluster/log/munge.log" --seed-file="$cluster/run/munge.seed" || exit 1
slurmctld -c || exit 1
slurmd -c || exit 1
tries=0
until [ "$(sinfo -h -o %t 2>/dev/null)" = idle ] || [ "$tries" -gt 100 ]; do
  sleep 0.1
  tries=$((tries + 1))
done
check "the cluster is up" test "$(sinfo -h -o %t)" = idle

use_own_temporary
mkdir "$course/in"
number=0
while [ "$number" -lt "$count" ]; do
  { cat "$course/solutions/day01-copy.cu" && echo "// text $((number % texts))"; } >"$course/in/learner-$number.cu"
  [ $((number % texts % 5)) -ne 0 ] || sed -i 's/i < n/i + 1 < n/' "$course/in/learner-$number.cu"
  number=$((number + 1))
done
grade() { "$build/bin/harness-cli" --root "$course" grade "$course/in" --day day01 --seed 11 --time-limit 60 "$@"; }

check "graded without Slurm" grade --out "$course/local"
# One task is killed when the job is under way. Its submission must be in the table all the same.
(
  tries=0
  while [ "$tries" -lt 600 ]; do
    task=$(squeue -h -r -t RUNNING -o %i 2>/dev/null | head -n 1)
    if [ -n "$task" ]; then
      scancel --signal=KILL --full "$task" && echo "$task" >"$course/killed"
      break
    fi
    sleep 0.1
    tries=$((tries + 1))
  done
) &
begun=$(date +%s)
check "graded through Slurm" grade --slurm --out "$course/cluster-grades"
echo "$count submissions in $(($(date +%s) - begun)) s"
check "a task was killed" test -s "$course/killed"
check "one line each" test "$(wc -l <"$course/cluster-grades/grades.csv")" -eq $((count + 1))
check "nothing runs on" nothing_runs
check "the tables are the same" cmp "$course/local/grades.csv" "$course/cluster-grades/grades.csv"

summary slurm
