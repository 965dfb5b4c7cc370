import {fieldManager} from '../../field-manager.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {labelValueErrors, qualifiedNameErrors} from '../../../objects/names.js';
import {isObjectOf, withValue} from '../../../objects/unstructured.js';
import {CommandFailure, isFailure, messageOf, noResourceType, throwAll, usageFailure} from '../../failure.js';
import {fieldValidation} from '../../manifests/validate.js';
import {dryRunOf, dryRunQuery, formatOf, printResult, type DryRun, type Format} from '../../printing/output.js';
import {selectItems, type Item} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {keyOf} from '../../resource-path.js';
import {taintEffects} from '../../../objects/taints.js';

/** A taint as it is written: `key=value:Effect`. */
export interface Taint {
	readonly key: string;
	readonly value?: string;
	/** The effect; empty for every effect. */
	readonly effect: string;
}

const effects: ReadonlySet<string> = new Set(taintEffects);

/** @throws {CommandFailure} @mirrors kubectl/pkg/cmd/taint parseTaint */
const parseTaint = (spec: string): Taint => {
	const [pair = '', effect, ...others] = spec.split(':');
	if (others.length > 0) {
		throw new CommandFailure(`invalid taint spec: ${spec}`);
	}

	let key = pair;
	let value = '';
	if (effect !== undefined) {
		if (!effects.has(effect)) {
			throw new CommandFailure(`invalid taint effect: ${effect}, unsupported taint effect`);
		}

		const halves = pair.split('=');
		if (halves.length > 2) {
			throw new CommandFailure(`invalid taint spec: ${spec}`);
		}

		[key = '', value = ''] = halves;
		const problems = labelValueErrors(value);
		if (problems.length > 0) {
			throw new CommandFailure(`invalid taint spec: ${spec}, ${problems.join('; ')}`);
		}
	}

	const problems = qualifiedNameErrors(key);
	if (problems.length > 0) {
		throw new CommandFailure(`invalid taint spec: ${spec}, ${problems.join('; ')}`);
	}

	return {key, ...(value ? {value} : {}), effect: effect ?? ''};
};

/**
The taints that specs add and remove.

@throws {CommandFailure} for text other than `key=value:Effect` and `key:Effect-`, and for two taints of one key and effect.
*/
export const parseTaints = (specs: readonly string[]): {add: Taint[]; remove: Taint[]} => {
	const add: Taint[] = [];
	const remove: Taint[] = [];
	for (const spec of specs) {
		if (spec.endsWith('-')) {
			remove.push(parseTaint(spec.slice(0, -1)));
			continue;
		}

		const taint = parseTaint(spec);
		if (taint.effect === '') {
			throw new CommandFailure(`invalid taint spec: ${spec}`);
		}

		if (add.some(({key, effect}) => key === taint.key && effect === taint.effect)) {
			throw new CommandFailure(
				`duplicated taints with the same key and effect: {${taint.key} ${taint.value ?? ''} ${taint.effect} <nil>}`,
			);
		}

		add.push(taint);
	}

	return {add, remove};
};

const same = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect;

/** The new taints of a node, and the word for the change. */
interface Tainted {
	readonly taints: readonly Taint[];
	readonly past: string;
	/** Taints to remove that the node does not have. */
	readonly missing: readonly Taint[];
}

/** @mirrors kubectl/pkg/cmd/taint reorganizeTaints */
export const reorganizedTaints = (
	current: readonly Taint[],
	add: readonly Taint[],
	remove: readonly Taint[],
	overwrite: boolean,
): Tainted => {
	let taints: readonly Taint[] = [...add, ...current.filter((old) => !add.some((one) => same(one, old)))];
	const added = taints.length !== current.length;
	const missing: Taint[] = [];
	let removed = false;
	for (const taint of remove) {
		const left = taints.filter((one) => !(taint.effect ? same(one, taint) : one.key === taint.key));
		removed = left.length !== taints.length;
		if (!removed) {
			missing.push(taint);
		}

		taints = left;
	}

	const past = added ? 'tainted' : 'untainted';
	return {taints, past: (added && removed) || overwrite ? 'modified' : past, missing};
};

const isTaint = (word: string): boolean => word.includes('=') || word.includes(':') || word.endsWith('-');

/** Splits the words into the type of resource, names, and the specs of taints. */
const partWords = (
	words: readonly string[],
): {readonly type: string; readonly names: readonly string[]; readonly specs: readonly string[]} => {
	const first = words.findIndex(isTaint);
	const start = first === -1 ? words.length : first;
	const late = words.slice(start).find((word) => !isTaint(word));
	if (late !== undefined) {
		throw new CommandFailure(`all resources must be specified before taint changes: ${late}`);
	}

	const [type, ...names] = words.slice(0, start);
	const specs = words.slice(start);
	if (type === undefined) {
		throw new CommandFailure('one or more resources must be specified as <resource> <name>');
	}

	if (specs.length === 0) {
		throw new CommandFailure('at least one taint update is required');
	}

	return {type, names, specs};
};

