import type {ClusterRecording} from '../cluster.js';
import {platform} from '../kernel/platform.js';
import {completion} from '../kubectl/command-line/completion.js';
import {registryKey, resources, type Resource} from '../objects/resources.js';

/** Names of the objects of a resource that exist after a step. */
const namesAt = (recording: ClusterRecording, step: number, resource: Resource, namespace = 'default'): string[] => {
	const prefix = registryKey(resource, resource.namespaced ? namespace : undefined, '');
	return recording.kernel.ledger.keys(prefix, step).map((key) => key.slice(prefix.length));
};

/** Manifests in the working directory. */
export const manifestsHere = (): string[] => {
	try {
		return platform()
			.names('.')
			.filter((name) => /\.(?:ya?ml|json)$/i.test(name));
	} catch {
		return [];
	}
};

/**
The completions of the last word of a kubectl command line: subcommands, flags, resources, and the objects that exist after a step.

@param files names of files that it may read
*/
export const kubectlCompletions = (
	words: readonly string[],
	recording: ClusterRecording,
	step: number,
	files: readonly string[],
): readonly string[] => {
	const names = ({plural, group}: Pick<Resource, 'plural' | 'group'>, namespace?: string): string[] => {
		const resource = resources.find((one) => one.plural === plural && one.group === group);
		return resource ? namesAt(recording, step, resource, namespace) : [];
	};

	return completion(words, {
		resources: () => resources.map((resource) => ({...resource, subresources: []})),
		names,
		namespaces: () => names({plural: 'namespaces', group: ''}),
		files: () => [...new Set(files)],
	});
};
