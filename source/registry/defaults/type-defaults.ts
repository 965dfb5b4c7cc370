import type {Types} from '../../objects/kubernetes.generated.js';

/** A value as a user may write it: every field is optional. */
export type Given<T> = unknown extends T
	? T
	: T extends string | number | boolean | undefined
		? T
		: T extends ReadonlyArray<infer Item>
			? ReadonlyArray<Given<Item>>
			: string extends keyof T
				? T
				: {readonly [K in keyof T]?: Given<T[K]>};

/** A value in the making: its own fields may be set, deeper parts are shared and must be replaced. */
export type Draft<T> = {-readonly [K in keyof T]?: Given<T[K]>};

/** The defaults of a type for its own fields. They are set before the fields themselves are completed: parents before children, as upstream. */
export interface TypeDefaults {
	/** `core.v1.Container` */
	readonly type: keyof Types;
	set(draft: Record<string, unknown>): void;
}

/** The defaults of a type, whose name determines the fields. */
export const defaultsOf = <K extends keyof Types>(type: K, set: (draft: Draft<Types[K]>) => void): TypeDefaults => ({
	type,
	set,
});
