import {goJSON} from '../../../go/encode-json.js';
import {ApiError, isConflict, isNotFound} from '../../../client/errors.js';
import {note, type Routine} from '../../../kernel/routine.js';
import {inGoOrder} from '../../../objects/field-order.js';
import {schemaOfKind} from '../../../objects/schema.js';
import {createThreeWayPatch} from '../../../objects/strategic-merge-patch.js';
import {CommandFailure, isFailure, throwAll, usageFailure, withMessage, withSource} from '../../failure.js';
import {fieldValidation, loadManifests, needFiles, type Manifest} from '../../manifests/manifests.js';
import {dryRunOf, dryRunQuery, formatOf, objectName, printResult, type DryRun} from '../../printing/output.js';
import {keyOf, type Invocation} from '../../invocation.js';
import {lastApplied, sortedJSON, withValue, type Unstructured} from '../../unstructured.js';
import {justLastApplied, ownersOfLastApplied, upgradePatch} from './upgrade-fields.js';
import {propagation} from './delete.js';
import {checkPrune, prune, prunePlan} from './prune.js';

/**
The object with what the user wrote kept in its own annotation, so that the next apply knows what was removed.

@mirrors kubectl/pkg/util GetModifiedConfiguration
*/
export const withLastApplied = (object: Unstructured, options: {readonly typed?: boolean} = {}): Unstructured => {
	const plain = withValue(
		withValue(object, ['metadata', 'annotations', lastApplied], undefined),
		['metadata', 'managedFields'],
		undefined,
	);
	// Of what is no Go type the encoder keeps an empty map of annotations where the user's object has none.
	const text = options.typed
		? `${goJSON(inGoOrder(Object.keys(plain.metadata?.annotations ?? {}).length > 0 ? plain : withValue(plain, ['metadata', 'annotations'], undefined)), {inOrder: true})}\n`
		: `${sortedJSON(withValue(plain, ['metadata', 'annotations'], plain.metadata?.annotations ?? {}))}\n`;
	return withValue(plain, ['metadata', 'annotations', lastApplied], text);
};

/** @throws {CommandFailure} for flags that do not go together. @mirrors kubectl/pkg/cmd/apply ApplyOptions.Validate */
const checkFlags = (invocation: Invocation, dryRun: DryRun): void => {
	const {flags} = invocation;
	if (flags.on('force-conflicts') && !flags.on('server-side')) {
		throw new CommandFailure('--force-conflicts only works with --server-side');
	}

	if (dryRun === 'client' && flags.on('server-side')) {
		throw new CommandFailure(
			"--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)",
		);
	}

	if (flags.on('server-side') && flags.on('force')) {
		throw new CommandFailure('--force cannot be used with --server-side');
	}

	if (dryRun === 'server' && flags.on('force')) {
		throw new CommandFailure('--dry-run=server cannot be used with --force');
	}

	checkPrune(invocation);
	fieldValidation(invocation);
	propagation(invocation);
};

/** What became of one manifest: the object, and the word for it. */
interface Applied {
	readonly result: Unstructured;
	readonly operation: string;
}

/** `kubectl apply -f`: makes what is missing, patches what differs. */
export function* apply(invocation: Invocation): Routine<number | void> {
	const {flags} = invocation;
	if (invocation.words.length > 0) {
		throw usageFailure(invocation.commandPath, `Unexpected args: [${invocation.words.join(' ')}]`);
	}

	needFiles(invocation);
	const dryRun = dryRunOf(invocation);
	checkFlags(invocation, dryRun);
	const format = formatOf(invocation);
	yield* invocation.target();
	const {manifests, errors} = yield* loadManifests(invocation, {selected: true});
	const plan = flags.on('prune') ? yield* prunePlan(invocation, manifests) : undefined;
	const failures = [...errors];
	if (manifests.length === 0 && failures.length === 0) {
		throw new CommandFailure('no objects passed to apply');
	}

	// Whole objects are printed when all is done, as a list when there are several.
	const isLate = flags.text('output') !== '' && format.name !== 'name';
	const results: Unstructured[] = [];
	for (const manifest of manifests) {
		try {
			const {result, operation} = yield* flags.on('server-side')
				? applyOnServer(invocation, manifest, dryRun)
				: applyOne(invocation, manifest, dryRun);
			results.push(result);
			if (!isLate) {
				printResult(invocation, format, manifest.resource, result, operation, dryRun);
			}
		} catch (error) {
			failures.push(isFailure(error));
		}
	}

	throwAll(failures);
	if (isLate) {
		const list = {apiVersion: 'v1', kind: 'List', metadata: {}, items: results};
		printResult(invocation, format, manifests[0].resource, results.length === 1 ? results[0] : list, '');
	}

	if (plan) {
		yield* prune(invocation, plan, new Set(results.map(({metadata}) => metadata?.uid ?? '')), format);
	}
}

