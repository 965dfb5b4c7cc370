import type {Routine} from '../../../kernel/routine.js';
import {CommandFailure, isFailure, throwAll, withSource} from '../../failure.js';
import {fieldValidation, loadManifests, needFiles} from '../../manifests/manifests.js';
import {dryRunOf, dryRunQuery, formatOf, inOneStream, printResult, type DryRun} from '../../printing/output.js';
import type {Session} from '../../invocation.js';
import {withLastApplied, fieldManager} from './apply.js';
import {propagation, waitUntilGone} from './delete.js';
import {sendRaw} from '../../raw-request.js';

/** @throws {CommandFailure} @mirrors kubectl/pkg/cmd/replace ReplaceOptions.Validate */
const checkFlags = ({flags}: Session, dryRun: DryRun): void => {
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

/** `kubectl replace`: puts whole objects; with `--force` deletes and creates them. */
export function* replace(session: Session): Routine<number | void> {
	const {flags} = session;
	needFiles(session);
	if (flags.text('raw')) {
		yield* sendRaw(session, 'PUT');
		return;
	}

	const dryRun = dryRunOf(session);
	checkFlags(session, dryRun);
	const format = inOneStream(formatOf(session));
	const policy = propagation(session);
	const subresource = flags.text('subresource') || undefined;
	yield* session.target();
	const {manifests, errors} = yield* loadManifests(session);
	const failures: unknown[] = [...errors];
	for (const manifest of manifests) {
		const {resource, namespace, name, source, locate} = manifest;
		const object = flags.on('save-config') ? withLastApplied(manifest.object) : manifest.object;
		const query = {
			...dryRunQuery(dryRun),
			fieldManager: fieldManager(session, 'kubectl-replace'),
			fieldValidation: fieldValidation(session),
		};
		try {
			if (!name) {
				throw new CommandFailure('resource name may not be empty');
			}

			if (flags.on('force')) {
				const grace = flags.changed('grace-period') ? flags.number('grace-period') : 0;
				const current = yield* session.find(resource, namespace, name);
				if (current) {
					yield* session.delete(resource, namespace, name, {
						apiVersion: 'v1',
						kind: 'DeleteOptions',
						...(grace >= 0 ? {gracePeriodSeconds: grace} : {}),
						propagationPolicy: policy,
					});
					session.out(
						`${resource.kind.toLowerCase()}${resource.group ? `.${resource.group}` : ''} "${name}" deleted${namespace ? ` from ${namespace} namespace` : ''}\n`,
					);
					yield* waitUntilGone(
						session,
						[{item: manifest, uid: current.metadata?.uid ?? ''}],
						flags.durationMs('timeout') || undefined,
					);
				}

				printResult(
					session,
					format,
					resource,
					yield* session.create(resource, namespace, object, {query, locate}),
					'replaced',
					dryRun,
				);
				continue;
			}

			const replaced =
				dryRun === 'client' ? object : yield* session.update(resource, namespace, object, {query, locate, subresource});
			printResult(session, format, resource, replaced, 'replaced', dryRun);
		} catch (error) {
			failures.push(withSource(isFailure(error), 'replacing', source));
		}
	}

	throwAll(failures);
}
