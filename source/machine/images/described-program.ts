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
	/** Path → timetable; `*` for the rest. Without `http` and `grpc` connections are accepted and closed. */
	readonly http?: Readonly<Record<string, readonly Answer[]>>;
	/** For a path without an entry in `http`, it serves the files of a folder, as this server does. */
	readonly documents?: {
		readonly root: string;
		readonly server: 'nginx' | 'apache' | 'busybox' | 'python';
		/** Names of the page of a directory; `index.html` if absent. */
		readonly index?: readonly string[];
	};
	/** If queries and senders decide, it answers like `agnhost netexec`. */
	readonly netexec?: true;
	/** It accepts connections on 127.0.0.1 only. */
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
	/** Its run time; without end if absent. */
	readonly forMs?: number;
	readonly exit?: number;
	/** It becomes a daemon, and its first process ends with 0, unless its configuration keeps it. */
	readonly isDaemon?: true;
	readonly oom?: boolean;
	readonly log?: readonly string[];
	/** When it prints all lines of its log but the first, which say that it is ready; at its start if absent. */
	readonly readyMs?: number;
	/** The text that it prints when another program has its port, before it ends; `$PORT` is the port. */
	readonly inUse?: string;
	/** Capabilities that it needs where root starts it: it becomes another user. Without one it prints this and ends. */
	readonly asRoot?: ReadonlyArray<{readonly capability: string; readonly failed: string}>;
	/** The files that it makes first. */
	readonly creates?: readonly Creation[];
	/** On this command line, the program opens the ports of its configuration. */
	readonly configured?: {readonly by: 'nginx'; readonly words: readonly string[]};
	/** It keeps the settings of its command line and file, which its client shows. */
	readonly settings?: {readonly of: 'redis'; readonly words: readonly string[]};
	/** Written to the termination message path when it ends, also by SIGTERM. */
	readonly message?: string;
	/** On SIGTERM it exits with `exit` after `afterMs`, or ignores it. */
	readonly term?: {readonly exit?: number; readonly afterMs?: number; readonly ignore?: boolean};
}

/** A signal that asks the first process of a container to end. */
export type StopSignal =
	'SIGTERM' | 'SIGQUIT' | 'SIGINT' | 'SIGWINCH' | 'SIGHUP' | 'SIGUSR1' | 'SIGUSR2' | 'SIGRTMIN+3';