/** @throws {CommandFailure} for anything but nodes. */
function* checkKind(invocation: Invocation, type: string): Routine {
	const resource = yield* invocation.named(type);
	if (!resource) {
		throw new CommandFailure(noResourceType(type).message, {verbatim: true});
	}

	if (resource.kind !== 'Node') {
		throw new CommandFailure(`invalid resource type ${type}, only node types are supported`);
	}
}

/** `kubectl taint nodes`: keeps Pods away from nodes. */
export function* taint(invocation: Invocation): Routine<number | void> {
	const {flags} = invocation;
	const dryRun = dryRunOf(invocation);
	const format = formatOf(invocation);
	fieldValidation(invocation);
	const {type, names, specs} = partWords(invocation.words);
	const changes = changesOf(invocation, specs);
	yield* invocation.target();
	yield* checkKind(invocation, type.toLowerCase());
	checkClash(changes);
	const many = flags.on('all') || flags.text('selector') !== '';
	if (flags.on('all') && flags.text('selector')) {
		throw new CommandFailure("setting 'all' parameter with a non empty selector is prohibited");
	}

	if (!many && names.length === 0) {
		throw new CommandFailure("at least one resource name must be specified since 'all' parameter is not set");
	}

	const {items, errors} = yield* selectItems(invocation, {words: many ? ['node'] : ['node', ...names]});
	const failures: unknown[] = [...errors];
	for (const item of items) {
		failures.push(...(yield* taintOne(invocation, item, changes, {dryRun, format})));
	}

	throwAll(failures);
}

interface TaintChanges {
	readonly add: readonly Taint[];
	readonly remove: readonly Taint[];
}

/** @throws {CommandFailure} with the usage for specs that cannot be read. */
const changesOf = (invocation: Invocation, specs: readonly string[]): TaintChanges => {
	try {
		return parseTaints(specs);
	} catch (error) {
		throw usageFailure(invocation.commandPath, messageOf(error));
	}
};

/** @throws {CommandFailure} for a taint that is both added and removed. */
const checkClash = ({add, remove}: TaintChanges): void => {
	const clash = add.flatMap((one) =>
		remove.filter(({key, effect}) => key === one.key && (effect === '' || effect === one.effect)),
	);
	if (clash.length > 0) {
		throw new CommandFailure(
			`can not both modify and remove the following taint(s) in the same command: ${clash.map(({key, effect}) => `${key}=${effect}`).join(', ')}`,
		);
	}
};

/** Changes the taints of one node. @returns the failure, if any. */
function* taintOne(
	invocation: Invocation,
	{resource, name, object}: Item,
	{add, remove}: TaintChanges,
	{dryRun, format}: {readonly dryRun: DryRun; readonly format: Format},
): Routine<readonly Error[]> {
	const overwrite = invocation.flags.on('overwrite');
	const current: readonly Taint[] = isObjectOf(object, 'nodes') ? (object.spec?.taints ?? []) : [];
	const taken = overwrite ? [] : add.flatMap((one) => current.filter((old) => same(one, old)).map(() => one.key));
	if (taken.length > 0) {
		return [
			new CommandFailure(
				`node ${name} already has ${taken.join(',')} taint(s) with same effect(s) and --overwrite is false`,
			),
		];
	}

	const {taints, past, missing} = reorganizedTaints(current, add, remove, overwrite);
	if (missing.length > 0) {
		return missing.map(({key, effect}) => new CommandFailure(`taint "${effect ? `${key}:${effect}` : key}" not found`));
	}

	yield* note(
		'kubectl.generate',
		{case: 'taints', node: name, before: current, after: taints},
		{object: keyOf(resource, undefined, name)},
	);
	const patch = {spec: {taints: taints.length > 0 ? taints : null}};
	try {
		const result =
			dryRun === 'client'
				? withValue(object, ['spec', 'taints'], taints.length > 0 ? taints : undefined)
				: yield* invocation.patch(resource, undefined, name, 'strategic-merge', patch, {
						query: {...dryRunQuery(dryRun), fieldManager: fieldManager(invocation, 'kubectl-taint')},
					});
		// Upstream does not mention a dry run here.
		printResult(invocation, format, resource, result, past);
		return [];
	} catch (error) {
		return [isFailure(error)];
	}
}
