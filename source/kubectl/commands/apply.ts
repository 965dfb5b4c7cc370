import {ApiError, isConflict, isNotFound} from '../../client/errors.js';
import {note, type Routine} from '../../kernel/routine.js';
import {inGoOrder} from '../../objects/field-order.js';
import {schemaOfKind} from '../../objects/schema.js';
import {createThreeWayPatch} from '../../objects/strategic-merge-patch.js';
import {CommandFailure, throwAll, usageFailure, withMessage, withSource} from '../failure.js';
import {fieldValidation, loadManifests, type Manifest} from '../manifests.js';
import {printYaml} from '../../objects/yaml.js';
import {dryRunOf, dryRunQuery, formatOf, objectName, printResult, type DryRun, type Format} from '../output.js';
import {selectItems} from '../selection.js';
import {keyOf, type Session} from '../session.js';
import {lastApplied, sortedJSON, withValue, type Unstructured} from '../unstructured.js';
import {justLastApplied, ownersOfLastApplied, upgradePatch} from '../upgrade-fields.js';

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
		? `${JSON.stringify(inGoOrder(Object.keys(plain.metadata?.annotations ?? {}).length > 0 ? plain : withValue(plain, ['metadata', 'annotations'], undefined)))}\n`
		: `${sortedJSON(withValue(plain, ['metadata', 'annotations'], plain.metadata?.annotations ?? {}))}\n`;
	return withValue(plain, ['metadata', 'annotations', lastApplied], text);
};

/** `kubectl apply -f`: makes what is missing, patches what differs. */
export function* apply(session: Session): Routine<number | void> {
	const {flags} = session;
	if (session.words.length > 0) {
		throw usageFailure(session.commandPath, `Unexpected args: [${session.words.join(' ')}]`);
	}

	if (flags.list('filename').length === 0 && !flags.text('kustomize')) {
		throw new CommandFailure('must specify one of -f and -k');
	}

	const dryRun = dryRunOf(session);
	if (flags.on('force-conflicts') && !flags.on('server-side')) {
		throw new CommandFailure('--force-conflicts only works with --server-side');
	}

	if (dryRun === 'client' && flags.on('server-side')) {
		throw new CommandFailure(
			"--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)",
		);
	}

	const format = formatOf(session);
	yield* session.target();
	const {manifests, errors} = yield* loadManifests(session);
	const failures = [...errors];
	if (manifests.length === 0 && failures.length === 0) {
		throw new CommandFailure('no objects passed to apply');
	}

	for (const manifest of manifests) {
		try {
			yield* flags.on('server-side')
				? applyOnServer(session, manifest, format, dryRun)
				: applyOne(session, manifest, format, dryRun);
		} catch (error) {
			if (!(error instanceof ApiError || error instanceof CommandFailure)) {
				throw error;
			}

			failures.push(error);
		}
	}

	throwAll(failures);
}

function* applyOne(session: Session, manifest: Manifest, format: Format, dryRun: DryRun): Routine {
	const {resource, namespace, name, object, source, locate} = manifest;
	if (object.metadata?.generateName && !name) {
		throw new CommandFailure(`from ${object.metadata.generateName}: cannot use generate name with apply`);
	}

	if (!name) {
		throw new CommandFailure(
			`error when retrieving current configuration of:\n${describeTarget(manifest)}\nfrom server for: "${source}": resource name may not be empty`,
		);
	}

	const modified = withLastApplied(object);
	let current: Unstructured;
	try {
		current = yield* session.get(resource, namespace, name, {accept: [404]});
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
				created = yield* session.create(resource, namespace, modified, {
					query: {
						...dryRunQuery(dryRun),
						fieldManager: fieldManager(session, 'kubectl-client-side-apply'),
						fieldValidation: fieldValidation(session),
					},
					locate,
				});
			} catch (error) {
				throw withSource(error, 'creating', source);
			}
		}

		printResult(session, format, resource, created, 'created', dryRun);
		return;
	}

	if (current.metadata?.annotations?.[lastApplied] === undefined) {
		session.warn(
			`resource ${resource.plural}/${name} is missing the ${lastApplied} annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.`,
		);
	}

	const {patch, result} = yield* patchOne(session, manifest, modified, current, dryRun);
	printResult(session, format, resource, result, sortedJSON(patch) === '{}' ? 'unchanged' : 'configured', dryRun);
}

function* patchOne(
	session: Session,
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
		if (sortedJSON(patch) === '{}' || dryRun === 'client') {
			return {patch, result: dryRun === 'client' ? modified : current};
		}

		try {
			const result = yield* session.patch(resource, namespace, name, patchTypeOf(modified), patch, {
				query: {
					...dryRunQuery(dryRun),
					fieldManager: fieldManager(session, 'kubectl-client-side-apply'),
					fieldValidation: fieldValidation(session),
				},
				locate,
			});
			return {patch, result};
		} catch (error) {
			if (isConflict(error) && attempt < 5) {
				current = yield* session.get(resource, namespace, name);
				continue;
			}

			if (error instanceof ApiError && session.flags.on('force') && ['Invalid', 'Conflict'].includes(error.reason)) {
				yield* session.delete(resource, namespace, name, {kind: 'DeleteOptions', apiVersion: 'v1'});
				return {patch, result: yield* session.create(resource, namespace, modified, {locate})};
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

export const fieldManager = (session: Session, otherwise: string): string =>
	session.flags.changed('field-manager') ? session.flags.text('field-manager') : otherwise;

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

function* applyOnServer(
	session: Session,
	{resource, namespace, name, object, locate}: Manifest,
	format: Format,
	dryRun: DryRun,
): Routine {
	const manager = fieldManager(session, 'kubectl');
	const send = () =>
		session.patch(resource, namespace, name, 'apply', object, {
			query: {
				...dryRunQuery(dryRun),
				fieldManager: manager,
				force: session.flags.on('force-conflicts') ? 'true' : 'false',
				fieldValidation: fieldValidation(session),
			},
			locate,
		});
	try {
		let result = yield* send();
		if (dryRun === 'none' && (yield* migrate(session, resource, result, manager))) {
			result = yield* send();
		}

		printResult(session, format, resource, result, 'serverside-applied', dryRun);
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
	session: Session,
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
		yield* session.patch(resource, namespace, name!, 'apply', justLastApplied(applied), {
			query: {fieldManager: 'kubectl-last-applied', force: 'false'},
		});
		applied = yield* session.get(resource, namespace, name!);
	}

	const patch = upgradePatch(applied, manager);
	if (patch === undefined) {
		return false;
	}

	yield* session.patch(resource, namespace, name!, 'json', patch);
	return true;
}

/** `kubectl apply view-last-applied`: what the user wrote at the last apply. */
export function* viewLastApplied(session: Session): Routine<number | void> {
	const {items, errors} = yield* selectItems(session);
	for (const {resource, name, object} of items) {
		const text = object?.metadata?.annotations?.[lastApplied];
		if (text === undefined) {
			throw new CommandFailure(`no last-applied-configuration annotation found on resource: ${name}`);
		}

		session.out(
			session.flags.text('output') === 'json'
				? `${JSON.stringify(JSON.parse(text), undefined, 4)}\n`
				: printYaml(JSON.parse(text)),
		);
		yield* note('kubectl.generate', `The annotation of ${objectName(resource, name)} holds what was applied last.`, {
			output: text,
		});
	}

	throwAll(errors);
}
