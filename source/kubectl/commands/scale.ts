import {ApiError} from '../../client/errors.js';
import {note, type Routine} from '../../kernel/routine.js';
import {CommandFailure, throwAll} from '../failure.js';
import {dryRunOf, dryRunQuery, formatOf, objectName, printResult} from '../output.js';
import {selectItems} from '../selection.js';
import {keyOf, pathOf, type Session} from '../session.js';
import type {Unstructured} from '../unstructured.js';

/** `kubectl scale`: changes `spec.replicas` through the scale subresource. */
export function* scale(session: Session): Routine<number | void> {
	const {flags} = session;
	const replicas = flags.changed('replicas') ? flags.number('replicas') : -1;
	if (replicas < 0) {
		throw new CommandFailure('The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0');
	}

	const dryRun = dryRunOf(session);
	const format = formatOf(session);
	yield* session.target();
	const {items, errors} = yield* selectItems(session);
	const failures: unknown[] = [...errors];
	if (items.length === 0 && failures.length === 0) {
		throw new CommandFailure('no objects passed to scale');
	}

	for (const {resource, namespace, name, object} of items) {
		try {
			if (!resource.subresources.includes('scale')) {
				throw new CommandFailure(`the server could not find the requested resource`);
			}

			const current = object?.spec?.replicas as number | undefined;
			const expected = flags.changed('current-replicas') ? flags.number('current-replicas') : -1;
			if (expected >= 0 && expected !== current) {
				throw new CommandFailure(`Expected replicas to be ${expected}, was ${current}`);
			}

			yield* note(
				'kubectl.generate',
				`kubectl asks for ${replicas} replicas of ${objectName(resource, name)} instead of ${current}.`,
				{before: current, after: replicas},
				{
					object: keyOf(resource, namespace, name),
				},
			);
			let result: Unstructured = object!;
			if (dryRun !== 'client') {
				result = (yield* session.request('PATCH', pathOf(resource, namespace, name, 'scale'), {
					body: {spec: {replicas}},
					headers: {'content-type': 'application/merge-patch+json'},
					query: {...dryRunQuery(dryRun)},
					object: keyOf(resource, namespace, name),
				})).body as Unstructured;
			}

			printResult(
				session,
				format,
				resource,
				format.name === '' || format.name === 'name' ? result : object!,
				'scaled',
				dryRun,
			);
		} catch (error) {
			if (!(error instanceof ApiError || error instanceof CommandFailure)) {
				throw error;
			}

			failures.push(error);
		}
	}

	throwAll(failures);
}
