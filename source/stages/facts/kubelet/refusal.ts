/** The apiserver's response to a request that it refuses. */
export interface Refusal {
	readonly reason: string;
	readonly message: string;
}

/** The conditions in a status. */
export type ConditionsOf<T extends {readonly status: {readonly conditions?: unknown}}> = T['status']['conditions'];
