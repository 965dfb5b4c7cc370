import {resourcesAndPairs} from '../../word-pairs.js';
import {withValue, type Unstructured} from '../../../objects/unstructured.js';
import {fieldManager} from '../../field-manager.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {labelValueErrors} from '../../../objects/names.js';
import {CommandFailure, isFailure, throwAll} from '../../failure.js';
import {
	dryRunOf,
	dryRunQuery,
	formatOf,
	objectName,
	printResult,
	type DryRun,
	type Format,
} from '../../printing/output.js';
import {selectItems, type Item} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {keyOf} from '../../resource-path.js';

type Pairs = Readonly<Record<string, string>>;

/** The field of metadata that a command changes. */
type Field = 'labels' | 'annotations';

/** The changes of a command line: values to set and to remove. */
export interface Changes {
	readonly set: ReadonlyMap<string, string>;
	readonly remove: readonly string[];
}

/** @mirrors kubectl/pkg/cmd/label parseLabels */
const labelChanges = (pairs: readonly string[]): Changes => {
	const set = new Map<string, string>();
	const remove: string[] = [];
	for (const pair of pairs) {
		if (!pair.includes('=')) {
			remove.push(pair.slice(0, -1));
			continue;
		}

		const [key = '', value = '', ...more] = pair.split('=');
		if (more.length > 0) {
			throw new CommandFailure(`invalid label spec: ${pair}`);
		}

		const problems = labelValueErrors(value);
		if (problems.length > 0) {
			throw new CommandFailure(`invalid label value: "${pair}": ${problems.join(';')}`);
		}

		set.set(key, value);
	}

	if (remove.some((key) => set.has(key))) {
		throw new CommandFailure('can not both modify and remove a label in the same command');
	}

	return {set, remove};
};

const annotationChanges = (pairs: readonly string[]): Changes => {
	const set = new Map<string, string>();
	const remove: string[] = [];
	for (const pair of pairs) {
		const equals = pair.indexOf('=');
		if (equals > 0) {
			set.set(pair.slice(0, equals), pair.slice(equals + 1));
		} else {
			remove.push(pair.slice(0, -1));
		}
	}

	return {set, remove};
};

/** The annotation with the reason for a revision may be overwritten at any time. */
const changeCause = 'kubernetes.io/change-cause';

/** Why pairs may not be set without `--overwrite`. */
const overwriting = (what: string, current: Pairs, {set}: Changes): readonly CommandFailure[] => {
	if (what === 'label') {
		return [...set]
			.filter(([key, value]) => current[key] !== undefined && current[key] !== value)
			.map(([key]) => new CommandFailure(`'${key}' already has a value (${current[key]}), and --overwrite is false`));
	}

	const taken = [...set]
		.filter(([key, value]) => key !== changeCause && current[key] !== undefined && current[key] !== value)
		.map(([key]) => key);
	return taken.length === 0
		? []
		: [
				new CommandFailure(
					`--overwrite is false but found the following declared annotation(s): ${taken.map((key) => `'${key}' already has a value (${current[key]})`).join('; ')}`,
				),
			];
};

const changed = (object: Unstructured, field: Field, {set, remove}: Changes, resourceVersion: string): Unstructured => {
	const pairs = new Map([...Object.entries(object.metadata?.[field] ?? {}), ...set]);
	for (const key of remove) {
		pairs.delete(key);
	}

	const next = withValue(object, ['metadata', field], pairs.size > 0 ? Object.fromEntries(pairs) : undefined);
	return resourceVersion ? withValue(next, ['metadata', 'resourceVersion'], resourceVersion) : next;
};

/** The verb of the line about a labelled object, by the labels that differ. @mirrors kubectl/pkg/cmd/label updateDataChangeMsg */
const pastOf = (what: string, before: Pairs, after: Pairs): string => {
	if (what === 'annotation') {
		return 'annotated';
	}

	const added = Object.keys(after).some((key) => before[key] !== after[key]);
	const removed = Object.keys(before).some((key) => after[key] === undefined);
	if (added && removed) {
		return 'modified';
	}

	if (added) {
		return 'labeled';
	}

	return removed ? 'unlabeled' : 'not labeled';
};

const mergePatch = (before: Pairs, after: Pairs): Record<string, string | null> => {
	const patch: Record<string, string | null> = {};
	for (const [key, value] of Object.entries(after)) {
		if (before[key] !== value) {
			patch[key] = value;
		}
	}

	for (const key of Object.keys(before)) {
		if (!(key in after)) {
			patch[key] = null;
		}
	}

	return patch;
};

/** @throws {CommandFailure} when `--local` has no files, or something else to change. */
const checkLocal = (invocation: Invocation, what: string, resources: readonly string[], fromFiles: boolean): void => {
	if (dryRunOf(invocation) === 'server') {
		throw new CommandFailure('cannot specify --local and --dry-run=server - did you mean --dry-run=client?');
	}

	const [yaml, json] = what === 'label' ? ['pod.yaml', 'pod.json'] : ['rsrc.yaml', 'rsrc.json'];
	if (resources.length > 0) {
		throw new CommandFailure(`can only use local files by -f ${yaml} or --filename=${json} when --local=true is set`);
	}

	if (!fromFiles) {
		throw new CommandFailure(`one or more files must be specified as -f ${yaml} or --filename=${json}`);
	}
};