function* applyOne(invocation: Invocation, manifest: Manifest, dryRun: DryRun): Routine<Applied> {
	const {resource, namespace, name, object, source, locate} = manifest;
	refuseGeneratedName(manifest);
	if (!name) {
		throw new CommandFailure(
			`error when retrieving current configuration of:\n${describeTarget(manifest)}\nfrom server for: "${source}": resource name may not be empty`,
		);
	}

	const modified = withLastApplied(object);
	let current: Unstructured;
	try {
		current = yield* invocation.get(resource, namespace, name, {accept: [404]});
	} catch (error) {
		throw error instanceof ApiError
			? withMessage(
					error,
					`error when retrieving current configuration of:\n${describeTarget(manifest)}\nfrom server for: "${source}": ${error.message}`,
				)
			: error;
	}

	const missing = current.kind === 'Status';
	if (missing) {
		let created = modified;
		if (dryRun !== 'client') {
			try {
				created = yield* invocation.create(resource, namespace, modified, {
					query: {
						...dryRunQuery(dryRun),
						fieldManager: fieldManager(invocation, 'kubectl-client-side-apply'),
						fieldValidation: fieldValidation(invocation),
					},
					locate,
				});
			} catch (error) {
				throw withSource(error, 'creating', source);
			}
		}

		return {result: created, operation: 'created'};
	}

	if (current.metadata?.annotations?.[lastApplied] === undefined) {
		invocation.warn(
			`resource ${resource.plural}/${name} is missing the ${lastApplied} annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.`,
		);
	}

	if (dryRun === 'client') {
		// What the server has is shown: the patch is not worked out.
		return {result: current, operation: 'configured'};
	}

	const {patch, result} = yield* patchOne(invocation, manifest, modified, current, dryRun);
	return {result, operation: sortedJSON(patch) === '{}' ? 'unchanged' : 'configured'};
}

/** @throws {CommandFailure} Only a name tells what the object was before. */
const refuseGeneratedName = ({object, name}: Manifest): void => {
	if (object.metadata?.generateName && !name) {
		throw new CommandFailure(`from ${object.metadata.generateName}: cannot use generate name with apply`);
	}
};

function* patchOne(
	invocation: Invocation,
	manifest: Manifest,
	modified: Unstructured,
	first: Unstructured,
	dryRun: DryRun,
): Routine<{patch: unknown; result: Unstructured}> {
	const {resource, namespace, name, source, locate} = manifest;
	let current = first;
	for (let attempt = 0; ; attempt++) {
		const patch = patchFor(modified, current);
		yield* note(
			'kubectl.generate',
			sortedJSON(patch) === '{}'
				? `Last applied, wanted and current ${objectName(resource, name)} agree: there is nothing to patch.`
				: `kubectl compares what was applied last, what is wanted now and what the server has of ${objectName(resource, name)}, and makes the patch ${sortedJSON(patch)}.`,
			{original: current.metadata?.annotations?.[lastApplied], modified, current, patch},
			{object: keyOf(resource, namespace, name)},
		);
		if (sortedJSON(patch) === '{}') {
			return {patch, result: current};
		}

		try {
			const result = yield* invocation.patch(resource, namespace, name, patchTypeOf(modified), patch, {
				query: {
					...dryRunQuery(dryRun),
					fieldManager: fieldManager(invocation, 'kubectl-client-side-apply'),
					fieldValidation: fieldValidation(invocation),
				},
				locate,
			});
			return {patch, result};
		} catch (error) {
			if (isConflict(error) && attempt < 5) {
				current = yield* invocation.get(resource, namespace, name);
				continue;
			}

			if (error instanceof ApiError && invocation.flags.on('force') && ['Invalid', 'Conflict'].includes(error.reason)) {
				yield* invocation.delete(resource, namespace, name, {kind: 'DeleteOptions', apiVersion: 'v1'});
				return {patch, result: yield* invocation.create(resource, namespace, modified, {locate})};
			}

			throw error instanceof ApiError
				? withMessage(
						error,
						`error when applying patch:\n${sortedJSON(patch)}\nto:\n${describeTarget(manifest)}\nfor: "${source}": ${error.message}`,
					)
				: error;
		}
	}
}

