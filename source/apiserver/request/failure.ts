import type {Status, StatusCause} from '../../objects/kubernetes.generated.js';
import type {FieldError} from '../../objects/field-error.js';

/** A group and a plural name: the subject of a Status. `objects/resources.ts`'s Resource is one. */
export interface Named {
	readonly group: string;
	readonly plural: string;
}

/** Thrown inside the request chain; the handler answers with its Status. */
export class RequestFailure extends Error {
	override name = 'RequestFailure';

	constructor(readonly status: Status) {
		super(status.message ?? '');
	}
}

/** A `Status` of failure, its fields in the order of the API. An empty reason is left out. */
export const failure = (code: number, reason: string, message: string, details?: Status['details']): Status => ({
	kind: 'Status',
	apiVersion: 'v1',
	metadata: {},
	status: 'Failure',
	message,
	...(reason === '' ? {} : {reason}),
	...(details ? {details} : {}),
	code,
});

/** `pods`, `deployments.apps`: as `schema.GroupResource` prints itself. */
export const groupResource = ({group, plural}: Named): string => (group === '' ? plural : `${plural}.${group}`);

/** The details of a Status: `name`, `group`, `kind`; empty ones are left out. */
export const detailsOf = ({group, plural}: Named, name = ''): NonNullable<Status['details']> => ({
	...(name === '' ? {} : {name}),
	...(group === '' ? {} : {group}),
	kind: plural,
});

export const notFound = (resource: Named, name: string): Status =>
	failure(404, 'NotFound', `${groupResource(resource)} ${JSON.stringify(name)} not found`, detailsOf(resource, name));

export const alreadyExists = (resource: Named, name: string): Status =>
	failure(
		409,
		'AlreadyExists',
		`${groupResource(resource)} ${JSON.stringify(name)} already exists`,
		detailsOf(resource, name),
	);

/** 409: `why` completes "Operation cannot be fulfilled on …". */
export const conflict = (resource: Named, name: string, why: string): Status =>
	failure(
		409,
		'Conflict',
		`Operation cannot be fulfilled on ${groupResource(resource)} ${JSON.stringify(name)}: ${why}`,
		detailsOf(resource, name),
	);

/** The message of optimistic locking for a writer that has seen an older version. */
export const modified = 'the object has been modified; please apply your changes to the latest version and try again';

/** 403 of an admission plug-in, with details: `pods "web" is forbidden: no`. */
export const forbidden = (resource: Named, name: string, why: string): Status => {
	if (resource.plural === '') {
		return failure(403, 'Forbidden', `forbidden: ${why}`);
	}

	const what = name === '' ? groupResource(resource) : `${groupResource(resource)} ${JSON.stringify(name)}`;
	return failure(403, 'Forbidden', `${what} is forbidden: ${why}`, detailsOf(resource, name));
};

export const badRequest = (message: string): Status => failure(400, 'BadRequest', message);

export const unauthorized = (): Status => failure(401, 'Unauthorized', 'Unauthorized');

export const internalError = (why: string): Status =>
	failure(500, 'InternalError', `Internal error occurred: ${why}`, {causes: [{message: why}]});

/** 405: the path exists, but not for this verb. */
export const methodNotSupported = (resource: Named, verb: string): Status =>
	failure(
		405,
		'MethodNotAllowed',
		`${verb} is not supported on resources of kind ${JSON.stringify(groupResource(resource))}`,
		detailsOf(resource),
	);

/** 404 for a path that no handler knows. */
export const pathNotFound = (): Status =>
	failure(404, 'NotFound', 'the server could not find the requested resource', {});

/** 410: the requested revision is compacted; the client lists again. */
export const expired = (message: string): Status => failure(410, 'Expired', message);

export const tooManyRequests = (message: string, retryAfterSeconds: number, causes?: readonly StatusCause[]): Status =>
	failure(429, 'TooManyRequests', message, {
		...(causes ? {causes} : {}),
		...(retryAfterSeconds > 0 ? {retryAfterSeconds} : {}),
	});

const causeReasons: Readonly<Record<string, string>> = {
	'Required value': 'FieldValueRequired',
	'Invalid value': 'FieldValueInvalid',
	'Unsupported value': 'FieldValueNotSupported',
	'Duplicate value': 'FieldValueDuplicate',
	'Not found': 'FieldValueNotFound',
	Forbidden: 'FieldValueForbidden',
	'Too long': 'FieldValueTooLong',
	'Too many': 'FieldValueTooMany',
	'Internal error': 'InternalError',
};

/** 422 with one cause per error, from a text such as `Invalid value: 0: must be …` at a field. For whole FieldErrors use `invalidStatus` of objects. */
export const invalidField = (group: string, kind: string, name: string, field: string, message: string): Status => {
	const type = message.split(':', 1)[0]!;
	return failure(
		422,
		'Invalid',
		`${group === '' ? kind : `${kind}.${group}`} ${JSON.stringify(name)} is invalid: ${field}: ${message}`,
		{
			...(name === '' ? {} : {name}),
			...(group === '' ? {} : {group}),
			kind,
			causes: [{reason: causeReasons[type] ?? 'FieldValueInvalid', message, field}],
		},
	);
};

/** Re-exported for the modules that make field errors. */
export type {FieldError};

/** Several messages as one text: `[a, b]`; a single one has no brackets. @mirrors utilerrors.NewAggregate */
export const aggregate = (messages: readonly string[]): string => {
	const distinct = [...new Set(messages)];
	const text = distinct.join(', ');
	return distinct.length === 1 ? text : `[${text}]`;
};
