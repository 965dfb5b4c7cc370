import {parseImageReference, type ImageReference} from '../../objects/image-reference.js';
import {isOfficialImage} from '../../objects/official-images.js';
import {wellKnown, type Run} from './container-behaviour.js';
import type {KnownImage, StopSignal, ToolAnswer} from './known-image.js';
import {findKnownImage, officialTag} from './known-images.js';
import type {ContainerProgram} from './container-program.js';
import type {Usage} from './usage.js';

/** The answer of a failing call: a gRPC status. */
export interface RuntimeFailure {
	/** gRPC code: `NotFound`, `Unknown` … */
	readonly code: string;
	/** `$IMAGE` stands for the full name of the image, or for the sandbox's id. */
	readonly text: string;
	/** It fails only this many times, then it succeeds. */
	readonly times?: number;
}

/** One entry of a timetable: the last one whose `fromMs` after the container's start has passed counts. */
export interface Answer {
	readonly fromMs?: number;
	readonly takesMs?: number;
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
	/** Where `http` says nothing of a path, it serves the files of a folder, as this server does. */
	readonly documents?: {
		readonly root: string;
		readonly server: 'nginx' | 'apache' | 'busybox' | 'python';
		/** Names of the page of a directory; `index.html` if absent. */
		readonly index?: readonly string[];
	};
	/** Where queries and senders decide, it answers as `agnhost netexec`. */
	readonly netexec?: true;
	/** It takes connections on 127.0.0.1 only. */
	readonly loopback?: true;
	/** Service of the gRPC health protocol → timetable; `*` for the rest. */
	readonly grpc?: Readonly<Record<string, readonly Answer[]>>;
	/** A port that another container holds makes no error. */
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
	/** How long it runs; for ever if absent. */
	readonly forMs?: number;
	readonly exit?: number;
	readonly oom?: boolean;
	readonly log?: readonly string[];
	/** The text that it prints when another program has its port, before it ends; `$PORT` is the port. */
	readonly inUse?: string;
	/** Capabilities that it needs where root starts it: it becomes another user. Without one it prints this and ends. */
	readonly asRoot?: ReadonlyArray<{readonly capability: string; readonly failed: string}>;
	/** The files that it makes before all else. */
	readonly creates?: readonly Creation[];
	/** It opens the ports that a configuration says, on this command line. */
	readonly configured?: {readonly by: 'nginx'; readonly words: readonly string[]};
	/** Written to the termination message path when it ends by itself or by SIGTERM. */
	readonly message?: string;
	/** On SIGTERM it exits with `exit` after `afterMs`, or ignores it. */
	readonly term?: {readonly exit?: number; readonly afterMs?: number; readonly ignore?: boolean};
}

/** The behaviour of the containers of an image. All times are milliseconds. */
export interface Image {
	/** Every node has it from the start. */
	readonly present?: boolean;
	/** Bytes. */
	readonly size?: number;
	/** uid or name of the user in the image; root if absent. */
	readonly user?: string;
	/** `false` if the image has no programs other than its own. */
	readonly shell?: boolean | 'dash' | 'bash' | 'ash';
	readonly pull?: {
		readonly ms?: number;
		readonly error?: RuntimeFailure;
		readonly username?: string;
		readonly password?: string;
	};
	readonly create?: RuntimeFailure;
	readonly start?: RuntimeFailure;
	readonly program?: Program;
	readonly listens?: readonly Listens[];
	readonly exec?: ReadonlyArray<{readonly command: string; readonly answers: readonly Answer[]}>;
	/** Signal that asks it to end; SIGTERM if absent. */
	readonly stopSignal?: StopSignal;
	/** The resources of the node that its containers use. */
	readonly usage?: readonly Usage[];
	/** Number of a user that is given by name. */
	readonly uid?: number;
	/** Its programs besides the first one, by name. */
	readonly tools?: Readonly<Record<string, readonly ToolAnswer[]>>;
	/** The knowledge about the image's name. */
	readonly known?: KnownImage;
	/** The command line of the container, once it is known. */
	readonly words?: readonly string[];
	/** How the container runs it. */
	readonly run?: Run;
	/** That command line is the image's own program. */
	readonly own?: boolean;
	/** The part of it that is not simulated, and so assumed to work. */
	readonly opaque?: string;
	/** Its program is code of the library's user. */
	readonly custom?: ContainerProgram;
	/** For images without a description: listens on whatever ports the container declares, and runs any command as a server. */
	readonly anyPort?: boolean;
}

