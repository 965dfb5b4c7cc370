import type {LayerEntries} from '../files/standard-files.js';
import type {Answer, Creation, Listens, Program, StopSignal} from './described-program.js';

/** A port that a program opens, and what changes its number. */
export interface ServedPort extends Listens {
	/** Options of the command line that give another number, such as `--port`; with `*`, such as `--entrypoints.*.address`, each that is given opens a port. */
	readonly options?: readonly string[];
	/** Variable that gives another number. */
	readonly variable?: string;
}

/** The behaviour of a program of an image as the first process of a container. */
export interface KnownProgram {
	readonly serves?: readonly ServedPort[];
	/** Its output at the start; `$NAME` is a variable of its environment, `$PORT` its first port, `$HOSTNAME` the Pod. */
	readonly log?: readonly string[];
	/** Its ports open after this time, if they do not say otherwise. */
	readonly readyMs?: number;
	/** It ends without a signal. */
	readonly forMs?: number;
	readonly exit?: number;
	/** Without any of these variables it prints this and ends. */
	readonly needs?: {readonly variables: readonly string[]; readonly log: readonly string[]; readonly exit: number};
	/** With any of these variables, or values such as `MYSQL_USER=root`, it prints this and ends; with `mounts` only where one of these paths is a volume. */
	readonly refuses?: NonNullable<KnownProgram['needs']> & {readonly mounts?: readonly string[]};
	/** A pattern of the command line that keeps it in the foreground; without it, the program becomes a daemon, and its first process ends with code 0. */
	readonly foreground?: string;
	/** Its end after a signal; 0 after 100 ms if absent. */
	readonly term?: {readonly exit?: number; readonly afterMs?: number; readonly ignore?: boolean};
	/** Capabilities that it needs as root, and its error without one. */
	readonly asRoot?: Program['asRoot'];
	/** The files that it makes first. */
	readonly creates?: readonly Creation[];
	/** Its configuration decides its responses; `serves` has the default ones. */
	readonly configured?: 'nginx';
	/** Its settings are from its command line and its file. */
	readonly settings?: 'redis';
	/** Its output, port by port, when its port is taken. */
	readonly inUse?: string;
	/** Its behaviour with a first argument that names another program of its own. */
	readonly subcommands?: Readonly<Record<string, KnownProgram>>;
	/** It is the simulated kubectl. */
	readonly isKubectl?: true;
	/** The machine simulates a program of this name for all images. */
	readonly isSimulated?: true;
	/** It runs programs of its users, whose behaviour is not known. */
	readonly runsCode?: true;
}

/** The output of a program of an image. Without `output`, `exit` or similar, its behaviour is unknown: it is assumed to work, and the stop reports that. */
export interface ToolAnswer extends Answer {
	/** Its arguments, as a pattern; absent: any. */
	readonly when?: string;
	/** It asks a server, at this port if its command line names no other; without a listener there, it prints `refused`. */
	readonly asks?: number;
	readonly refused?: {readonly output: string; readonly exit: number};
	/** Its message and its timeout for a lost answer; otherwise as `refused`, after TCP's retries. */
	readonly lost?: {readonly output: string; readonly exit: number; readonly afterMs: number};
	/** The output for a server on another host: `$HOST`, `$PORT`, and `Connection refused` for the reason. */
	readonly elsewhere?: {readonly output: string; readonly exit: number};
	/** It shows the server's settings, and reads commands from its standard input. */
	readonly client?: 'redis';
	/** It reads the configuration of the image's nginx. */
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
	/** They include the variants of images that are made from Debian and Alpine. */
	readonly debianVariants?: boolean;
}

/** An image that is known by its name. */
export interface KnownImage {
	/** With registry, but `docker.io/` left out: `library/nginx`, `registry.k8s.io/pause`. */
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
	/** The best shell that it has; `false` if there is none. `ash` for tags that name Alpine. */
	readonly shell?: false | 'dash' | 'bash' | 'ash';
	/** The shell that it calls `sh`, where that is not `dash` beside `bash`. */
	readonly sh?: 'bash' | 'ash';
	/** The working directory of its containers; `/` if absent. */
	readonly directory?: string;
	readonly entrypoint?: readonly string[];
	readonly cmd?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/** Signal that asks it to end; SIGTERM if absent. */
	readonly stopSignal?: StopSignal;
	/** Its main programs, by name. */
	readonly programs: Readonly<Record<string, KnownProgram>>;
	/** Its DNS programs are those of BIND, with any shell. */
	readonly hasBind?: boolean;
	/** Busybox until 1.28: nslookup reads `/etc/hosts` and looks addresses up, and wget says less. */
	readonly isOldBusybox?: boolean;
	/** Programs of most images that this one does not have. */
	readonly lacks?: readonly string[];
	/** Its other programs, by name: the first answer whose pattern fits counts. */
	readonly tools?: Readonly<Record<string, readonly ToolAnswer[]>>;
	readonly files?: LayerEntries;
	/** The differences for tags that match a pattern. */
	readonly variants?: ReadonlyArray<{readonly tags: string} & Partial<Omit<KnownImage, 'tags'>>>;
}
