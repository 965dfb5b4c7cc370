import {parse} from 'yaml';
import {note, type Routine} from '../../kernel/routine.js';
import {CommandFailure, throwAll, usageFailure} from '../failure.js';
import {dryRunOf, dryRunQuery, formatOf, objectName, printResult} from '../output.js';
import {selectItems} from '../selection.js';
import {keyOf, type Session} from '../session.js';
import {sameValue, sortedJSON, type Unstructured} from '../unstructured.js';
import {fieldManager} from './apply.js';

/** `kubectl patch`: sends a patch as the user wrote it. */
export function* patch(session: Session): Routine<number | void> {
	const {flags, environment} = session;
	const dryRun = dryRunOf(session);
	const format = formatOf(session);
	const type = (flags.text('type') || 'strategic').toLowerCase();
	if (!['json', 'merge', 'strategic'].includes(type)) {
		throw usageFailure(
			session.commandPath,
			`--type must be one of [json merge strategic], not "${flags.text('type')}"`,
		);
	}

	if (!flags.text('patch') && !flags.text('patch-file')) {
		throw usageFailure(
			session.commandPath,
			'must specify --patch or --patch-file containing the contents of the patch',
		);
	}

	const file = flags.text('patch-file');
	const text = file ? environment.files[file] : flags.text('patch');
	if (text === undefined) {
		throw new CommandFailure(`unable to read patch file: open ${file}: no such file or directory`);
	}

	let body: unknown;
	try {
		body = parse(text);
	} catch (error) {
		throw new CommandFailure(`unable to parse "${text}": yaml: ${(error as Error).message.split('\n', 1)[0]}`);
	}

	yield* session.target();
	yield* note('kubectl.parse', `kubectl turns the patch into JSON: ${sortedJSON(body)}`, {
		input: text,
		output: sortedJSON(body),
		type,
	});
	const {items, errors} = yield* selectItems(session, {fetch: false});
	throwAll(errors);
	for (const {resource, namespace, name} of items) {
		const before = yield* session.get(resource, namespace, name);
		const subresource = flags.text('subresource') || undefined;
		const result: Unstructured =
			dryRun === 'client'
				? before
				: yield* session.patch(
						resource,
						namespace,
						name,
						type === 'strategic' ? 'strategic-merge' : (type as 'json' | 'merge'),
						body,
						{
							query: {...dryRunQuery(dryRun), fieldManager: fieldManager(session, 'kubectl-patch')},
							subresource,
						},
					);
		yield* note(
			'kubectl.request',
			`${objectName(resource, name)} is patched.`,
			{before, after: result},
			{object: keyOf(resource, namespace, name)},
		);
		const changed = subresource !== undefined || !sameValue(before, result);
		const slash = result.apiVersion?.indexOf('/') ?? -1;
		const answered = {kind: result.kind ?? resource.kind, group: slash > 0 ? result.apiVersion!.slice(0, slash) : ''};
		printResult(session, format, answered, result, changed ? 'patched' : 'patched (no change)', dryRun);
	}
}