/** The available images, and how long the runtime takes. Read from a scenario's file. */
export interface ImageCatalogue {
	readonly takes?: {readonly sandbox?: number; readonly create?: number; readonly start?: number};
	/** By name as a Pod writes it; `docker.io/library/` may be left out. */
	readonly images: Readonly<Record<string, Image>>;
	/** The meaning of a name without a description: a server (default), or an image that does not exist. */
	readonly unknown?: 'server' | 'missing';
}

// Names that say so themselves, so that a manifest can show a failing pull.
const missing = /no-such|does-?not-?exist|non-?exist/;

/** An image without a description: a server that ends on SIGTERM. */
const anyServer: Image = {
	size: 52_428_800,
	anyPort: true,
	program: {term: {exit: 0, afterMs: 100}},
};

/** Whether a description tells what the image runs, and not only how it is pulled or what it uses. */
const saysWhatItDoes = ({program, listens, exec, anyPort, create, start, custom}: Image): boolean =>
	[program, listens, exec, anyPort, create, start, custom].some((said) => said !== undefined);

const shortName = (name: string): string => name.replace(/^docker\.io\/(library\/)?/, '');

/** The scenario's description of an image. */
const descriptionOf = (
	{images}: ImageCatalogue,
	text: string,
	{registry, repository, tag, name}: ImageReference,
): Image | undefined => {
	const last = `${repository.slice(repository.lastIndexOf('/') + 1)}:${tag}`;
	const isFresh = registry === 'fresh.test';
	const written = images[text] ?? images[name] ?? images[shortName(name)] ?? (isFresh ? images[last] : undefined);
	return isFresh && written?.present ? {...written, present: false} : written;
};

/** @returns what is known about the image; `undefined` if it does not exist. Where a scenario says only how it is pulled, what it uses and the like, it is otherwise what it is without that. */
export const imageNamed = (catalogue: ImageCatalogue, text: string): Image | undefined => {
	const reference = parseImageReference(text);
	if (typeof reference === 'string') {
		return undefined;
	}

	const {registry, name} = reference;
	const described = descriptionOf(catalogue, text, reference);
	if (described && saysWhatItDoes(described)) {
		return described;
	}

	if (
		!described &&
		(catalogue.unknown === 'missing' ||
			registry.endsWith('.test') ||
			registry.endsWith('.invalid') ||
			missing.test(shortName(name)))
	) {
		return undefined;
	}

	const known = findKnownImage(reference);
	const usual = known === 'no such tag' ? undefined : known ? wellKnown(known) : anyServer;
	return described ? {...(usual ?? anyServer), ...described} : usual;
};

const defaultBytesPerSecond = 25_000_000;

/** The reference of an image that no scenario describes. */
const undescribed = (catalogue: ImageCatalogue, text: string): ImageReference | undefined => {
	const reference = parseImageReference(text);
	return typeof reference === 'string' || catalogue.unknown !== undefined || descriptionOf(catalogue, text, reference)
		? undefined
		: reference;
};

/** Whether the registry has no such repository: `docker.io/library` is closed, and no scenario describes the image. */
export const isRefusedName = (catalogue: ImageCatalogue, text: string): boolean => {
	const {registry, repository = ''} = undescribed(catalogue, text) ?? {};
	const [, name] = /^library\/([^/]+)$/.exec(repository) ?? [];
	return registry === 'docker.io' && name !== undefined && !isOfficialImage(name);
};

/** Whether the host of the registry is one word in other letters, such as `Nginxinc`, which no resolver knows; no scenario describes the image. */
export const isUnknownHost = (catalogue: ImageCatalogue, text: string): boolean => {
	const {registry = ''} = undescribed(catalogue, text) ?? {};
	return registry !== 'localhost' && /^[^.:]+$/.test(registry);
};

/** Whether an official image is assumed to have the variant that a tag names, as the list of its tags does not say. */
export const isAssumedTag = (catalogue: ImageCatalogue, text: string): boolean => {
	const reference = parseImageReference(text);
	return (
		typeof reference !== 'string' && !descriptionOf(catalogue, text, reference) && officialTag(reference) === 'unsure'
	);
};

/** How long a pull of the image takes, in milliseconds. */
export const pullMs = (image: Image | undefined): number =>
	image ? (image.pull?.ms ?? Math.round(((image.size ?? 0) / defaultBytesPerSecond) * 1000)) : 100;

/** The entry of a timetable that counts `elapsedMs` after the container's start. */
export const answerAt = (answers: readonly Answer[] | undefined, elapsedMs: number): Answer | undefined => {
	let found: Answer | undefined;
	for (const answer of answers ?? []) {
		if ((answer.fromMs ?? 0) <= elapsedMs) {
			found = answer;
		}
	}

	return found;
};
