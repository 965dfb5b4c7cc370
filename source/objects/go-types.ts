import {memoised} from '../kernel/memoised.js';
import {goTypesText} from './go-types.generated.js';

/** A field of a Go struct. */
export interface GoField {
	/** Go's name: `TerminationGracePeriodSeconds`. */
	readonly name: string;
	/** Its JSON key; `undefined` for an embedded struct, whose fields are listed with those of the outer one. */
	readonly key: string | undefined;
	/** In Go's syntax, structs by the names of their schemas: `*int64`, `[]io.k8s.api.core.v1.Container`. */
	readonly type: string;
	/** Go's JSON for the zero value of the field's type; `undefined` if Go omits it. */
	readonly zero: unknown;
}

/** A field in JSON. */
export interface JSONField extends GoField {
	readonly key: string;
	/** The embedded structs that contain its declaration, outermost first. */
	readonly embeddedIn: readonly string[];
}

type Row = readonly [name: string, key: string, type: string, zero?: unknown];

let rows: Readonly<Record<string, readonly Row[]>> | undefined;

const rowsOf = (id: string): readonly Row[] | undefined => {
	rows ??= JSON.parse(goTypesText) as Readonly<Record<string, readonly Row[]>>;
	return Object.hasOwn(rows, id) ? rows[id] : undefined;
};

const structs = memoised(
	(id: string): readonly GoField[] | null =>
		rowsOf(id)?.map(([name, key, type, zero]) => ({name, key: key === '' ? undefined : key, type, zero})) ?? null,
	1000,
);

/**
The fields of a struct in the order of their declaration; `undefined` if it is not a struct of the API.

@param id The name of its schema: `io.k8s.api.core.v1.PodSpec`.
*/
export const goFields = (id: string): readonly GoField[] | undefined => structs(id) ?? undefined;

const withEmbedded = (id: string, embeddedIn: readonly string[]): readonly JSONField[] =>
	(goFields(id) ?? []).flatMap((field) =>
		field.key === undefined
			? withEmbedded(field.type, [...embeddedIn, field.name])
			: [{...field, key: field.key, embeddedIn}],
	);

/** The JSON fields of a struct, by their keys, in Go's order. */
export const jsonFields = memoised(
	(id: string): ReadonlyMap<string, JSONField> => new Map(withEmbedded(id, []).map((field) => [field.key, field])),
	1000,
);

/** The struct in a field, behind its pointer, or in its list or map; `undefined` if its values are not structs. */
export const structIn = (type: string): string | undefined => {
	const id = type.replace(/^(?:\*|\[\]|map\[[\w.]+\])/, '');
	return rowsOf(id) === undefined ? undefined : id;
};

/** Whether the field is a pointer to a scalar: then a zero value is written, not omitted. */
export const keepsZero = ({type, zero}: GoField): boolean =>
	type.startsWith('*') && zero === undefined && structIn(type) === undefined;

/** A type as Go prints it, with the last part of the package: `*v1.SecurityContext`. */
export const goTypeName = (type: string): string => type.replace(/io\.k8s\.[\w.-]+\.(?=\w+\.\w+$)/, '');
