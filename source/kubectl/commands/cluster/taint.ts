import {note, type Routine} from '../../../kernel/routine.js';
import {labelValueErrors, qualifiedNameErrors} from '../../../objects/names.js';
import {CommandFailure, isFailure, noResourceType, throwAll, usageFailure} from '../../failure.js';
import {fieldValidation} from '../../manifests/manifests.js';
import {dryRunOf, dryRunQuery, formatOf, printResult} from '../../printing/output.js';
import {selectItems} from '../../selection.js';
import {keyOf, type Invocation} from '../../invocation.js';
import {withValue, type Value} from '../../unstructured.js';
import {fieldManager} from '../write/apply.js';
import {taintEffects} from '../../../objects/taints.js';

/** A taint as it is written: `key=value:Effect`. */
export interface Taint {
	readonly key: string;
	readonly value?: string;
	/** Empty: every effect. */
	readonly effect: string;
}

const effects: ReadonlySet<string> = new Set(taintEffects);

/** @throws {CommandFailure} @mirrors kubectl/pkg/cmd/taint parseTaint */
const parseTaint = (spec: string): Taint => {
	const parts = spec.split(':');
	if (parts.length > 2) {
		throw new CommandFailure(`invalid taint spec: ${spec}`);
	}

	const [pair, effect = ''] = parts;
	let key = pair;
	let value = '';
	if (parts.length === 2) {
		if (!effects.has(effect)) {
			throw new CommandFailure(`invalid taint effect: ${effect}, unsupported taint effect`);
		}

		const halves = pair.split('=');
		if (halves.length > 2) {
			throw new CommandFailure(`invalid taint spec: ${spec}`);
		}

		[key, value = ''] = halves;
		const problems = labelValueErrors(value);
		if (problems.length > 0) {
			throw new CommandFailure(`invalid taint spec: ${spec}, ${problems.join('; ')}`);
		}
	}

	const problems = qualifiedNameErrors(key);
	if (problems.length > 0) {
		throw new CommandFailure(`invalid taint spec: ${spec}, ${problems.join('; ')}`);
	}

	return {key, ...(value ? {value} : {}), effect};
};

/**
The taints that specs add and remove.

@throws {CommandFailure} for what is neither `key=value:Effect` nor `key:Effect-`, and for two taints of one key and effect.
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

/** What the taints of a node become, and what that is called. */
interface Tainted {
	readonly taints: readonly Taint[];
	readonly past: string;
	/** Taints to remove that are not there. */
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

	return {taints, past: (added && removed) || overwrite ? 'modified' : added ? 'tainted' : 'untainted', missing};
};

const isTaint = (word: string): boolean => word.includes('=') || word.includes(':') || word.endsWith('-');

/** Parts the words into the type of resource with names and the specs of taints. */
const partWords = (
	words: readonly string[],
): {readonly names: readonly string[]; readonly specs: readonly string[]} => {
	const first = words.findIndex(isTaint);
	const start = first === -1 ? words.length : first;
	const late = words.slice(start).find((word) => !isTaint(word));
	if (late !== undefined) {
		throw new CommandFailure(`all resources must be specified before taint changes: ${late}`);
	}

	const [names, specs] = [words.slice(0, start), words.slice(start)];
	if (names.length === 0) {
		throw new CommandFailure('one or more resources must be specified as <resource> <name>');
	}

	if (specs.length === 0) {
		throw new CommandFailure('at least one taint update is required');
	}

	return {names, specs};
};

/** @throws {CommandFailure} for anything but nodes. */
function* checkKind(invocation: Invocation, type: string): Routine {
	const resource = yield* invocation.lookUp((resources) => resources.named(type));
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
	const {names, specs} = partWords(invocation.words);
	let changes: ReturnType<typeof parseTaints>;
	try {
		changes = parseTaints(specs);
	} catch (error) {
		throw usageFailure(invocation.commandPath, (error as Error).message);
	}

	const {add, remove} = changes;
	yield* invocation.target();
	yield* checkKind(invocation, names[0].toLowerCase());
	const clash = add.flatMap((one) =>
		remove.filter(({key, effect}) => key === one.key && (effect === '' || effect === one.effect)),
	);
	if (clash.length > 0) {
		throw new CommandFailure(
			`can not both modify and remove the following taint(s) in the same command: ${clash.map(({key, effect}) => `${key}=${effect}`).join(', ')}`,
		);
	}

	const many = flags.on('all') || flags.text('selector') !== '';
	if (flags.on('all') && flags.text('selector')) {
		throw new CommandFailure("setting 'all' parameter with a non empty selector is prohibited");
	}

	if (!many && names.length < 2) {
		throw new CommandFailure("at least one resource name must be specified since 'all' parameter is not set");
	}

	const {items, errors} = yield* selectItems(invocation, {words: many ? ['node'] : ['node', ...names.slice(1)]});
	const failures: unknown[] = [...errors];
	for (const {resource, name, object} of items) {
		const current: readonly Taint[] = object!.spec?.taints ?? [];
		const taken = flags.on('overwrite')
			? []
			: add.flatMap((one) => current.filter((old) => same(one, old)).map(() => one.key));
		if (taken.length > 0) {
			failures.push(
				new CommandFailure(
					`node ${name} already has ${taken.join(',')} taint(s) with same effect(s) and --overwrite is false`,
				),
			);
			continue;
		}

		const {taints, past, missing} = reorganizedTaints(current, add, remove, flags.on('overwrite'));
		if (missing.length > 0) {
			failures.push(
				...missing.map(({key, effect}) => new CommandFailure(`taint "${effect ? `${key}:${effect}` : key}" not found`)),
			);
			continue;
		}

		yield* note(
			'kubectl.generate',
			`kubectl makes a patch of the taints of node ${name}.`,
			{before: current, after: taints},
			{object: keyOf(resource, undefined, name)},
		);
		const patch: Value = {spec: {taints: taints.length > 0 ? taints : null}};
		try {
			const result =
				dryRun === 'client'
					? withValue(object!, ['spec', 'taints'], taints.length > 0 ? taints : undefined)
					: yield* invocation.patch(resource, undefined, name, 'strategic-merge', patch, {
							query: {...dryRunQuery(dryRun), fieldManager: fieldManager(invocation, 'kubectl-taint')},
						});
			// Upstream says nothing of a dry run here.
			printResult(invocation, format, resource, result, past);
		} catch (error) {
			failures.push(isFailure(error));
		}
	}

	throwAll(failures);
}
