import {isConflict, isNotFound} from '../../../client/errors.js';
import type {Routine} from '../../../kernel/routine.js';
import type {Unstructured} from '../../../objects/unstructured.js';
import {lastApplied} from '../../../objects/last-applied.js';
import {CommandFailure} from '../../failure.js';
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
Fields owned by client-side apply become the server-side applier's, so fields that are no longer wanted can be removed.

@returns whether it took over fields.
@mirrors kubectl/pkg/cmd/apply ApplyOptions.migrateToSSAIfNecessary
*/
function* migrate(
	invocation: Invocation,
	resource: Manifest['resource'],
	applied: Unstructured,
	manager: string,
): Routine<boolean> {
	const {name = '', namespace, annotations} = applied.metadata ?? {};
	if (
		manager === 'kubectl' &&
		annotations?.[lastApplied] !== undefined &&
		ownersOfLastApplied(applied, 'Apply').length === 0
	) {
		yield* invocation.patch(resource, namespace, name, 'apply', justLastApplied(applied), {
			query: {fieldManager: 'kubectl-last-applied', force: 'false'},
		});
		applied = yield* invocation.get(resource, namespace, name);
	}

	const patch = upgradePatch(applied, manager);
	if (patch === undefined) {
		return false;
	}

	yield* invocation.patch(resource, namespace, name, 'json', patch);
	return true;
}
