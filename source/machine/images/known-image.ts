import type {LayerEntries} from '../files/standard-files.js';
import type {Answer, Creation, Listens, Program, StopSignal} from './described-program.js';

/** A port that a program opens, and what changes its number. */
export interface ServedPort extends Listens {
	/** Options of the command line that give another number, such as `--port`; with `*`, such as `--entrypoints.*.address`, each that is given opens a port. */
	readonly options?: readonly string[];
	/** Variable that gives another number. */
	readonly variable?: string;
}

/** Variables that decide that a program ends at once, and how. */
export interface Requirement {
	readonly variables: readonly string[];
	readonly log: readonly string[];
	readonly exit: number;
}

/** The behaviour of a program of an image as the first process of a container. */
export interface KnownProgram {
	readonly serves?: readonly ServedPort[];
	/** Its output at the start; `$NAME` is a variable of its environment, `$PORT` its first port, `$HOSTNAME` the Pod. */
	readonly log?: readonly string[];
	/** The time after which its ports open, unless a port has its own. */
	readonly readyMs?: number;
	/** The time after which it ends without a signal. */
	readonly forMs?: number;
	readonly exit?: number;
	/** If all of these variables are missing, it prints this and ends. */
	readonly needs?: Requirement;
	/** With any of these variables, or values such as `MYSQL_USER=root`, it prints this and ends; with `mounts` only where one of these paths is a volume. */
	readonly refuses?: Requirement & {readonly mounts?: readonly string[]};
	/** A pattern for command lines that keep it in the foreground; without it, the program becomes a daemon, and its first process ends with code 0. */
	readonly foreground?: string;
	/** Its end after a signal; by default, exit code 0 after 100 ms. */
	readonly term?: {readonly exit?: number; readonly afterMs?: number; readonly ignore?: boolean};
	/** Capabilities that it needs as root, and its error without one. */
	readonly asRoot?: Program['asRoot'];
	/** The files that options name: without the file, it prints `failed`, where `$FILE` is its path, and ends. */
	readonly reads?: ReadonlyArray<{readonly options: readonly string[]; readonly failed: string; readonly exit: number}>;
	/** A server that it waits for, which the first set variable names, or the address `usual`: after `withinMs` without it, it prints `failed`, where `$HOST` and `$PORT` are the server's, and ends. */
	readonly connects?: {
		readonly variables: readonly string[];
		readonly usual?: string;
		readonly port: number;
		readonly withinMs: number;
		readonly failed: string;
		readonly exit: number;
	};
	/** The files that it makes first. */
	readonly creates?: readonly Creation[];
	/** The configuration that decides its responses; `serves` has the default ones. */
	readonly configured?: 'nginx';
	/** The kind of settings that it reads from its command line and file. */
	readonly settings?: 'redis';
	/** Its output when a port is taken, by port. */
	readonly inUse?: string;
	/** Its differences on a command line in which no word matches `option`, a pattern: the first such entry counts. */
	readonly without?: ReadonlyArray<{readonly option: string} & Omit<KnownProgram, 'without' | 'subcommands'>>;
	/** Its behaviour for subcommands, by first argument. */
	readonly subcommands?: Readonly<Record<string, KnownProgram>>;
	/** Whether it is the simulated kubectl. */
	readonly isKubectl?: true;
	/** The machine simulates a program of this name for all images. */
	readonly isSimulated?: true;
	/** Whether it runs programs of its users, whose behaviour is unknown. */
	readonly runsCode?: true;
	/** Whether its own configuration can open more ports: the other ports that its container declares are assumed to be open. */
	readonly opensDeclared?: true;
}

/** The output of a program of an image. Without `output`, `exit` or similar, its behaviour is unknown: it is assumed to work, and the stop reports that. */
export interface ToolAnswer extends Answer {
	/** A pattern for its arguments; absent for any arguments. */
	readonly when?: string;
	/** It connects to a server, at this port by default; without a listener there, it prints `refused`. */
	readonly asks?: number;
	readonly refused?: {readonly output: string; readonly exit: number};
	/** Its message and timeout for a lost answer; by default `refused`, after TCP's retries. */
	readonly lost?: {readonly output: string; readonly exit: number; readonly afterMs: number};
	/** The output for a server on another host: `$HOST`, `$PORT`, and `Connection refused` for the reason. */
	readonly elsewhere?: {readonly output: string; readonly exit: number};
	/** The kind of client: it shows the server's settings, and reads commands from standard input. */
	readonly client?: 'redis';
	/** Its action on the configuration of the image's nginx. */
	readonly nginx?: 'test' | 'reload';
	/** The signal that it sends process 1. */
	readonly signal?: 'TERM' | 'QUIT';
}

/** Whether an official image has a tag; `'unsure'` where it has the version, and no official image is known to have the variant. */
export type TagAnswer = boolean | 'unsure';

/** The tags of an official image: numbers of versions, names of releases, and variants behind a dash. */
export interface TagRules {
	/** The newest version that exists, such as `1.31`. */
	readonly newest: string;
	/** The last minor version of each major version that gets no new ones, by major version. */
	readonly lastOf?: Readonly<Record<string, number>>;
	/** Patterns of other texts that a tag may have before its first dash. */
	readonly names?: readonly string[];
	/** Names of distributions may replace a version: `alpine`, `bookworm`. */
	readonly distributions?: boolean;
	/** All variants, each with a number behind it; absent: the list is not complete. */
	readonly variants?: readonly string[];
	/** Whether the tags include variants based on Debian and Alpine. */
	readonly debianVariants?: boolean;
}

/** An image that is known by its name. */
export interface KnownImage {
	/** The name with its registry, without `docker.io/`: `library/nginx`, `registry.k8s.io/pause`. */
	readonly names: readonly string[];
	/** The tags that an official image has; any if absent. */
	readonly tags?: TagRules;
	/** A pattern of all tags of an image that is not official. */
	readonly onlyTags?: string;
	/** Bytes. */
	readonly size: number;
	/** The memory that its main program needs to start, as a quantity: a container with a lower limit is killed. */
	readonly startMemory?: string;
	/** Its user, by name or number; root if absent. */
	readonly user?: string;
	/** Number of a user that is given by name. */
	readonly uid?: number;
	/** Its best shell; `false` without one. `ash` for tags that name Alpine. */
	readonly shell?: false | 'dash' | 'bash' | 'ash';
	/** The shell behind its `sh`, if that is not `dash` beside `bash`. */
	readonly sh?: 'bash' | 'ash';
	/** The working directory of its containers; `/` if absent. */
	readonly directory?: string;
	readonly entrypoint?: readonly string[];
	readonly cmd?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/** The signal that requests its end; SIGTERM if absent. */
	readonly stopSignal?: StopSignal;
	/** Its main programs, by name. */
	readonly programs: Readonly<Record<string, KnownProgram>>;
	/** Whether its DNS programs are those of BIND, regardless of its shell. */
	readonly hasBind?: boolean;
	/** Whether it has BusyBox before 1.28, in which nslookup reads `/etc/hosts` and resolves addresses, and wget prints less. */
	readonly isOldBusybox?: boolean;
	/** Programs of most images that this one does not have. */
	readonly lacks?: readonly string[];
	/** Its other programs, by name: the first answer with a matching pattern counts. */
	readonly tools?: Readonly<Record<string, readonly ToolAnswer[]>>;
	readonly files?: LayerEntries;
	/** The differences for tags that match a pattern. */
	readonly variants?: ReadonlyArray<{readonly tags: string} & Partial<Omit<KnownImage, 'tags'>>>;
}
