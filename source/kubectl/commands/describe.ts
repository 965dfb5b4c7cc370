import {ApiError} from '../../client/errors.js';
import {note, type Routine} from '../../kernel/routine.js';
import {printYaml} from '../../objects/yaml.js';
import type {ApiResource} from '../discovery.js';
import {CommandFailure, throwAll} from '../failure.js';
import {objectName} from '../output.js';
import {listFailure, resolveWords, selectItems} from '../selection.js';
import {keyOf, type Session} from '../session.js';
import {alignTabs} from '../tab-writer.js';
import {withValue, type Unstructured} from '../unstructured.js';
import {describeAccess} from './describe-access.js';
import {describeConfig} from './describe-config.js';
import {describeNetwork} from './describe-network.js';
import {describeNode} from './describe-node.js';
import {describePod} from './describe-pod.js';
import {describeStorage} from './describe-storage.js';
import {eventLines, headLines} from './describe-text.js';
import {describeWorkload} from './describe-workload.js';

/** What a describer can ask for besides the object itself. */
export interface Surroundings {
	readonly session: Session;
	readonly nowMs: number;
	readonly events: () => Routine<readonly Unstructured[]>;
	/** Objects of another resource, none where it may not be read. */
	readonly list: (
		resource: string,
		namespace: string | undefined,
		query?: Readonly<Record<string, string>>,
	) => Routine<readonly Unstructured[]>;
	readonly find: (resource: string, namespace: string | undefined, name: string) => Routine<Unstructured | undefined>;
}

/** Describes objects of some kinds; `undefined` for others. */
export type Describer = (object: Unstructured, around: Surroundings) => Routine<string | undefined>;

function* podDescriber(object: Unstructured, {events, nowMs}: Surroundings): Routine<string | undefined> {
	return object.kind === 'Pod' ? describePod(object, yield* events(), nowMs) : undefined;
}

const describers: readonly Describer[] = [
	podDescriber,
	describeWorkload,
	describeNetwork,
	describeNode,
	describeConfig,
	describeStorage,
	describeAccess,
];

const surroundings = (session: Session, resource: ApiResource, object: Unstructured): Surroundings => {
	const list: Surroundings['list'] = function* (word, namespace, query) {
		const found = yield* session.lookUp((resources) => resources.named(word));
		if (!found) {
			return [];
		}

		try {
			return yield* session.list(found, namespace, query);
		} catch (error) {
			if (error instanceof ApiError) {
				return [];
			}

			throw error;
		}
	};

	return {
		session,
		nowMs: session.kernel.wallClockMs,
		list,
		*find(word, namespace, name) {
			const found = yield* session.lookUp((resources) => resources.named(word));
			return found ? yield* session.find(found, namespace, name) : undefined;
		},
		*events() {
			if (session.flags.changed('show-events') && !session.flags.on('show-events')) {
				return [];
			}

			const {name = '', namespace, uid = ''} = object.metadata ?? {};
			const selector = [
				`involvedObject.name=${name}`,
				...(namespace ? [`involvedObject.namespace=${namespace}`] : []),
				`involvedObject.kind=${resource.kind}`,
				// Events of nodes carry the node's name for its uid.
				`involvedObject.uid=${resource.kind === 'Node' ? name : uid}`,
			].join(',');
			return yield* list('events', namespace, {fieldSelector: selector});
		},
	};
};

/** The description of one object; of a kind without a describer, its fields. */
export function* describeObject(session: Session, resource: ApiResource, object: Unstructured): Routine<string> {
	const around = surroundings(session, resource, object);
	const known = object.kind ? object : {...object, kind: resource.kind};
	for (const describer of describers) {
		const text = yield* describer(known, around);
		if (text !== undefined) {
			return alignTabs(text);
		}
	}

	const rest = withValue(known, ['metadata', 'managedFields'], undefined);
	const {apiVersion, kind, metadata, ...fields} = rest;
	const body = Object.keys(fields).length === 0 ? '' : capitalised(printYaml(fields));
	return alignTabs(
		`${headLines(known)}API Version:\t${apiVersion}\nKind:\t${kind}\nMetadata:\n  Creation Timestamp:\t${metadata?.creationTimestamp}\n${body}${eventLines(yield* around.events(), around.nowMs)}`,
	);
}

/** `minReadySeconds:` as `Min Ready Seconds:`. */
const capitalised = (text: string): string =>
	text.replace(
		/^([ -]*)(\w+):/gm,
		(_, before: string, key: string) =>
			`${before}${key.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/^\w/, (letter) => letter.toUpperCase())}:`,
	);

/** `kubectl describe`: tells about objects and what happened to them. */
export function* describe(session: Session): Routine<number | void> {
	const {flags, words} = session;
	yield* session.target();
	const failures: unknown[] = [];
	let count = 0;
	const show = function* (resource: ApiResource, object: Unstructured): Routine {
		const text = yield* describeObject(session, resource, object);
		session.out(`${count++ > 0 ? '\n\n' : ''}${text}`);
		yield* note(
			'kubectl.print',
			`kubectl describes ${objectName(resource, object.metadata?.name ?? '')} from the object and its events.`,
			{input: object},
			{
				object: keyOf(resource, object.metadata?.namespace, object.metadata?.name ?? ''),
			},
		);
	};

	if (flags.list('filename').length > 0 || words.length === 0) {
		if (flags.list('filename').length === 0) {
			throw new CommandFailure(
				`You must specify the type of resource to describe. Use "kubectl api-resources" for a complete list of supported resources.\n`,
			);
		}

		const {items, errors} = yield* selectItems(session);
		for (const {resource, object} of items) {
			yield* show(resource, object!);
		}

		throwAll(errors);
		return;
	}

	const selection = yield* resolveWords(session, words);
	const chosen = yield* session.namespace();
	if (selection.kind === 'objects') {
		if (flags.text('selector')) {
			throw new CommandFailure('name cannot be provided when a selector is specified');
		}

		for (const {resource, name} of selection.pairs) {
			const namespace = resource.namespaced ? chosen : undefined;
			try {
				yield* show(resource, yield* session.get(resource, namespace, name));
			} catch (error) {
				if (!(error instanceof ApiError)) {
					throw error;
				}

				const begun =
					error.reason === 'NotFound'
						? (yield* session.list(resource, namespace)).filter((object) => object.metadata?.name?.startsWith(name))
						: [];
				for (const object of begun) {
					yield* show(resource, object);
				}

				if (begun.length === 0) {
					failures.push(error);
				}
			}
		}

		throwAll(failures);
		return;
	}

	for (const resource of selection.resources) {
		try {
			const namespace = resource.namespaced && !flags.on('all-namespaces') ? chosen : undefined;
			for (const object of yield* session.list(resource, namespace, {labelSelector: flags.text('selector')})) {
				yield* show(resource, object);
			}
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			failures.push(listFailure(error, resource, flags.text('selector'), ''));
		}
	}

	if (count === 0 && failures.length === 0) {
		session.err(
			flags.on('all-namespaces') || selection.resources.every(({namespaced}) => !namespaced)
				? 'No resources found\n'
				: `No resources found in ${chosen} namespace.\n`,
		);
	}

	throwAll(failures);
}