/** What must change so that the server's object is as wanted: fields added or changed, and fields removed since the last apply. */
export const patchFor = (modified: Unstructured, current: Unstructured): Unstructured => {
	const text = current.metadata?.annotations?.[lastApplied];
	const original = text === undefined ? {} : (JSON.parse(text) as Unstructured);
	const schema = schemaOfKind(modified.apiVersion!, modified.kind!);
	return createThreeWayPatch(original, modified, current, schema) as Unstructured;
};

/** A kind that kubectl does not have built in is patched as plain JSON. */
export const patchTypeOf = ({apiVersion, kind}: Unstructured): 'strategic-merge' | 'merge' =>
	schemaOfKind(apiVersion!, kind!) ? 'strategic-merge' : 'merge';

const describeTarget = ({resource, namespace = '', name}: Manifest): string =>
	`Resource: "${resource.group}/${resource.version}, Resource=${resource.plural}", GroupVersionKind: "${resource.group}/${resource.version}, Kind=${resource.kind}"\nName: "${name}", Namespace: "${namespace}"`;

export const fieldManager = (invocation: Invocation, otherwise: string): string =>
	invocation.flags.changed('field-manager') ? invocation.flags.text('field-manager') : otherwise;

const conflictAdvice = `Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
* If you do not intend to manage all of the fields, please edit your
  manifest to remove references to the fields that should keep their
  current managers.
* You may co-own fields by updating your manifest to match the existing
  value; in this case, you'll become the manager if the other manager(s)
  stop managing the field (remove it from their configuration).
See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts`;

function* applyOnServer(invocation: Invocation, manifest: Manifest, dryRun: DryRun): Routine<Applied> {
	const {resource, namespace, name, object, locate} = manifest;
	refuseGeneratedName(manifest);
	const manager = fieldManager(invocation, 'kubectl');
	const send = () =>
		invocation.patch(resource, namespace, name, 'apply', object, {
			query: {
				...dryRunQuery(dryRun),
				fieldManager: manager,
				force: invocation.flags.on('force-conflicts') ? 'true' : 'false',
				fieldValidation: fieldValidation(invocation),
			},
			locate,
		});
	try {
		let result = yield* send();
		if (dryRun === 'none' && (yield* migrate(invocation, resource, result, manager))) {
			result = yield* send();
		}

		return {result, operation: 'serverside-applied'};
	} catch (error) {
		if (isConflict(error)) {
			throw new CommandFailure(`${error.message}\n${conflictAdvice}`);
		}

		throw isNotFound(error) && !name ? new CommandFailure('resource name may not be empty') : error;
	}
}

/**
What client-side apply owned becomes the server-side applier's, so that what is no longer wished can go.

@returns whether there was anything to take over.
@mirrors kubectl/pkg/cmd/apply ApplyOptions.migrateToSSAIfNecessary
*/
function* migrate(
	invocation: Invocation,
	resource: Manifest['resource'],
	applied: Unstructured,
	manager: string,
): Routine<boolean> {
	const {name, namespace, annotations} = applied.metadata!;
	if (
		manager === 'kubectl' &&
		annotations?.[lastApplied] !== undefined &&
		ownersOfLastApplied(applied, 'Apply').length === 0
	) {
		yield* invocation.patch(resource, namespace, name!, 'apply', justLastApplied(applied), {
			query: {fieldManager: 'kubectl-last-applied', force: 'false'},
		});
		applied = yield* invocation.get(resource, namespace, name!);
	}

	const patch = upgradePatch(applied, manager);
	if (patch === undefined) {
		return false;
	}

	yield* invocation.patch(resource, namespace, name!, 'json', patch);
	return true;
}
