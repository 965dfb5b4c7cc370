import {ApiError} from '../client/errors.js';
import type {Request, Response} from '../client/request.js';
import {isRecord} from '../kernel/record.js';
import type {Status} from '../objects/kubernetes.generated.js';

/** Ends the command with a message and an exit code. */
export class CommandFailure extends Error {
	override name = 'CommandFailure';

	constructor(
		message: string,
		/** `verbatim`: the message is printed without `error: ` before it. */
		readonly options: {
			readonly code?: number;
			readonly verbatim?: boolean;
			/** The place in kubectl's source where the program ends with a log line. */
			readonly logged?: string;
			readonly facts?: Readonly<Record<string, unknown>>;
		} = {},
	) {
		super(message);
	}
}

/**
The server did not answer.

@mirrors net/url Error
*/
export class ConnectionFailure extends ApiError {
	override name = 'ConnectionFailure';

	constructor(
		readonly server: string,
		{method, url}: {readonly method: Request['method']; readonly url: string},
		/** The error, in the words of Go's HTTP client. */
		readonly why: string,
	) {
		super({
			kind: 'Status',
			apiVersion: 'v1',
			metadata: {},
			status: 'Failure',
			code: 503,
			reason: 'ServiceUnavailable',
			message: `${method.charAt(0)}${method.slice(1).toLowerCase()} ${JSON.stringify(`${server}${url}`)}: ${why}`,
		});
	}
}

/** The message of kubectl when the server's address refuses the connection. */
export const connectionRefused = (server: string): string =>
	`The connection to the server ${server.replace(/^https?:\/\//, '').replace(/\/.*$/, '')} was refused - did you specify the right host or port?`;

/** The text of an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Wrong arguments: the message and where to read more. */
export const usageFailure = (commandPath: string, message: string): CommandFailure =>
	new CommandFailure(`${message}\nSee '${commandPath} -h' for help and examples`);

/** The server has no resource of this name; the message leaves out version and group. */
export const noResourceType = (name: string): CommandFailure =>
	new CommandFailure(`the server doesn't have a resource type "${name.split('.', 1)[0]}"`);

/** Several failures of one command, each printed on a separate line. */
export class Failures extends Error {
	override name = 'Failures';

	constructor(readonly errors: readonly unknown[]) {
		super('several failures');
	}
}

/** Throws a single failure, or several together; without failures, it returns. */
export const throwAll = (errors: readonly unknown[]): void => {
	if (errors.length === 1) {
		throw errors[0];
	}

	if (errors.length > 1) {
		throw new Failures(errors);
	}
};

/** Throws the errors of processing several objects: even a single failure is printed without `error: ` before it, except one about namespaces. */
export const throwGathered = (errors: readonly unknown[]): void => {
	const [first] = errors;
	const alone =
		errors.length === 1 && first instanceof Error && first.message.startsWith('the namespace from the provided');
	if (errors.length > 0) {
		throw alone ? first : new Failures(errors);
	}
};

/** The failure of one of several objects. Any error that is not from kubectl or the server is a programming mistake and is thrown again. */
export const isFailure = (error: unknown): ApiError | CommandFailure => {
	if (error instanceof ApiError || error instanceof CommandFailure) {
		return error;
	}

	throw error;
};

/** A failure with kubectl's action at that moment, and its file. */
export const withSource = (error: unknown, verb: string, source: string): unknown => {
	if (!source) {
		return error;
	}

	return error instanceof ApiError
		? withMessage(error, `error when ${verb} "${source}": ${error.message}`)
		: new CommandFailure(`error when ${verb} "${source}": ${messageOf(error)}`, {
				facts: error instanceof CommandFailure ? error.options.facts : undefined,
			});
};

/** The server's failure in other words. With another prefix, the message does not mention the refused connection. */
export const withMessage = (error: ApiError, message: string): ApiError | CommandFailure =>
	error instanceof ConnectionFailure ? new CommandFailure(message) : new ApiError({...error.status, message});

const invalidText = ({details, message = ''}: Status): string => {
	if (!details) {
		return `The request is invalid: ${message}`;
	}

	const causes = [...new Set((details.causes ?? []).map((cause) => `${cause.field ?? ''}: ${cause.message}`))];
	const request = message && causes.length === 0 ? `The request is invalid: ${message}` : 'The request is invalid';
	const isNamed = details.kind || details.name;
	const what = isNamed ? `The ${details.kind ?? ''} "${details.name ?? ''}" is invalid` : request;
	if (causes.length === 0) {
		return what;
	}

	return causes.length === 1
		? `${what}: ${causes[0]}\n`
		: `${what}: \n${causes.map((cause) => `* ${cause}\n`).join('')}`;
};

/** @mirrors kubectl/pkg/cmd/util StandardErrorMessage */
const serverText = (error: ApiError): string => {
	if (error instanceof ConnectionFailure) {
		return error.why.includes('connection refused')
			? connectionRefused(error.server)
			: `Unable to connect to the server: ${error.why}`;
	}

	if (error.reason === 'Unauthorized') {
		return `error: You must be logged in to the server (${error.message})`;
	}

	if (error.reason) {
		return `Error from server (${error.reason}): ${error.message}`;
	}

	return `Error from server: ${error.message}`;
};

/**
The output of kubectl on standard error for a failure, and its exit code.

@mirrors kubectl/pkg/cmd/util checkErr
*/
export const failureText = (error: unknown): {text: string; code: number} => {
	const line = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
	if (error instanceof Failures) {
		const texts = error.errors.map((one) => (one instanceof ApiError ? serverText(one) : messageOf(one)));
		return {text: texts.map(line).join(''), code: 1};
	}

	if (error instanceof ApiError) {
		return {text: line(error.reason === 'Invalid' ? invalidText(error.status) : serverText(error)), code: 1};
	}

	if (error instanceof CommandFailure) {
		const text =
			error.options.verbatim || error.message.startsWith('error: ') ? error.message : `error: ${error.message}`;
		return {text: line(text), code: error.options.code ?? 1};
	}

	throw error;
};

const isStatus = (value: unknown): value is Status => isRecord(value) && value['kind'] === 'Status';

/** The Status in an answer of 4xx or 5xx, or a made-up one for an answer without a Status. */
export const statusOf = ({body, status: code}: Pick<Response, 'body' | 'status'>): Status =>
	isStatus(body)
		? body
		: {
				apiVersion: 'v1',
				kind: 'Status',
				metadata: {},
				status: 'Failure',
				code,
				// An answer that is not a Status is described by its code alone where the code says enough.
				message: typeof body === 'string' && code !== 404 ? body : 'the server could not find the requested resource',
				reason: code === 404 ? 'NotFound' : '',
			};
