import {note, type Routine} from '../../kernel/routine.js';
import {CommandFailure, throwAll, usageFailure} from '../failure.js';
import {formatOf, printResult} from '../output.js';
import {selectItems} from '../selection.js';
import {pathOf, type Session} from '../session.js';
import type {Unstructured, Value} from '../unstructured.js';

function* decide(session: Session, type: 'Approved' | 'Denied'): Routine<number | void> {
	if (session.words.length === 0 && session.flags.list('filename').length === 0) {
		throw usageFailure(session.commandPath, 'one or more CSRs must be specified as <name> or -f <filename>');
	}

	const format = formatOf(session);
	yield* session.target();
	const {items, errors} = yield* selectItems(session, {words: ['certificatesigningrequests', ...session.words]});
	throwAll(errors);
	const opposite = type === 'Approved' ? 'Denied' : 'Approved';
	for (const {resource, name, object} of items) {
		const conditions: readonly Value[] = object!.status?.conditions ?? [];
		if (conditions.some((condition) => condition.type === opposite)) {
			throw new CommandFailure(`certificate signing request "${name}" is already ${opposite}`);
		}

		let result = object!;
		if (!conditions.some((condition) => condition.type === type) || session.flags.on('force')) {
			const word = type === 'Approved' ? 'Approve' : 'Deny';
			const condition = {
				type,
				status: 'True',
				reason: `Kubectl${word}`,
				message: `This CSR was ${type === 'Approved' ? 'approved' : 'denied'} by kubectl certificate ${word.toLowerCase()}.`,
				lastUpdateTime: session.kernel.timestamp(),
			};
			const body = {...object!, status: {...object!.status, conditions: [...conditions, condition]}};
			yield* note('kubectl.generate', `kubectl adds the condition ${type} to ${name}.`, {output: condition});
			result = (yield* session.request('PUT', pathOf(resource, undefined, name, 'approval'), {body}))
				.body as Unstructured;
		}

		printResult(session, format, resource, result, type.toLowerCase());
	}
}

/** `kubectl certificate approve`. */
export const approve = (session: Session): Routine<number | void> => decide(session, 'Approved');

/** `kubectl certificate deny`. */
export const deny = (session: Session): Routine<number | void> => decide(session, 'Denied');
