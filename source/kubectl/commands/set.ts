import {ApiError} from '../../client/errors.js';
import {note} from '../../kernel/routine.js';
import {parseLabelSelector} from '../../objects/labels.js';
import type {Command} from '../commands.js';
import {CommandFailure, throwAll, usageFailure} from '../failure.js';
import {dryRunOf, dryRunQuery, formatOf, objectName, printResult} from '../output.js';
import {selectItems, type Item} from '../selection.js';
import {keyOf, type Session} from '../session.js';
import type {Unstructured, Value} from '../unstructured.js';
import {fieldManager} from './apply.js';

/** Where the Pod template of a kind is. */
const templatePath = ({kind}: Unstructured): readonly string[] | undefined =>
	kind === 'Pod'
		? []
		: kind === 'CronJob'
			? ['spec', 'jobTemplate', 'spec', 'template']
			: ['Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet', 'Job', 'ReplicationController'].includes(kind ?? '')
				? ['spec', 'template']
				: undefined;

const podSpec = (object: Unstructured): Value =>
	templatePath(object)?.reduce<Value>((value, key) => value?.[key], object)?.spec;

const specPatch = (object: Unstructured, spec: Value): Value =>
	[...templatePath(object)!, 'spec'].reduceRight<Value>((inner, key) => ({[key]: inner}), spec);

const isWord = (word: string): boolean => word.includes('=') || /^[^/]+-$/.test(word);

interface Change {
	/** Undefined: nothing changes. */
	readonly patch?: Value;
	readonly type?: 'merge' | 'strategic-merge';
	readonly past: string;
	/** Before the server's words when it refuses. */
	readonly failing?: string;
}

type Changer = (session: Session, item: Item, changes: readonly string[]) => Change | undefined;

const setting = (options: {
	readonly split: (words: readonly string[]) => number;
	readonly needs?: (session: Session, changes: readonly string[]) => void;
	readonly change: Changer;
}): Command =>
	function* (session) {
		const {words} = session;
		const dryRun = dryRunOf(session);
		const format = formatOf(session);
		const start = options.split(words);
		const changes = start === -1 ? [] : words.slice(start);
		options.needs?.(session, changes);
		yield* session.target();
		const {items, errors} = yield* selectItems(session, {words: start === -1 ? words : words.slice(0, start)});
		const failures: unknown[] = [...errors];
		for (const item of items) {
			const {resource, namespace, name, object} = item;
			try {
				const change = options.change(session, item, changes);
				if (!change) {
					continue;
				}

				const {patch, type = 'strategic-merge', past, failing} = change;
				yield* note(
					'kubectl.generate',
					`kubectl makes a patch: ${objectName(resource, name)} ${past}.`,
					{before: object, patch},
					{object: keyOf(resource, namespace, name)},
				);
				let result = object!;
				if (patch !== undefined && dryRun !== 'client') {
					try {
						result = yield* session.patch(resource, namespace, name, type, patch, {
							query: {...dryRunQuery(dryRun), fieldManager: fieldManager(session, 'kubectl-set')},
						});
					} catch (error) {
						throw error instanceof ApiError && failing
							? new CommandFailure(`failed to patch ${failing} ${error.message}`)
							: error;
					}
				}

				if (patch !== undefined) {
					printResult(session, format, resource, result, past, dryRun);
				}
			} catch (error) {
				if (!(error instanceof ApiError || error instanceof CommandFailure)) {
					throw error;
				}

				failures.push(error);
			}
		}

		throwAll(failures);
	};

const firstChange = (words: readonly string[]): number =>
	words.findIndex((word, index) => (index > 0 || word.includes('=')) && isWord(word));

const changeImage: Changer = (_, {object}, changes) => {
	const spec = podSpec(object!);
	const lists: Record<string, Value[]> = {};
	for (const change of changes) {
		const [container, image] = [change.slice(0, change.indexOf('=')), change.slice(change.indexOf('=') + 1)];
		let found = false;
		for (const field of ['initContainers', 'containers']) {
			for (const one of spec?.[field] ?? []) {
				if (one.name === container || container === '*') {
					found = true;
					if (one.image !== image) {
						(lists[field] ??= []).push({name: one.name, image});
					}
				}
			}
		}

		if (!found) {
			throw new CommandFailure(`unable to find container named "${container}"`);
		}
	}

	return {
		patch: Object.keys(lists).length > 0 ? specPatch(object!, lists) : undefined,
		past: 'image updated',
		failing: 'image update to pod template',
	};
};

