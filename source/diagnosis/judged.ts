import type {ClusterRecording} from '../cluster.js';
import {ManifestError} from '../go/yaml/manifest-error.js';
import {equal} from '../kernel/equality.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {groupVersionOf, resourceOfKind} from '../objects/resources.js';
import {nestedField, nestedString, type FieldPath} from '../objects/unstructured.js';
import {namedFiles} from '../scenario/named-files.js';
import {documentsIn} from './documents.js';
import {codeOf, givenCommands, writtenKeys, type GivenCommand} from './given-commands.js';
import type {ManifestObject} from './manifest-object.js';

/** An object from a file, and the command that sent it. */
export interface SentDocument {
	readonly command: GivenCommand;
	readonly document: ManifestObject;
}

/** An object that is judged, as in the last file sent for it. */
export interface JudgedObject extends ManifestObject {
	/** All requests for it from files, oldest first. */
	readonly sent: readonly SentDocument[];
}

const nowhere = {line: 1, column: 1};

/** An object that no file describes. */
export const unwritten = ({apiVersion, kind, metadata: {name, namespace}}: KubernetesObject): JudgedObject => ({
	apiVersion,
	kind,
	name,
	...(namespace ? {namespace} : {}),
	file: '',
	positionOf: () => nowhere,
	written: {},
	document: 0,
	within: [],
	sent: [],
});

const flag = (line: string, names: string): string | undefined =>
	[...line.matchAll(new RegExp(`(?:^|\\s)(?:${names})(?:[\\s=]+|(?<=-\\w))["']?([^\\s"']+)`, 'g'))].at(-1)?.[1];

/** Commands that read objects from files unchanged. */
const isSending = (line: string): boolean =>
	/^(?:apply|create|replace)\b/.test(line) &&
	!/\s--dry-run(?:\s|$|=(?:client|server|true))/.test(line) &&
	!/^apply\s+(?:view-last-applied|edit-last-applied)\b/.test(line);

/** The namespace of a command's objects that name none. */
const namespaceOf = (command: GivenCommand, before: readonly GivenCommand[]): string | undefined =>
	flag(command.line, '-n|--namespace') ??
	before
		.filter(({line}) => /^config\s+set-context\b/.test(line))
		.flatMap(({line}) => flag(line, '--namespace') ?? [])
		.at(-1);

/** The objects in the files of a command, unchanged. */
const namedIn = ({line, files}: GivenCommand): readonly ManifestObject[] =>
	namedFiles(line)
		.flatMap((name) => {
			const folder = `${name.replace(/[/\\]$/, '')}/`;
			return Object.hasOwn(files, name)
				? [name]
				: Object.keys(files).filter((file) => file.replaceAll('\\', '/').startsWith(folder));
		})
		.flatMap((file) => {
			try {
				return documentsIn(file, files[file] ?? '').objects;
			} catch (error) {
				if (error instanceof ManifestError) {
					return [];
				}

				throw error;
			}
		});

/** The identity of an object, in any version of its kind. */
const identityOf = ({apiVersion, kind, namespace = 'default', name}: ManifestObject): string => {
	const isNamespaced = resourceOfKind(apiVersion, kind)?.namespaced ?? true;
	return `${groupVersionOf(apiVersion).group}/${kind}/${isNamespaced ? namespace : ''}/${name}`;
};

/** Documents without a name have their names from the server. */
const withGivenName = (document: ManifestObject, written: readonly KubernetesObject[], taken: Set<string>) => {
	const prefix = document.name === '' ? nestedString(document.written, 'metadata', 'generateName') : undefined;
	const made =
		prefix === undefined
			? undefined
			: written.find(
					({kind, metadata}) => kind === document.kind && metadata.generateName === prefix && !taken.has(metadata.uid),
				);
	if (!made) {
		return document;
	}

	taken.add(made.metadata.uid);
	return {...document, name: made.metadata.name};
};

