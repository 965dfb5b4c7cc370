import {readdirSync, readFileSync} from 'node:fs';
import {completion} from '../kubectl/completion.js';
import {registryKey, resources, type Resource} from '../objects/resources.js';
import type {Doors, Start} from '../terminal/open.js';
import {openRecording} from './open.js';
import {printRecording, readRecording} from './replay.js';
import type {ClusterRecording} from './run-manifests.js';
import {readTextFile, writeTextFile} from './text-file.js';

/** Names of the objects of a resource that exist after a step. */
const namesAt = (recording: ClusterRecording, step: number, resource: Resource, namespace = 'default'): string[] => {
	const prefix = registryKey(resource, resource.namespaced ? namespace : undefined, '');
	return recording.kernel.ledger.keys(prefix, step).map((key) => key.slice(prefix.length));
};

const manifestsHere = (): string[] => {
	try {
		return readdirSync('.').filter((name) => /\.(?:ya?ml|json)$/i.test(name));
	} catch {
		return [];
	}
};

/** What the screen needs of the layers above it and of the disk: recordings, manifests, words for kubectl. */
export const doors: Doors = {
	save: (recording, file) => {
		writeTextFile(file, printRecording(recording));
	},
	replay: (file): Start => openRecording(readRecording(readTextFile(file), file)),
	read: (file) => {
		try {
			return readFileSync(file, 'utf8');
		} catch {
			return undefined;
		}
	},
	complete: (words, recording, step, files) => {
		const named = (name: string): Resource => resources.find(({plural}) => plural === name)!;
		return completion(words, {
			resources: () => resources.map((resource) => ({...resource, subresources: []})),
			names: ({plural, group}, namespace) =>
				namesAt(
					recording,
					step,
					resources.find((one) => one.plural === plural && one.group === group)!,
					namespace,
				),
			namespaces: () => namesAt(recording, step, named('namespaces')),
			files: () => [...new Set([...files, ...manifestsHere()])],
		});
	},
};