/** @throws {CommandFailure} for flags that exclude each other. */
const checkFlags = (invocation: Invocation, what: string, resources: readonly string[], changes: Changes): void => {
	const {flags} = invocation;
	if (flags.on('all') && flags.text('selector')) {
		throw new CommandFailure('cannot set --all and --selector at the same time');
	}

	if (flags.on('all') && flags.text('field-selector')) {
		throw new CommandFailure('cannot set --all and --field-selector at the same time');
	}

	const fromFiles = flags.list('filename').length > 0 || flags.text('kustomize') !== '';
	if (flags.on('local')) {
		checkLocal(invocation, what, resources, fromFiles);
	} else if (resources.length === 0 && !fromFiles) {
		throw new CommandFailure('one or more resources must be specified as <resource> <name> or <resource>/<name>');
	}

	if (changes.set.size === 0 && changes.remove.length === 0 && !flags.on('list')) {
		throw new CommandFailure(`at least one ${what} update is required`);
	}

	const both = changes.remove.filter((key) => changes.set.has(key));
	if (both.length > 0) {
		throw new CommandFailure(
			`can not both modify and remove the following annotation(s) in the same command: ${both.join(', ')}`,
		);
	}
};

function* change(invocation: Invocation, what: 'label' | 'annotation'): Routine<number | void> {
	const field: Field = what === 'label' ? 'labels' : 'annotations';
	const {flags} = invocation;
	const dryRun = dryRunOf(invocation);
	const format = formatOf(invocation);
	const {resources, pairs} = resourcesAndPairs(invocation.words, what);
	const changes = what === 'label' ? labelChanges(pairs) : annotationChanges(pairs);
	if (flags.on('list') && format.name !== '') {
		throw new CommandFailure('--list and --output may not be specified together');
	}

	checkFlags(invocation, what, resources, changes);
	yield* invocation.target();
	const local = flags.on('local');
	const {items, errors, single} = yield* selectItems(invocation, {words: resources, local});
	const resourceVersion = flags.text('resource-version');
	if (resourceVersion && !single) {
		throw new CommandFailure('--resource-version may only be used with a single resource');
	}

	const failures: unknown[] = [...errors];
	for (const item of items) {
		failures.push(...(yield* changeOne(invocation, item, {what, field, changes, single, dryRun, format})));
	}

	throwAll(failures);
}

/** Changes the labels or annotations of one object, or lists them. @returns the failure, if any. */
function* changeOne(
	invocation: Invocation,
	item: Item,
	options: {
		readonly what: 'label' | 'annotation';
		readonly field: Field;
		readonly changes: Changes;
		readonly single: boolean;
		readonly dryRun: DryRun;
		readonly format: Format;
	},
): Routine<readonly Error[]> {
	const {flags} = invocation;
	const {what, field, changes, single, dryRun, format} = options;
	const {resource, namespace, name, object} = item;
	const here = dryRun === 'client' || flags.on('local') || flags.on('list');
	const current: Pairs = object.metadata?.[field] ?? {};
	if (what === 'label' && !here) {
		const missing = changes.remove.filter((key) => current[key] === undefined);
		invocation.out(missing.map((key) => `label ${JSON.stringify(key)} not found.\n`).join(''));
	}

	const refused = flags.on('overwrite') ? [] : overwriting(what, current, changes);
	if (refused.length > 0) {
		return refused;
	}

	const resourceVersion = flags.text('resource-version');
	const after = changed(object, field, changes, resourceVersion);
	if (flags.on('list')) {
		list(invocation, item, field, after, single);
		return [];
	}

	const past = pastOf(what, current, after.metadata?.[field] ?? {});
	if (!here && past === 'not labeled') {
		printResult(invocation, format, resource, after, past, dryRun);
		return [];
	}

	const patched = mergePatch(current, after.metadata?.[field] ?? {});
	const metadata = {
		...(Object.keys(patched).length > 0 ? {[field]: patched} : {}),
		...(resourceVersion ? {resourceVersion} : {}),
	};
	const patch = Object.keys(metadata).length > 0 ? {metadata} : {};
	yield* note(
		'kubectl.generate',
		{case: 'merge-patch', field, of: objectName(resource, name), before: current, patch},
		{object: keyOf(resource, namespace, name)},
	);
	try {
		const result = here
			? after
			: yield* invocation.patch(resource, namespace, name, 'merge', patch, {
					query: {
						...dryRunQuery(dryRun),
						fieldManager: fieldManager(invocation, what === 'label' ? 'kubectl-label' : 'kubectl-annotate'),
					},
				});
		// Only annotate prints the server's answer.
		printResult(invocation, format, resource, what === 'label' ? after : result, past, dryRun);
		return [];
	} catch (error) {
		return [isFailure(error)];
	}
}

const list = (invocation: Invocation, item: Item, field: Field, object: Unstructured, single: boolean): void => {
	const {resource, name} = item;
	if (!single) {
		invocation.out(`Listing ${field} for ${resource.kind}.${resource.group}/${name}:\n`);
	}

	invocation.out(
		Object.entries(object.metadata?.[field] ?? {})
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([key, value]) => `${single ? '' : ' '}${key}=${value}\n`)
			.join(''),
	);
};

/** `kubectl label`. */
export const label = (invocation: Invocation): Routine<number | void> => change(invocation, 'label');

/** `kubectl annotate`. */
export const annotate = (invocation: Invocation): Routine<number | void> => change(invocation, 'annotation');
