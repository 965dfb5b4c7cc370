import type {Routine} from '../../kernel/routine.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import {schemaOfKind} from '../../objects/schema.js';
import {note} from '../../stages/note.js';
import {CommandFailure} from '../failure.js';
import type {Invocation} from '../invocation.js';
import {namesIn, type Document} from './parse.js';
import {schemaErrors} from './schema-validation.js';

/** Why an object has no kind. @mirrors kubectl/pkg/validation getObjectKind */
const kindFaults = ({apiVersion, kind}: Fields): readonly string[] => {
	const faults = Object.entries({apiVersion, kind}).flatMap(([field, value]) => {
		if (value === undefined || value === null || value === '') {
			return [`${field} not set`];
		}

		return typeof value === 'string' ? [] : [`${field} isn't string type`];
	});
	return faults.length === 0 && String(apiVersion).split('/').length > 2
		? [`unexpected GroupVersion string: ${String(apiVersion)}`]
		: faults;
};

/** The errors of an object, or of each item of a `List`. @mirrors kubectl/pkg/validation schemaValidation.ValidateBytes */
const faultsOfList = (list: Fields): readonly string[] => {
	if (list['kind'] !== 'List' || list['apiVersion'] !== 'v1') {
		return schemaErrors(list);
	}

	const {items} = list;
	return Array.isArray(items) ? items.flatMap((item: unknown) => faultsOfItem(item)) : ['invalid object to validate'];
};

const faultsOfItem = (item: unknown): readonly string[] => {
	if (!isRecord(item)) {
		return ['invalid object to validate'];
	}

	const faults = kindFaults(item);
	return faults.length > 0 ? faults : schemaErrors(item);
};

/** The path of the first item with an error, or of the whole object. */
const firstFault = (object: Fields): ReadonlyArray<string | number> => {
	const {apiVersion, kind, items} = object;
	const index =
		kind === 'List' && apiVersion === 'v1' && Array.isArray(items)
			? items.findIndex((item: unknown) => faultsOfItem(item).length > 0)
			: -1;
	return index < 0 ? [] : ['items', index];
};

/** The server checks the fields of the kinds that it serves, and a list is not one. */
const isList = ({apiVersion, kind}: Fields): boolean =>
	typeof kind === 'string' &&
	kind.endsWith('List') &&
	(kind === 'List' || schemaOfKind(String(apiVersion), kind) !== undefined);

/**
Checks the apiVersion and kind of an object, and asks the server whether it checks the fields. kubectl checks those of a list itself.

@throws {CommandFailure} if they are missing or malformed, or if a list has wrong fields.
@mirrors kubectl/pkg/validation paramVerifyingSchema.ValidateBytes
*/
export function* validate(invocation: Invocation, {object, source, positionOf}: Document): Routine {
	const directive = invocation.flags.text('validate');
	if (['false', 'ignore'].includes(directive)) {
		return;
	}

	const {apiVersion, kind} = object;
	const faults = [...kindFaults(object)];
	const listed = faults.length === 0 && isList(object);
	if (listed && directive === 'warn') {
		invocation.log(
			'cannot perform warn validation if server-side field validation is unsupported, skipping validation',
			'schema.go:145',
		);
	} else if (listed) {
		faults.push(...faultsOfList(object));
	}

	if (faults.length === 0) {
		yield* note('kubectl.validate', {case: 'passed', ...namesIn(object), apiVersion, kind, verdict: 'passed'});
		if (!listed) {
			yield* invocation.schema(String(apiVersion), source);
		}

		return;
	}

	// Go's list of errors contains each once.
	const messages = [...new Set(faults)];
	const reason = messages.length === 1 ? messages[0] : `[${messages.join(', ')}]`;
	const place = positionOf(listed ? firstFault(object) : []);
	yield* note(
		'kubectl.validate',
		{case: 'refused', source, fault: reason, file: source, ...place, reason, verdict: 'refused', object},
		{outcome: 'refused'},
	);
	throw new CommandFailure(
		`error validating "${source}": error validating data: ${reason}; if you choose to ignore these errors, turn validation off with --validate=false`,
		{
			facts: {file: source, ...place},
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
