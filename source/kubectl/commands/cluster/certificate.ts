import {isConflict} from '../../../client/errors.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {CommandFailure, isFailure, throwAll} from '../../failure.js';
import {formatOf, printResult} from '../../printing/output.js';
import {selectItems, type Item} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {keyOf, pathOf} from '../../resource-path.js';
import {nestedMapSlice, withValue, type Unstructured} from '../../../objects/unstructured.js';

type Decision = 'Approved' | 'Denied';

/**
A certificate request with a decision added; `undefined` if it already has this decision.

@param force repeats the decision.
@throws {CommandFailure} when it has the opposite decision.
@mirrors kubectl/pkg/cmd/certificates addConditionIfNeeded
*/
export const decided = (
	request: Unstructured,
	type: Decision,
	options: {readonly force: boolean; readonly time: string},
): Unstructured | undefined => {
	const conditions = nestedMapSlice(request, 'status', 'conditions');
	const opposite = type === 'Approved' ? 'Denied' : 'Approved';
	if (conditions.some((condition) => condition['type'] === opposite)) {
		throw new CommandFailure(`certificate signing request "${request.metadata?.name}" is already ${opposite}`);
	}

	if (conditions.some((condition) => condition['type'] === type)) {
		if (!options.force) {
			return undefined;
		}

		const again = conditions.map((condition) =>
			condition['type'] === type ? {...condition, lastUpdateTime: options.time} : condition,
		);
		return withValue(request, ['status', 'conditions'], again);
	}

	const word = type === 'Approved' ? 'Approve' : 'Deny';
	const condition = {
		type,
		status: 'True',
		reason: `Kubectl${word}`,
		message: `This CSR was ${type === 'Approved' ? 'approved' : 'denied'} by kubectl certificate ${word.toLowerCase()}.`,
		lastUpdateTime: options.time,
	};
	return withValue(request, ['status', 'conditions'], [...conditions, condition]);
};

function* decide(invocation: Invocation, type: Decision): Routine<number | void> {
	const {words, flags} = invocation;
	if (words.length === 0 && flags.list('filename').length === 0 && !flags.text('kustomize')) {
		throw new CommandFailure('one or more CSRs must be specified as <name> or -f <filename>');
	}

	const format = formatOf(invocation);
	yield* invocation.target();
	const names = words.map((word) => (word.includes('/') ? word : `certificatesigningrequests/${word}`));
	const {items, errors} = yield* selectItems(invocation, {words: names});
	const failures: unknown[] = [...errors];
	if (items.length === 0 && failures.length === 0) {
		invocation.out('No resources found\n');
	}

	for (const item of items) {
		try {
			yield* decideOne(invocation, item, type);
			// The previous state is shown.
			printResult(invocation, format, item.resource, item.object, type.toLowerCase());
		} catch (error) {
			failures.push(isFailure(error));
		}
	}

	throwAll(failures);
}

function* decideOne(invocation: Invocation, {resource, name, object}: Item, type: Decision): Routine {
	const {flags, kernel} = invocation;
	let current = object;
	for (let attempt = 0; ; attempt++) {
		const body = decided(current, type, {force: flags.on('force'), time: kernel.timestamp()});
		if (!body) {
			return;
		}

		yield* note(
			'kubectl.generate',
			{case: 'condition', type, request: name, before: current, after: body},
			{object: keyOf(resource, undefined, name)},
		);
		try {
			yield* invocation.request('PUT', pathOf(resource, undefined, name, 'approval'), {body});
			return;
		} catch (error) {
			if (!isConflict(error) || attempt === 9) {
				throw error;
			}

			current = yield* invocation.get(resource, undefined, name);
		}
	}
}

/** `kubectl certificate approve`. */
export const approve = (invocation: Invocation): Routine<number | void> => decide(invocation, 'Approved');

/** `kubectl certificate deny`. */
export const deny = (invocation: Invocation): Routine<number | void> => decide(invocation, 'Denied');
