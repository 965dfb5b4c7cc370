import {commandFacts, commandName, subcommand, type CommandFacts} from './command-facts.js';
import {fullName, type ApiResource} from '../discovery.js';

/** The content of a cluster, for completing words. */
export interface Lister {
	/** The resources that the server serves. */
	readonly resources: () => readonly ApiResource[];
	/** Names of the objects of a resource in the selected namespace. */
	readonly names: (resource: ApiResource, namespace: string | undefined) => readonly string[];
	/** Paths of the manifests that can be given. */
	readonly files?: () => readonly string[];
	readonly namespaces?: () => readonly string[];
}

/** Commands whose first word is a resource. */
const typed = new Set([
	'annotate',
	'autoscale',
	'delete',
	'describe',
	'explain',
	'expose',
	'get',
	'label',
	'patch',
	'scale',
	'wait',
	'rollout status',
	'rollout history',
	'rollout undo',
	'rollout restart',
	'rollout pause',
	'rollout resume',
	'set image',
	'set env',
	'set resources',
]);

/** Commands whose words are names of one resource. */
const ofResource: Readonly<Record<string, string>> = {
	logs: 'pods',
	exec: 'pods',
	attach: 'pods',
	debug: 'pods',
	'port-forward': 'pods',
	cordon: 'nodes',
	uncordon: 'nodes',
	drain: 'nodes',
	'top pod': 'pods',
	'top node': 'nodes',
};

const values: Readonly<Record<string, readonly string[]>> = {
	output: ['json', 'yaml', 'name', 'wide', 'jsonpath=', 'custom-columns=', 'go-template='],
	'dry-run': ['none', 'client', 'server'],
	cascade: ['background', 'orphan', 'foreground'],
	restart: ['Always', 'OnFailure', 'Never'],
	type: ['json', 'merge', 'strategic'],
	validate: ['strict', 'warn', 'ignore'],
};

/**
Candidates for the last word of a command line.

@param words those after `kubectl`; the last is the one being written and may be empty.
*/
export const completion = (words: readonly string[], lister: Lister): readonly string[] => {
	const current = words.at(-1) ?? '';
	const before = words.slice(0, -1);
	const {command, path, positional, pending, namespace} = follow(before);
	const fitting = (candidates: readonly string[], prefix = current): readonly string[] =>
		[...new Set(candidates)].filter((one) => one.startsWith(prefix)).sort();
	if (pending) {
		return fitting(valuesOf(pending, lister));
	}

	const [, flag, begun] = /^--([\w-]+)=(.*)$/.exec(current) ?? [];
	if (flag !== undefined) {
		return fitting(valuesOf(flag, lister), begun).map((value) => `--${flag}=${value}`);
	}

	if (current.startsWith('-')) {
		return fitting(
			[...(command.flags ?? []), ...(commandFacts().flags ?? [])]
				.filter(({hidden}) => !hidden)
				.map(({name}) => `--${name}`),
		);
	}

	if (command.commands && positional.length === 0) {
		const below = fitting(command.commands.map(commandName));
		if (below.length > 0 || path === '') {
			return below;
		}
	}

	const resources = lister.resources();
	const named = (word: string): ApiResource | undefined =>
		resources.find(
			({plural, singular, shortNames}) => plural === word || singular === word || shortNames.includes(word),
		) ?? resources.find((one) => fullName(one) === word);
	const only = ofResource[path];
	if (only) {
		return fitting(namesOf(named(only), lister, namespace, positional));
	}

	if (!typed.has(path)) {
		return [];
	}

	const slash = current.indexOf('/');
	if (slash > 0) {
		const before = current.slice(0, slash);
		return fitting(namesOf(named(before), lister, namespace, []).map((name) => `${before}/${name}`));
	}

	const [type] = positional;
	return type === undefined
		? fitting(resources.map(({plural}) => plural))
		: fitting(namesOf(named(type), lister, namespace, positional));
};

const namesOf = (
	resource: ApiResource | undefined,
	lister: Lister,
	namespace: string | undefined,
	taken: readonly string[],
): readonly string[] => (resource ? lister.names(resource, namespace).filter((name) => !taken.includes(name)) : []);

const valuesOf = (flag: string, lister: Lister): readonly string[] => {
	if (flag === 'namespace') {
		return lister.namespaces?.() ?? [];
	}

	if (flag === 'filename' || flag === 'kubeconfig') {
		return lister.files?.() ?? [];
	}

	return values[flag] ?? [];
};

/** The meaning of the complete words. */
interface Followed {
	readonly command: CommandFacts;
	/** `rollout status`. */
	readonly path: string;
	readonly positional: readonly string[];
	/** A flag that still waits for its value. */
	readonly pending?: string;
	readonly namespace?: string;
}

/** Walks over complete words. */
const follow = (words: readonly string[]): Followed => {
	const root = commandFacts();
	let command = root;
	const path: string[] = [];
	const positional: string[] = [];
	let pending: string | undefined;
	let namespace: string | undefined;
	for (const word of words) {
		if (pending) {
			namespace = pending === 'namespace' ? word : namespace;
			pending = undefined;
		} else if (word.startsWith('-')) {
			const [name, value] = word.replace(/^--?/, '').split('=');
			const flag = [...(command.flags ?? []), ...(root.flags ?? [])].find((one) =>
				word.startsWith('--') ? one.name === name : one.shorthand === name,
			);
			if (flag && value === undefined && flag.withoutValue === undefined) {
				pending = flag.name;
			} else if (flag?.name === 'namespace') {
				namespace = value;
			}
		} else {
			const next = positional.length === 0 ? subcommand(command, word) : undefined;
			if (next) {
				command = next;
				path.push(commandName(next));
			} else {
				positional.push(word);
			}
		}
	}

	return {command, path: path.join(' '), positional, pending, namespace};
};
