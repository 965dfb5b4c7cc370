import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {CommandFailure} from '../failure.js';
import type {Invocation} from '../invocation.js';
import {namesIn, type Document} from './parse.js';

/**
Checks the apiVersion and kind of an object, and asks the server whether it checks the fields.

@throws {CommandFailure} if they are missing or malformed.
@mirrors kubectl/pkg/validation ParamVerifyingSchema.ValidateBytes
*/
export function* validate(invocation: Invocation, {object, source, positionOf}: Document): Routine {
	if (['false', 'ignore'].includes(invocation.flags.text('validate'))) {
		return;
	}

	const {apiVersion, kind} = object;
	const missing = Object.entries({apiVersion, kind}).flatMap(([field, value]) => {
		if (value === undefined || value === null || value === '') {
			return [`${field} not set`];
		}

		if (typeof value === 'string') {
			return [];
		}

		return [`${field} isn't string type`];
	});
	if (missing.length === 0 && String(apiVersion).split('/').length > 2) {
		missing.push(`unexpected GroupVersion string: ${String(apiVersion)}`);
	}

	if (missing.length === 0) {
		yield* note('kubectl.validate', {case: 'passed', ...namesIn(object), apiVersion, kind, verdict: 'passed'});
		// Items of a list are not checked, as upstream.
		if (apiVersion !== 'v1' || kind !== 'List') {
			yield* invocation.schema(String(apiVersion), source);
		}

		return;
	}

	const reason = missing.length === 1 ? missing[0] : `[${missing.join(', ')}]`;
	yield* note(
		'kubectl.validate',
		{case: 'refused', source, fault: reason, file: source, ...positionOf([]), reason, verdict: 'refused', object},
		{outcome: 'refused'},
	);
	throw new CommandFailure(
		`error validating "${source}": error validating data: ${reason}; if you choose to ignore these errors, turn validation off with --validate=false`,
		{
			facts: {file: source, ...positionOf([])},
		},
	);
}

/**
Query parameter with the server's treatment of unknown fields.

@throws {CommandFailure} for an invalid value of `--validate`.
*/
export const fieldValidation = (invocation: Invocation): string => {
	const text = invocation.flags.text('validate');
	switch (text) {
		case '':
		case 'true':
		case 'strict': {
			return 'Strict';
		}

		case 'warn': {
			return 'Warn';
		}

		case 'false':
		case 'ignore': {
			return 'Ignore';
		}

		default: {
			throw new CommandFailure(
				`invalid - validate option ${JSON.stringify(text)}; must be one of: strict (or true), warn, ignore (or false)`,
			);
		}
	}
};
