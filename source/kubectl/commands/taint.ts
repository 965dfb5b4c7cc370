import {note, type Routine} from '../../kernel/routine.js';
import {CommandFailure, throwAll, usageFailure} from '../failure.js';
import {dryRunOf, dryRunQuery, formatOf, printResult} from '../output.js';
import {selectItems} from '../selection.js';
import {keyOf, type Session} from '../session.js';
import type {Value} from '../unstructured.js';
import {fieldManager} from './apply.js';

interface Taint {
	readonly key: string;
	readonly value?: string;
	readonly effect: string;
}

const effects = new Set(['NoSchedule', 'PreferNoSchedule', 'NoExecute']);

/** @throws {CommandFailure} for what is neither `key=value:Effect` nor `key:Effect-`. */
export const parseTaints = (specs: readonly string[]): {add: Taint[]; remove: Taint[]} => {
	const add: Taint[] = [];
	const remove: Taint[] = [];
	for (const spec of specs) {
		const removing = spec.endsWith('-');
		const text = removing ? spec.slice(0, -1) : spec;
		const [pair, effect = '', ...more] = text.split(':');
		const [key, value, ...values] = pair.split('=');
		if (more.length > 0 || values.length > 0 || key === '' || (!removing && effect === '')) {
			throw new CommandFailure(`invalid taint spec: ${spec}`);
		}

		if (effect !== '' && !effects.has(effect)) {
			throw new CommandFailure(`invalid taint effect: ${effect}, unsupported taint effect`);
		}

		(removing ? remove : add).push({key, ...(value ? {value} : {}), effect});
	}

	return {add, remove};
};

/** `kubectl taint nodes`: keeps Pods away from nodes. */
export function* taint(session: Session): Routine<number | void> {
	const {words, flags} = session;
	const start = words.findIndex(
		(word, index) => index > 0 && (word.includes(':') || word.includes('=') || word.endsWith('-')),
	);
	if (words.length === 0) {
		throw usageFailure(
			session.commandPath,
			'one or more nodes must be specified as resource <name> or resource/<name>',
		);
	}

	if (start === -1) {
		throw usageFailure(session.commandPath, 'at least one taint update is required');
	}

	const dryRun = dryRunOf(session);
	const format = formatOf(session);
	const {add, remove} = parseTaints(words.slice(start));
	yield* session.target();
	const {items, errors} = yield* selectItems(session, {words: words.slice(0, start)});
	throwAll(errors);
	for (const {resource, name, object} of items) {
		if (resource.kind !== 'Node') {
			throw new CommandFailure(`invalid resource type ${resource.plural}, only node types are supported`);
		}

		const current: readonly Taint[] = object!.spec?.taints ?? [];
		const same = (a: Taint, b: Taint): boolean => a.key === b.key && (a.effect === b.effect || b.effect === '');
		const clash = add.filter((one) => current.some((other) => same(other, one)));
		if (clash.length > 0 && !flags.on('overwrite')) {
			throw new CommandFailure(
				`node ${name} already has ${clash.map(({key}) => `${key} taint(s) with same effect(s)`).join(', ')} and --overwrite is false`,
			);
		}

		const missing = remove.filter((one) => !current.some((other) => same(other, one)));
		if (missing.length > 0) {
			throw new CommandFailure(
				missing.map(({key, effect}) => `taint "${key}${effect ? `:${effect}` : ''}" not found`).join('\n'),
			);
		}

		const taints = [...add, ...current.filter((one) => ![...add, ...remove].some((other) => same(one, other)))];
		yield* note(
			'kubectl.generate',
			`kubectl makes a patch of the taints of node ${name}.`,
			{before: current, after: taints},
			{object: keyOf(resource, undefined, name)},
		);
		const patch: Value = {spec: {taints: taints.length > 0 ? taints : null}};
		const result =
			dryRun === 'client'
				? object!
				: yield* session.patch(resource, undefined, name, 'merge', patch, {
						query: {...dryRunQuery(dryRun), fieldManager: fieldManager(session, 'kubectl-taint')},
					});
		printResult(
			session,
			format,
			resource,
			result,
			remove.length > 0 && add.length === 0
				? 'untainted'
				: add.length > 0 && remove.length > 0
					? 'modified'
					: 'tainted',
			dryRun,
		);
	}
}
