import {isRecord} from '../kernel/record.js';
import type {Routine} from '../kernel/routine.js';
import type {Status} from '../objects/kubernetes.generated.js';
import type {Response} from './request.js';

/** An answer other than success, as a client sees it. */
export class ApiError extends Error {
	override name = 'ApiError';

	constructor(readonly status: Status) {
		super(status.message ?? `the server answered ${status.code}`);
	}

	/** HTTP status code. */
	get code(): number {
		return this.status.code ?? 500;
	}

	/** Machine-readable reason: `NotFound`, `AlreadyExists`, `Conflict`, `Invalid`, `Forbidden` … */
	get reason(): string {
		return this.status.reason ?? '';
	}
}

const isStatus = (body: unknown): body is Status => isRecord(body) && body['kind'] === 'Status';

/** The error for an answer of 4xx or 5xx. Its body is a Status; if it is text, the text is the message. */
export const errorOf = ({status, body}: Response): ApiError =>
	new ApiError(
		isStatus(body)
			? body
			: {
					kind: 'Status',
					apiVersion: 'v1',
					metadata: {},
					status: 'Failure',
					code: status,
					message: typeof body === 'string' ? body : undefined,
				},
	);

/** The answer of a lister, or a watch, for an object that it does not have. @param resource as Go's `GroupResource` prints it: `replicaset.apps`. @mirrors k8s.io/apimachinery/pkg/api/errors NewNotFound */
export const notFound = (resource: string, name: string): ApiError =>
	new ApiError({
		kind: 'Status',
		apiVersion: 'v1',
		metadata: {},
		status: 'Failure',
		message: `${resource} "${name}" not found`,
		reason: 'NotFound',
		code: 404,
	});

export const isNotFound = (error: unknown): error is ApiError =>
	error instanceof ApiError && error.reason === 'NotFound';

/** Sends a request about an object that may be deleted. @returns its answer; `undefined` where there is no such object. @mirrors sigs.k8s.io/controller-runtime/pkg/client IgnoreNotFound */
export function* ignoreNotFound<T>(request: Routine<T>): Routine<T | undefined> {
	try {
		return yield* request;
	} catch (error) {
		if (isNotFound(error)) {
			return undefined;
		}

		throw error;
	}
}

export const isAlreadyExists = (error: unknown): error is ApiError =>
	error instanceof ApiError && error.reason === 'AlreadyExists';
export const isConflict = (error: unknown): error is ApiError =>
	error instanceof ApiError && error.reason === 'Conflict';
