/** One entry of a timetable: the last one whose `fromMs` after the container's start has passed counts. */
export interface Answer {
	readonly fromMs?: number;
	readonly takesMs?: number;
	/** Milliseconds of a processor that the answer costs. */
	readonly cpuMs?: number;
	/** HTTP status code. */
	readonly status?: number;
	readonly body?: string;
	/** Location of a redirect. */
	readonly to?: string;
	/** State of a gRPC health service: `SERVING`. */
	readonly serving?: string;
	/** Exit code of a command. */
	readonly exit?: number;
	readonly output?: string;
}

/** A port on the Pod's address while the entry point runs. */
export interface Listens {
	readonly port: number;
	readonly afterMs?: number;
	readonly untilMs?: number;
	/** The timetables by path; `*` for other paths. Without `http` and `grpc`, connections are accepted and closed. */
	readonly http?: Readonly<Record<string, readonly Answer[]>>;
	/** The server whose way of serving files applies to paths without an entry in `http`. */
	readonly documents?: {
		readonly root: string;
		readonly server: 'nginx' | 'apache' | 'busybox' | 'python';
		/** Names of the page of a directory; `index.html` if absent. */
		readonly index?: readonly string[];
	};
	/** Whether it answers like `agnhost netexec`, depending on query and sender. */
	readonly netexec?: true;
	/** Whether it accepts connections only on 127.0.0.1. */
	readonly loopback?: true;
	/** Service of the gRPC health protocol → timetable; `*` for the rest. */
	readonly grpc?: Readonly<Record<string, readonly Answer[]>>;
	/** A port that another container holds is not an error. */
	readonly ifFree?: true;
}

/** A file or directory that a program makes when it starts. */
export interface Creation {
	readonly path: string;
	readonly kind: 'file' | 'directory';
	/** The error text, before it ends with 1: `$NUMBER` and `$WHY` are the error's, such as 13 and `Permission denied`. */
	readonly failed: string;
}

/** The work of the entry point. */
export interface Program {
	readonly name?: string;
	/** Its run time; unlimited if absent. */
	readonly forMs?: number;
	readonly exit?: number;
	/** Whether it becomes a daemon, so that its first process ends with 0, unless its configuration keeps it in the foreground. */
	readonly isDaemon?: true;
	readonly oom?: boolean;
	readonly log?: readonly string[];
	/** The time at which it prints its log lines after the first, which report readiness; at its start if absent. */
	readonly readyMs?: number;
	/** The text that it prints when another program has its port, before it ends; `$PORT` is the port. */
	readonly inUse?: string;
	/** The capabilities that it needs as root to switch to another user; without one, it prints this and ends. */
	readonly asRoot?: ReadonlyArray<{readonly capability: string; readonly failed: string}>;
	/** The files that it reads first, in order: without one, it prints `failed` and ends. */
	readonly reads?: ReadonlyArray<{readonly path: string; readonly failed: string; readonly exit: number}>;
	/** The server that it waits for: after `withinMs` without it, it prints `failed` and ends. */
	readonly connects?: {
		readonly host: string;
		readonly port: number;
		readonly withinMs: number;
		readonly failed: string;
		readonly exit: number;
	};
	/** The files that it makes first. */
	readonly creates?: readonly Creation[];
	/** The command line on which the program opens the ports of its configuration. */
	readonly configured?: {readonly by: 'nginx'; readonly words: readonly string[]};
	/** The settings from its command line and file, which its client can read. */
	readonly settings?: {readonly of: 'redis'; readonly words: readonly string[]};
	/** Written to the termination message path when it ends, also by SIGTERM. */
	readonly message?: string;
	/** On SIGTERM it exits with `exit` after `afterMs`, or ignores it. */
	readonly term?: {readonly exit?: number; readonly afterMs?: number; readonly ignore?: boolean};
}

/** A signal that requests the end of a container's first process. */
export type StopSignal =
	'SIGTERM' | 'SIGQUIT' | 'SIGINT' | 'SIGWINCH' | 'SIGHUP' | 'SIGUSR1' | 'SIGUSR2' | 'SIGRTMIN+3';