const changeEnv: Changer = (session, {resource, name, object}, changes) => {
	const containers: readonly Value[] = podSpec(object!)?.containers ?? [];
	const chosen = session.flags.text('containers') || '*';
	const fitting = containers.filter((one) => chosen === '*' || one.name === chosen);
	if (session.flags.on('list')) {
		for (const one of fitting) {
			session.out(`# ${resource.kind} ${name}, container ${one.name}\n`);
			session.out(
				(one.env ?? [])
					.map((variable: Value) =>
						variable.valueFrom
							? `# ${variable.name} from ${Object.keys(variable.valueFrom)[0]}\n`
							: `${variable.name}=${variable.value ?? ''}\n`,
					)
					.join(''),
			);
		}

		return undefined;
	}

	const variables = changes.map((change) =>
		change.includes('=')
			? {name: change.slice(0, change.indexOf('=')), value: change.slice(change.indexOf('=') + 1)}
			: {name: change.slice(0, -1), $patch: 'delete'},
	);
	return {
		patch: specPatch(object!, {containers: fitting.map((one) => ({name: one.name, env: variables}))}),
		past: 'env updated',
		failing: 'env update to pod template',
	};
};

const amountsOf = (text: string): Value => {
	if (text === '') {
		return undefined;
	}

	return Object.fromEntries(
		text.split(',').map((pair) => {
			const parts = pair.split('=');
			if (parts.length !== 2) {
				throw new CommandFailure(`invalid argument syntax ${pair}, expected <resource>=<value>`);
			}

			return parts;
		}),
	);
};

const changeResources: Changer = ({flags}, {object}) => {
	const containers: readonly Value[] = podSpec(object!)?.containers ?? [];
	const chosen = flags.text('containers') || '*';
	const resources = {
		...(flags.text('limits') ? {limits: amountsOf(flags.text('limits'))} : {}),
		...(flags.text('requests') ? {requests: amountsOf(flags.text('requests'))} : {}),
	};
	return {
		patch: specPatch(object!, {
			containers: containers
				.filter((one) => chosen === '*' || one.name === chosen)
				.map(({name}) => ({name, resources})),
		}),
		past: 'resource requirements updated',
		failing: 'resources update to pod template',
	};
};

const changeServiceAccount: Changer = (_, {object}, [name]) => ({
	patch: specPatch(object!, {serviceAccountName: name}),
	past: 'serviceaccount updated',
	failing: 'ServiceAccountName update to pod template',
});

const changeSelector: Changer = (_, {object}, changes) => {
	if (object!.kind !== 'Service') {
		throw new CommandFailure(`setting a selector is only supported for Services`);
	}

	const selector = Object.fromEntries(
		parseLabelSelector(changes.join(',')).map(({key, values}) => [key, values?.[0] ?? '']),
	);
	const removed = Object.fromEntries(Object.keys(object!.spec.selector ?? {}).map((key) => [key, null]));
	return {patch: {spec: {selector: {...removed, ...selector}}}, type: 'merge', past: 'selector updated'};
};

const changeSubject: Changer = ({flags}, {object}) => {
	const group = 'rbac.authorization.k8s.io';
	const more = [
		...flags.list('user').map((name) => ({apiGroup: group, kind: 'User', name})),
		...flags.list('group').map((name) => ({apiGroup: group, kind: 'Group', name})),
		...flags
			.list('serviceaccount')
			.map((text) => ({kind: 'ServiceAccount', name: text.split(':')[1], namespace: text.split(':')[0]})),
	];
	return {patch: {subjects: [...(object!.subjects ?? []), ...more]}, type: 'merge', past: 'subjects updated'};
};

/** `kubectl set …`. */
export const setCommands: Readonly<Record<string, Command>> = {
	'set env': setting({split: firstChange, change: changeEnv}),
	'set image': setting({
		split: firstChange,
		needs(session, changes) {
			if (session.words.length === 0) {
				throw new CommandFailure('one or more resources must be specified as <resource> <name> or <resource>/<name>');
			}

			if (changes.length === 0) {
				throw new CommandFailure('at least one image update is required');
			}
		},
		change: changeImage,
	}),
	'set resources': setting({
		split: () => -1,
		needs({flags}) {
			if (!flags.text('limits') && !flags.text('requests')) {
				throw new CommandFailure(
					'you must specify an update to requests or limits (in the form of --requests/--limits)',
				);
			}
		},
		change: changeResources,
	}),
	'set selector': setting({split: firstChange, change: changeSelector}),
	'set serviceaccount': setting({
		split: (words) => words.length - 1,
		needs(session) {
			if (session.words.length < 2) {
				throw usageFailure(session.commandPath, 'serviceaccount is required');
			}
		},
		change: changeServiceAccount,
	}),
	'set subject': setting({split: () => -1, change: changeSubject}),
};
