import {isConflict, isNotFound} from '../../../client/errors.js';
import type {Routine} from '../../../kernel/routine.js';
import type {Unstructured} from '../../../objects/unstructured.js';
import {lastApplied} from '../../../objects/last-applied.js';
import {CommandFailure, isFailure} from '../../failure.js';
import {fieldManager} from '../../field-manager.js';
import type {Invocation} from '../../invocation.js';
import {fieldValidation} from '../../manifests/validate.js';
import type {Manifest} from '../../manifests/negotiate.js';
import {dryRunQuery, type DryRun} from '../../printing/output.js';
import {justLastApplied, ownersOfLastApplied, upgradePatch} from './upgrade-fields.js';

/** The result for one manifest: the object, and the word for it. */
export interface Applied {
	readonly result: Unstructured;
	readonly operation: string;
}

/** @throws {CommandFailure} for a generated name: an existing object can only be found by its name. */
export const refuseGeneratedName = ({object, name}: Manifest): void => {
	if (object.metadata?.generateName && !name) {
		throw new CommandFailure(`from ${object.metadata.generateName}: cannot use generate name with apply`);
	}
};

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

/** `kubectl apply --server-side`: the server merges, and records the manager of each field. */
export function* applyOnServer(invocation: Invocation, manifest: Manifest, dryRun: DryRun): Routine<Applied> {
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
		const first = yield* send();
		const result = yield* migrated(invocation, {resource, applied: first, manager, dryRun, send});
		return {result, operation: 'serverside-applied'};
	} catch (error) {
		if (isConflict(error)) {
			throw new CommandFailure(`${error.message}\n${conflictAdvice}`);
		}

		throw isNotFound(error) && !name ? new CommandFailure('resource name may not be empty') : error;
	}
}

/** An object that the server has just applied, and the way to apply it again. */
interface Migration {
	readonly resource: Manifest['resource'];
	readonly applied: Unstructured;
	readonly manager: string;
	readonly dryRun: DryRun;
	readonly send: () => Routine<Unstructured>;
}

/**
Fields owned by client-side apply become the server-side applier's, so fields that are no longer wanted can be removed. A refusal is only a
warning, since the object itself is applied.

@returns the object after the last step that the server accepted.
@mirrors kubectl/pkg/cmd/apply ApplyOptions.applyOneObject
*/
function* migrated(invocation: Invocation, migration: Migration): Routine<Unstructured> {
	let result = migration.applied;
	let failed = 'failed to migrate kubectl.kubernetes.io/last-applied-configuration for Server-Side Apply';
	try {
		result = yield* keepLastApplied(invocation, migration);
		failed = 'server rejected managed fields migration to Server-Side Apply';
		const upgraded = yield* upgrade(invocation, migration, result);
		if (upgraded === undefined) {
			return result;
		}

		result = upgraded;
		failed = 'failed to re-apply configuration after performing Server-Side Apply migration';
		return yield* migration.send();
	} catch (error) {
		const {message} = isFailure(error);
		invocation.err(
			`Warning: ${failed}. This is non-fatal and will be retried next time you apply. Error: ${message}\n`,
		);
		return result;
	}
}

/** A manager of its own keeps the annotation of client-side apply. @mirrors kubectl/pkg/cmd/apply saveLastApplyAnnotationIfNecessary */
function* keepLastApplied(
	invocation: Invocation,
	{resource, applied, manager, dryRun}: Migration,
): Routine<Unstructured> {
	const {name = '', namespace, annotations} = applied.metadata ?? {};
	const needed =
		manager === 'kubectl' &&
		annotations?.[lastApplied] !== undefined &&
		ownersOfLastApplied(applied, 'Apply').length === 0;
	return needed
		? yield* invocation.patch(resource, namespace, name, 'apply', justLastApplied(applied), {
				query: {...dryRunQuery(dryRun), fieldManager: 'kubectl-last-applied', force: 'false'},
			})
		: applied;
}

const mostUpgrades = 5;

/** Moves the fields of client-side apply; tries again with the current object after a conflict. @returns `undefined` if none are left. */
function* upgrade(
	invocation: Invocation,
	{resource, manager, dryRun}: Migration,
	applied: Unstructured,
): Routine<Unstructured | undefined> {
	const {name = '', namespace} = applied.metadata ?? {};
	let object = applied;
	for (let attempt = 1; ; attempt++) {
		const patch = upgradePatch(object, manager);
		if (patch === undefined) {
			return undefined;
		}

		try {
			return yield* invocation.patch(resource, namespace, name, 'json', patch, {query: dryRunQuery(dryRun)});
		} catch (error) {
			if (!isConflict(error) || attempt === mostUpgrades) {
				throw error;
			}

			object = yield* invocation.get(resource, namespace, name);
		}
	}
}
