import type {Status} from '../objects/kubernetes.generated.js';

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

export const isNotFound = (error: unknown): error is ApiError =>
	error instanceof ApiError && error.reason === 'NotFound';
export const isAlreadyExists = (error: unknown): error is ApiError =>
	error instanceof ApiError && error.reason === 'AlreadyExists';
export const isConflict = (error: unknown): error is ApiError =>
	error instanceof ApiError && error.reason === 'Conflict';
export const isForbidden = (error: unknown): error is ApiError =>
	error instanceof ApiError && error.reason === 'Forbidden';
