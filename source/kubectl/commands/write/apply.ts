import {goJSON} from '../../../go/encode-json.js';
import {ApiError, isConflict} from '../../../client/errors.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {CommandFailure, isFailure, throwAll, usageFailure, withMessage, withSource} from '../../failure.js';
import {fieldValidation} from '../../manifests/validate.js';
import {loadManifests} from '../../manifests/manifests.js';
import {needFiles} from '../../manifests/files.js';
import type {Manifest} from '../../manifests/negotiate.js';
import {dryRunOf, dryRunQuery, formatOf, objectName, printResult, type DryRun} from '../../printing/output.js';
import type {Invocation} from '../../invocation.js';
import {keyOf} from '../../resource-path.js';
import type {Unstructured} from '../../../objects/unstructured.js';
import {lastApplied} from '../../../objects/last-applied.js';
import {fieldManager} from '../../field-manager.js';
import {withLastApplied} from '../../last-applied.js';
import {applyOnServer, refuseGeneratedName, type Applied} from './apply-on-server.js';
import {patchFor, patchTypeOf} from './apply-patch.js';
import {propagation} from '../../deletion.js';
import {patchedHere} from './local-patch.js';
import {checkPrune, prune, prunePlan} from './prune.js';

/** @throws {CommandFailure} for flags that exclude each other. @mirrors kubectl/pkg/cmd/apply ApplyOptions.Validate */
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

/** `kubectl apply -f`: creates missing objects, patches different ones. */
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

	// Whole objects are printed at the end, as a list if there are several.
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
		const [only = list] = results.length === 1 ? results : [];
		printResult(invocation, format, {group: '', kind: 'List'}, only, '');
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

	const {patch, result} = yield* patchOne(invocation, manifest, modified, current, dryRun);
	return {result, operation: goJSON(patch) === '{}' ? 'unchanged' : 'configured'};
}

function* patchOne(
	invocation: Invocation,
	manifest: Manifest,
	modified: Unstructured,
	first: Unstructured,
	dryRun: DryRun,
): Routine<{patch: unknown; result: Unstructured}> {
	const {resource, namespace, name, source, locate} = manifest;
	let current = first;
	const {apiVersion = '', kind = ''} = modified;
	const type = patchTypeOf(modified);
	if (type === 'merge') {
		yield* invocation.patchSchema(apiVersion, kind);
	}

	for (let attempt = 0; ; attempt++) {
		const patch = patchFor(modified, current);
		yield* note(
			'kubectl.generate',
			{
				case: 'apply-patch',
				of: objectName(resource, name),
				patchText: goJSON(patch),
				original: current.metadata?.annotations?.[lastApplied],
				modified,
				current,
				patch,
			},
			{object: keyOf(resource, namespace, name)},
		);
		if (goJSON(patch) === '{}') {
			return {patch, result: current};
		}

		if (dryRun === 'client') {
			return {patch, result: patchedHere(current, type === 'merge' ? 'merge' : 'strategic', patch)};
		}

		try {
			const result = yield* invocation.patch(resource, namespace, name, type, patch, {
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
						`error when applying patch:\n${goJSON(patch)}\nto:\n${describeTarget(manifest)}\nfor: "${source}": ${error.message}`,
					)
				: error;
		}
	}
}

const describeTarget = ({resource, namespace = '', name}: Manifest): string =>
	`Resource: "${resource.group}/${resource.version}, Resource=${resource.plural}", GroupVersionKind: "${resource.group}/${resource.version}, Kind=${resource.kind}"\nName: "${name}", Namespace: "${namespace}"`;
