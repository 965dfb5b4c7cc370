import type {Routine} from '../../kernel/routine.js';
import {note} from '../../kernel/routine.js';
import {ApiError} from '../../client/errors.js';
import {CommandFailure, throwAll, usageFailure} from '../failure.js';
import {dryRunOf, dryRunQuery, formatOf, objectName, printResult} from '../output.js';
import {selectItems} from '../selection.js';
import {keyOf, type Session} from '../session.js';
import {withValue} from '../unstructured.js';
import {fieldManager} from './apply.js';

type Changes = ReadonlyMap<string, string | undefined>;

/** Whether a word is a change, `key=value` or `key-`, and not a name. */
const isChange = (word: string): boolean =>
	word.includes('=') || (word.endsWith('-') && !word.includes('/') ? true : /^[^/]+\/[^/]+-$/.test(word));

const splitWords = (words: readonly string[]): {resources: string[]; changes: string[]} => {
	const first = words.findIndex((word, index) => index > 0 && isChange(word));
	const start = words.length > 0 && words[0].includes('=') ? 0 : first;
	return start === -1
		? {resources: [...words], changes: []}
		: {resources: words.slice(0, start), changes: words.slice(start)};
};

const readChanges = (texts: readonly string[], what: string): Changes => {
	const changes = new Map<string, string | undefined>();
	for (const text of texts) {
		const equals = text.indexOf('=');
		if (equals > 0) {
			const value = text.slice(equals + 1);
			if (what === 'label' && (value.length > 63 || !/^(?:[A-Za-z\d](?:[-\w.]*[A-Za-z\d])?)?$/.test(value))) {
				throw new CommandFailure(
					`invalid label value: "${text}": ${value.length > 63 ? 'must be no more than 63 characters' : `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`}`,
				);
			}

			changes.set(text.slice(0, equals), value);
		} else if (equals === -1 && text.endsWith('-')) {
			const key = text.slice(0, -1);
			if (changes.get(key) !== undefined) {
				throw new CommandFailure(
					what === 'label'
						? 'can not both modify and remove a label in the same command'
						: `can not both modify and remove an annotation in the same command`,
				);
			}

			changes.set(key, undefined);
		} else {
			throw new CommandFailure(
				what === 'label' ? `unknown label spec: ${text}` : `annotations must be of the form key=value or key-`,
			);
		}
	}

	return changes;
};

function* change(session: Session, what: 'label' | 'annotation'): Routine<number | void> {
	const field = what === 'label' ? 'labels' : 'annotations';
	const {flags} = session;
	const {resources, changes: texts} = splitWords(session.words);
	const dryRun = dryRunOf(session);
	const format = formatOf(session);
	if (flags.on('list') && texts.length > 0) {
		throw usageFailure(session.commandPath, '--list and --overwrite may not be specified together');
	}

	if (texts.length === 0 && !flags.on('list')) {
		throw what === 'label'
			? usageFailure(session.commandPath, 'at least one label update is required')
			: new CommandFailure('at least one annotation update is required');
	}

	const changes = readChanges(texts, what);
	yield* session.target();
	const {items, errors} = yield* selectItems(session, {words: resources});
	const failures: unknown[] = [...errors];
	for (const {resource, namespace, name, object} of items) {
		const current: Readonly<Record<string, string>> = object?.metadata?.[field] ?? {};
		if (flags.on('list')) {
			if (items.length > 1) {
				session.out(`Listing ${field} for ${resource.kind}${resource.group ? `.${resource.group}` : ''}/${name}:\n`);
			}

			session.out(
				Object.keys(current)
					.sort()
					.map((key) => `${items.length > 1 ? ' ' : ''}${key}=${current[key]}\n`)
					.join(''),
			);
			continue;
		}

		const taken = [...changes].filter(
			([key, value]) =>
				value !== undefined && current[key] !== undefined && (current[key] !== value || what === 'annotation'),
		);
		if (!flags.on('overwrite') && taken.length > 0) {
			failures.push(
				what === 'label'
					? new CommandFailure(
							taken
								.map(([key]) => `'${key}' already has a value (${current[key]}), and --overwrite is false`)
								.join('\n'),
						)
					: new CommandFailure(
							`--overwrite is false but found the following declared annotation(s): ${taken.map(([key]) => `'${key}' already has a value (${current[key]})`).join('; ')}`,
						),
			);
			continue;
		}

		const patch: Record<string, string | null> = {};
		for (const [key, value] of changes) {
			if (value === undefined ? key in current : current[key] !== value) {
				patch[key] = value ?? null;
			} else if (value === undefined) {
				session.err(`${what} "${key}" not found.\n`);
			}
		}

		const removes = Object.values(patch).some((value) => value === null);
		const adds = Object.values(patch).some((value) => value !== null);
		const past =
			what === 'label'
				? Object.keys(patch).length === 0
					? 'not labeled'
					: removes && !adds
						? 'unlabeled'
						: 'labeled'
				: 'annotated';
		yield* note(
			'kubectl.generate',
			`kubectl makes a merge patch for the ${field} of ${objectName(resource, name)}.`,
			{before: current, patch},
			{object: keyOf(resource, namespace, name)},
		);
		let result = object!;
		try {
			if (dryRun === 'client') {
				const merged = Object.fromEntries(Object.entries({...current, ...patch}).filter(([, value]) => value !== null));
				result = withValue(result, ['metadata', field], merged);
			} else if (Object.keys(patch).length > 0) {
				result = yield* session.patch(
					resource,
					namespace,
					name,
					'merge',
					{
						metadata: {
							[field]: patch,
							...(flags.text('resource-version') ? {resourceVersion: flags.text('resource-version')} : {}),
						},
					},
					{
						query: {
							...dryRunQuery(dryRun),
							fieldManager: fieldManager(session, what === 'label' ? 'kubectl-label' : 'kubectl-annotate'),
						},
					},
				);
			}

			printResult(session, format, resource, result, past, dryRun);
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			failures.push(error);
		}
	}

	throwAll(failures);
}

/** `kubectl label`. */
export const label = (session: Session): Routine<number | void> => change(session, 'label');

/** `kubectl annotate`. */
export const annotate = (session: Session): Routine<number | void> => change(session, 'annotation');
