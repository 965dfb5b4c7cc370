import {ApiError} from '../../client/errors.js';
import type {Routine} from '../../kernel/routine.js';
import {CommandFailure, throwAll, usageFailure, withSource} from '../failure.js';
import {fieldValidation, loadManifests} from '../manifests.js';
import {dryRunOf, dryRunQuery, formatOf, printResult} from '../output.js';
import type {Session} from '../session.js';
import {withLastApplied, fieldManager} from './apply.js';
import {waitUntilGone} from './delete.js';

/** `kubectl replace`: puts whole objects; with `--force` deletes and creates them. */
export function* replace(session: Session): Routine<number | void> {
	const {flags} = session;
	if (flags.list('filename').length === 0 && !flags.text('kustomize') && !flags.text('raw')) {
		throw usageFailure(session.commandPath, 'must specify --filename to replace');
	}

	const dryRun = dryRunOf(session);
	const format = formatOf(session);
	yield* session.target();
	const {manifests, errors} = yield* loadManifests(session);
	const failures: unknown[] = [...errors];
	if (manifests.length === 0 && failures.length === 0) {
		throw new CommandFailure('no objects passed to replace');
	}

	for (const manifest of manifests) {
		const {resource, namespace, name, source, locate} = manifest;
		const object = flags.on('save-config') ? withLastApplied(manifest.object) : manifest.object;
		const query = {
			...dryRunQuery(dryRun),
			fieldManager: fieldManager(session, 'kubectl-replace'),
			fieldValidation: fieldValidation(session),
		};
		try {
			if (flags.on('force')) {
				const current = yield* session.find(resource, namespace, name);
				if (current) {
					yield* session.delete(resource, namespace, name, {
						apiVersion: 'v1',
						kind: 'DeleteOptions',
						gracePeriodSeconds: Math.max(0, flags.number('grace-period')),
					});
					session.out(
						`${resource.kind.toLowerCase()}${resource.group ? `.${resource.group}` : ''} "${name}" deleted${namespace ? ` from ${namespace} namespace` : ''}\n`,
					);
					yield* waitUntilGone(session, [{item: manifest, uid: current.metadata?.uid ?? ''}], undefined);
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
				dryRun === 'client' ? object : yield* session.update(resource, namespace, object, {query, locate});
			printResult(session, format, resource, replaced, 'replaced', dryRun);
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			failures.push(withSource(error, 'replacing', source));
		}
	}

	throwAll(failures);
}
