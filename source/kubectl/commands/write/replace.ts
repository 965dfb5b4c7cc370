import {withLastApplied} from '../../last-applied.js';
import {fieldManager} from '../../field-manager.js';
import {propagation, waitUntilGone} from '../../deletion.js';
import type {Routine} from '../../../kernel/routine.js';
import {CommandFailure, isFailure, throwAll, withSource} from '../../failure.js';
import {fieldValidation} from '../../manifests/validate.js';
import {loadManifests} from '../../manifests/manifests.js';
import type {Manifest} from '../../manifests/negotiate.js';
import {needFiles} from '../../manifests/files.js';
import {dryRunOf, dryRunQuery, formatOf, inOneStream, printResult, type DryRun} from '../../printing/output.js';
import type {Invocation} from '../../invocation.js';
import {sendRaw} from '../../raw-request.js';
import {keyOf, pathOf} from '../../resource-path.js';
import {unstructuredOf, withValue, type Unstructured} from '../../../objects/unstructured.js';

/** @throws {CommandFailure} @mirrors kubectl/pkg/cmd/replace ReplaceOptions.Validate */
const checkFlags = ({flags}: Invocation, dryRun: DryRun): void => {
	if (flags.changed('grace-period') && flags.number('grace-period') >= 0 && !flags.on('force')) {
		throw new CommandFailure('--grace-period must have --force specified');
	}

	if (flags.durationMs('timeout') !== 0 && !flags.on('force')) {
		throw new CommandFailure('--timeout must have --force specified');
	}

	if (flags.on('force') && dryRun !== 'none') {
		throw new CommandFailure('--dry-run can not be used when --force is set');
	}
};

/** Deletes the object with a manifest's name, and waits for its deletion. */
function* deleteCurrent(invocation: Invocation, manifest: Manifest, propagationPolicy: string): Routine {
	const {flags} = invocation;
	const {resource, namespace, name} = manifest;
	const grace = flags.changed('grace-period') ? flags.number('grace-period') : 0;
	const current = yield* invocation.find(resource, namespace, name);
	if (!current) {
		return;
	}

	yield* invocation.delete(resource, namespace, name, {
		apiVersion: 'v1',
		kind: 'DeleteOptions',
		...(grace >= 0 ? {gracePeriodSeconds: grace} : {}),
		propagationPolicy,
	});
	const kind = `${resource.kind.toLowerCase()}${resource.group ? `.${resource.group}` : ''}`;
	invocation.out(`${kind} "${name}" deleted${namespace ? ` from ${namespace} namespace` : ''}\n`);
	const uid = current.metadata?.uid ?? '';
	yield* waitUntilGone(invocation, [{item: manifest, uid}], flags.durationMs('timeout') || undefined);
}

/**
The object with the current version, so that it is overwritten even if the server requires a version, as for custom resources. Unchanged if it has
a version, or if the current one cannot be read.

@mirrors k8s.io/cli-runtime/pkg/resource Helper.Replace
*/
function* versioned(
	invocation: Invocation,
	{resource, namespace, name}: Manifest,
	object: Unstructured,
	subresource: string | undefined,
): Routine<Unstructured> {
	if (object.metadata?.resourceVersion) {
		return object;
	}

	const response = yield* invocation.request('GET', pathOf(resource, namespace, name, subresource), {
		accept: [403, 404, 405],
		object: keyOf(resource, namespace, name),
	});
	return response.status === 200
		? withValue(object, ['metadata', 'resourceVersion'], unstructuredOf(response.body).metadata?.resourceVersion)
		: object;
}

/** `kubectl replace`: puts whole objects; with `--force` deletes and creates them. */
export function* replace(invocation: Invocation): Routine<number | void> {
	const {flags} = invocation;
	needFiles(invocation);
	if (flags.text('raw')) {
		yield* sendRaw(invocation, 'PUT');
		return;
	}

	const dryRun = dryRunOf(invocation);
	checkFlags(invocation, dryRun);
	const format = inOneStream(formatOf(invocation));
	const policy = propagation(invocation);
	const subresource = flags.text('subresource') || undefined;
	yield* invocation.target();
	const {manifests, errors} = yield* loadManifests(invocation);
	const failures: unknown[] = [...errors];
	for (const manifest of manifests) {
		const {resource, namespace, name, source, locate} = manifest;
		const object = flags.on('save-config') ? withLastApplied(manifest.object) : manifest.object;
		const query = {
			...dryRunQuery(dryRun),
			fieldManager: fieldManager(invocation, 'kubectl-replace'),
			fieldValidation: fieldValidation(invocation),
		};
		try {
			if (!name) {
				throw new CommandFailure('resource name may not be empty');
			}

			let replaced = object;
			if (flags.on('force')) {
				yield* deleteCurrent(invocation, manifest, policy);
				replaced = yield* invocation.create(resource, namespace, object, {query, locate});
			} else if (dryRun !== 'client') {
				const whole = yield* versioned(invocation, manifest, object, subresource);
				replaced = yield* invocation.update(resource, namespace, whole, {query, locate, subresource});
			}

			printResult(invocation, format, resource, replaced, 'replaced', dryRun);
		} catch (error) {
			failures.push(flags.on('force') ? isFailure(error) : withSource(isFailure(error), 'replacing', source));
		}
	}

	throwAll(failures);
}