/** The objects that a command wrote and that still exist. */
const writtenBy = (recording: ClusterRecording, command: GivenCommand): readonly KubernetesObject[] => {
	const {ledger} = recording.kernel;
	return [...writtenKeys(recording, command)].flatMap(([key, uids]) => {
		const object = ledger.read<KubernetesObject>(key);
		// A Pod of a StatefulSet that was deleted has a successor of the same name.
		return object && uids.has(object.metadata.uid) ? [object] : [];
	});
};

interface Found {
	readonly document: ManifestObject;
	readonly sent: SentDocument[];
}

/**
All that the files and commands of a run created or changed, each object once, in the order of their first mention.

@param since the last step before the first command that counts; by default all count.
*/
export const judgedObjects = (recording: ClusterRecording, since = -1): readonly JudgedObject[] => {
	const commands = givenCommands(recording);
	const state = `${since} ${commands.map((command) => writtenKeys(recording, command).size).join(' ')}`;
	const last = lastJudged.get(recording);
	if (last?.state === state) {
		return last.objects;
	}

	const objects = newlyJudged(recording, commands, since);
	lastJudged.set(recording, {state, objects});
	return objects;
};

/** The objects of a run at the last judgement. */
const lastJudged = new WeakMap<ClusterRecording, {readonly state: string; readonly objects: readonly JudgedObject[]}>();

const newlyJudged = (
	recording: ClusterRecording,
	commands: readonly GivenCommand[],
	since: number,
): readonly JudgedObject[] => {
	const found = new Map<string, Found>();
	for (const [index, command] of commands.entries()) {
		if (command.from < since) {
			continue;
		}

		const written = writtenBy(recording, command);
		const taken = new Set<string>();
		const namespace = namespaceOf(command, commands.slice(0, index));
		const documents = isSending(command.line) ? namedIn(command) : [];
		for (const [at, unnamed] of documents.entries()) {
			const named = withGivenName(unnamed, written, taken);
			const document = named.namespace === undefined && namespace !== undefined ? {...named, namespace} : named;
			// Objects without a name are never the same.
			const identity = document.name === '' ? `${index} ${at}` : identityOf(document);
			const sent = [...(found.get(identity)?.sent ?? []), {command, document}];
			found.set(identity, {document, sent});
		}

		for (const object of written) {
			const one = unwritten(object);
			if (!found.has(identityOf(one))) {
				found.set(identityOf(one), {document: one, sent: []});
			}
		}
	}

	return [...found.values()].map(({document, sent}) => ({...document, sent}));
};

/** The last step that changed the part of an object at a path. */
const lastChanged = ({kernel: {ledger}}: ClusterRecording, key: string, path: FieldPath): number | undefined => {
	const versions = ledger.versions(key);
	const now = nestedField(versions.at(-1)?.value, ...path);
	const other = versions.findLastIndex(({value}) => !equal(nestedField(value, ...path), now));
	return versions[other + 1]?.step;
};

/**
An object from the file that last wrote the part at a path: after a second apply, the second file. `undefined` if
something else has changed that part since, such as `kubectl set image`.
*/
export const documentOf = (
	recording: ClusterRecording,
	judged: JudgedObject,
	key: string | undefined,
	path: FieldPath,
): ManifestObject | undefined => {
	const taken = judged.sent.filter(
		({command}) => codeOf(recording, command) === 0 || (key !== undefined && writtenKeys(recording, command).has(key)),
	);
	const last = taken.at(-1)?.document ?? judged;
	const step = key === undefined ? undefined : lastChanged(recording, key, path);
	const process = step === undefined ? undefined : recording.stops.get(step)?.process;
	const writer = givenCommands(recording).find((command) => command.process === process);
	if (!writer || taken.length === 0) {
		return last;
	}

	const since = taken.filter(({command}) => command.number >= writer.number);
	const isWritten = ({document}: SentDocument): boolean => nestedField(document.written, ...path) !== undefined;
	return since.length === 0 ? undefined : (since.findLast(isWritten) ?? since.at(-1))?.document;
};
