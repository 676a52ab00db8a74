"""What modules of the standard library do not have on Windows, as its documentation says."""

from __future__ import annotations

MODULES = frozenset(
    "fcntl grp posix pty pwd readline resource syslog termios tty _posixsubprocess".split()
)
NAMES = {
    "os": frozenset(
        "EX_OK O_ASYNC O_CLOEXEC O_DIRECTORY O_DSYNC O_NOATIME O_NOCTTY O_NOFOLLOW O_NONBLOCK "
        "O_PATH O_SYNC O_TMPFILE P_PGID P_PID WNOHANG chown chroot confstr ctermid fchdir "
        "fchmod fchown fdatasync fork forkpty fpathconf fstatvfs getegid geteuid getgid "
        "getgroups getloadavg getpgid getpgrp getpriority getresuid getsid getuid killpg "
        "lchown lockf mkfifo mknod nice openpty pathconf pidfd_open posix_fadvise "
        "posix_fallocate posix_spawn posix_spawnp pread pwrite readv register_at_fork "
        "sched_getaffinity sched_setaffinity sched_yield sendfile setegid seteuid setgid "
        "setgroups setpgid setpriority setsid setuid statvfs sync sysconf tcgetpgrp tcsetpgrp "
        "ttyname uname wait wait3 wait4 waitid writev".split()
    ),
    "signal": frozenset(
        "ITIMER_PROF ITIMER_REAL ITIMER_VIRTUAL SIGALRM SIGBUS SIGCHLD SIGCONT SIGHUP SIGIO "
        "SIGKILL SIGPIPE SIGPROF SIGPWR SIGQUIT SIGSTOP SIGSYS SIGTRAP SIGTSTP SIGTTIN "
        "SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ alarm getitimer "
        "pause pthread_kill pthread_sigmask setitimer siginterrupt sigpending sigtimedwait "
        "sigwait sigwaitinfo".split()
    ),
    "socket": frozenset({"AF_UNIX", "socketpair"}),
    "time": frozenset({"clock_gettime", "pthread_getcpuclockid", "tzset"}),
}
