import {fieldManager} from '../../field-manager.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {podSpecPath} from '../../../objects/pod-template.js';
import {schemaOfKind} from '../../../objects/schema.js';
import {createTwoWayPatch} from '../../../objects/strategic-merge-patch/create.js';
import {CommandFailure, isFailure, throwAll} from '../../failure.js';
import {dryRunOf, dryRunQuery, formatOf, objectName, printResult} from '../../printing/output.js';
import type {Item} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {keyOf} from '../../resource-path.js';
import {goJSON} from '../../../go/encode-json.js';
import type {Fields} from '../../../kernel/record.js';
import {nestedMap, nestedMapSlice, nestedString, withValue, type Unstructured} from '../../../objects/unstructured.js';

/** The spec of an object's Pods. It may be from an unvalidated file. */
export const podSpecOf = (object: Unstructured): Fields => {
	const path = podSpecPath(object.kind ?? '');
	return (path && nestedMap(object, ...path)) ?? {};
};

/**
The object with another spec of its Pods.

@throws {CommandFailure} for a kind without Pods.
@mirrors kubectl/pkg/polymorphichelpers updatePodSpecForObject
*/
export const withPodSpec = ({resource, object}: Item, change: (spec: Fields) => Fields): Unstructured => {
	const path = podSpecPath(resource.kind);
	if (!path) {
		throw new CommandFailure(
			`the object is not a pod or does not have a pod template: *${resource.version}.${resource.kind}`,
		);
	}

	return withValue(object, path, change(podSpecOf(object)));
};

/** Whether a pattern with `*` and `?` matches a name. */
const fits = (pattern: string, name: string): boolean =>
	pattern === '*' ||
	new RegExp(
		`^${[...pattern]
			.map((one) => {
				if (one === '*') {
					return '.*';
				}

				if (one === '?') {
					return '.';
				}

				return one.replaceAll(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`);
			})
			.join('')}$`,
	).test(name);

/** Containers that `--containers` chooses. */
export const chosenContainers = (containers: readonly Fields[], pattern: string): readonly Fields[] =>
	containers.filter((container) => fits(pattern || '*', nestedString(container, 'name') ?? ''));

/** A Pod spec with other containers; a missing list of containers is not created. */
export const withContainers = (
	spec: Fields,
	field: 'containers' | 'initContainers',
	change: (container: Fields) => Fields,
): Fields =>
	Array.isArray(spec[field]) ? {...spec, [field]: nestedMapSlice(spec, field).map((one) => change(one))} : spec;

/** The options of a command that changes objects. */
export interface Setting {
	/** The object after the change. @throws {CommandFailure} when it cannot. */
	readonly change: (item: Item) => Unstructured;
	readonly past: string;
	/** The text before the server's refusal. */
	readonly failing?: string;
	/** Whether the object's name precedes an error of `change`. */
	readonly named?: boolean;
	/** An unchanged object counts as changed too. */
	readonly always?: boolean;
	readonly type?: 'merge' | 'strategic-merge';
}

/**
Changes objects by a patch each, or with `--local` and `--dry-run=client` only shows them.

@mirrors kubectl/pkg/cmd/set CalculatePatches
*/
export function* setAll(invocation: Invocation, items: readonly Item[], setting: Setting): Routine {
	const {change, past, failing, named, always, type = 'strategic-merge'} = setting;
	const dryRun = dryRunOf(invocation);
	const format = {...formatOf(invocation), typed: true};
	const failures: unknown[] = [];
	for (const item of items) {
		const {resource, namespace, name, object} = item;
		let changed: Unstructured;
		try {
			changed = change(item);
		} catch (error) {
			const {message} = isFailure(error);
			failures.push(named ? new CommandFailure(`error: ${resource.plural}/${name} ${message}`) : error);
			continue;
		}

		const schema = schemaOfKind(object.apiVersion ?? '', object.kind ?? '');
		const patch = createTwoWayPatch(object, changed, schema);
		if (goJSON(patch) === '{}' && !always) {
			continue;
		}

		yield* note(
			'kubectl.generate',
			{case: 'set', of: objectName(resource, name), past, before: object, patch},
			{object: keyOf(resource, namespace, name)},
		);
		try {
			const result =
				dryRun === 'client' || invocation.flags.on('local')
					? changed
					: yield* invocation.patch(resource, namespace, name, type, patch, {
							query: {...dryRunQuery(dryRun), fieldManager: fieldManager(invocation, 'kubectl-set')},
						});
			printResult(invocation, format, resource, result, past, dryRun);
		} catch (error) {
			const {message} = isFailure(error);
			failures.push(failing ? new CommandFailure(`failed to patch ${failing} ${message}`) : error);
		}
	}

	throwAll(failures);
}

/** @throws {CommandFailure} for flags that exclude each other in all of these commands. */
export const checkSetFlags = ({flags}: Invocation): void => {
	if (flags.on('all') && flags.text('selector')) {
		throw new CommandFailure('cannot set --all and --selector at the same time');
	}

	if (flags.on('local') && flags.text('dry-run') === 'server') {
		throw new CommandFailure('cannot specify --local and --dry-run=server - did you mean --dry-run=client?');
	}
};
