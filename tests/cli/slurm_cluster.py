"""A Slurm of one node, of this process's own: munged, slurmctld and slurmd in a temporary folder, gone at the end.

It wants root, as slurmd does, and Debian's packages slurm-wlm and munge.
"""
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "sinfo"]
CONFIGURATION = """ClusterName=lathe
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmctldPort={control}
SlurmdPort={node}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,batch_sched_delay=0,sched_min_interval=0
SlurmdParameters=config_overrides
KillWait=1
NodeName={host} NodeAddr=127.0.0.1 CPUs=4 Boards=1 SocketsPerBoard=1 CoresPerSocket=4 ThreadsPerCore=1 RealMemory=1000 State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def missing():
    """Why there can be no cluster here; empty: there can."""
    gone = [p for p in PROGRAMS if not shutil.which(p, path=PATH)]
    if gone:
        return "no %s here (Debian: slurm-wlm munge)" % ", ".join(gone)
    return "" if os.geteuid() == 0 else "slurmd wants root"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


LIBC = ctypes.CDLL(None)


def end_with_parent():
    """A test that is killed leaves no daemon."""
    LIBC.prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


class Cluster:
    """Use with `with`; `environment` has what Slurm's programs need."""

    def __init__(self):
        self.daemons = []
        self.folder = tempfile.mkdtemp(prefix="lathe-slurm-")
        self.environment = {"PATH": PATH, "SLURM_CONF": self.folder + "/slurm.conf"}

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        host, folder = socket.gethostname().split(".")[0], self.folder
        os.chmod(folder, 0o755)
        for name in ("state", "spool"):
            os.mkdir(folder + "/" + name)
        with open(folder + "/slurm.conf", "w") as f:
            f.write(CONFIGURATION.format(folder=folder, host=host, control=free_port(), node=free_port()))
        with open(folder + "/munge.key", "wb") as f:
            os.fchmod(f.fileno(), 0o600)
            f.write(os.urandom(128))
        self.daemon("munged", "--foreground", "--force", *["--%s=%s/munge.%s" % (option, folder, end) for option, end in (
            ("socket", "socket"), ("key-file", "key"), ("log-file", "log"), ("pid-file", "pid"), ("seed-file", "seed"))])
        self.until("munged's socket", lambda: os.path.exists(folder + "/munge.socket"))
        self.daemon("slurmctld", "-D")
        self.daemon("slurmd", "-D", "-N", host)
        self.until("an idle node", lambda: self.ask("sinfo", "-h", "-o", "%t") == "idle")

    def daemon(self, *words):
        with open("%s/%s.out" % (self.folder, words[0]), "wb") as out:
            self.daemons.append(subprocess.Popen(words, env=dict(os.environ, **self.environment), stdin=subprocess.DEVNULL, stdout=out,
                                                 stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=end_with_parent))

    def ask(self, *words):
        return subprocess.run(words, env=dict(os.environ, **self.environment), capture_output=True, text=True, timeout=300).stdout.strip()

    def until(self, what, there, seconds=120):
        end = time.time() + seconds
        while not there():
            if time.time() > end:
                raise RuntimeError("%s: not there in %d s\n%s" % (what, seconds, self.said()))
            time.sleep(0.05)

    def said(self):
        """The ends of the daemons' own words."""
        out = ""
        for name in ("munged", "slurmctld", "slurmd"):
            path = "%s/%s.out" % (self.folder, name)
            if os.path.exists(path):
                with open(path, errors="replace") as f:
                    out += "%s: %s\n" % (name, f.read()[-2000:])
        return out

    def stop(self):
        """What slurmd started is ended first: slurmstepd has a session of its own, and would outlive it."""
        if len(self.daemons) == 3:
            self.ask("scancel", "--user=root")
            self.patient(lambda: not self.ask("squeue", "-h"))
        for daemon in reversed(self.daemons):
            daemon.send_signal(signal.SIGTERM)
            try:
                daemon.wait(5)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        self.daemons = []
        shutil.rmtree(self.folder, ignore_errors=True)

    @staticmethod
    def patient(gone):
        for _ in range(30):
            if gone():
                return
            time.sleep(0.1)
