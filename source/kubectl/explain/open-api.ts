/** A schema of an OpenAPI document. */
export interface OpenAPISchema {
	readonly $ref?: string;
	readonly type?: string;
	readonly description?: string;
	readonly enum?: readonly unknown[];
	readonly required?: readonly string[];
	readonly properties?: Readonly<Record<string, OpenAPISchema>>;
	readonly items?: OpenAPISchema;
	readonly additionalProperties?: OpenAPISchema | boolean;
	readonly allOf?: readonly OpenAPISchema[];
	readonly externalDocs?: {readonly description?: string; readonly url?: string};
	readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[];
}

/** How a document names a kind. */
export interface GroupVersionKind {
	readonly group: string;
	readonly version: string;
	readonly kind: string;
}

type Operation = {readonly 'x-kubernetes-group-version-kind'?: GroupVersionKind};

/** The OpenAPI document of one group and version. */
export interface OpenAPIDocument {
	readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components?: {readonly schemas?: Readonly<Record<string, OpenAPISchema>>};
}

/** One of a map's values, and never what the map has from its prototype. */
export const entryOf = <T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
	map && Object.hasOwn(map, key) ? map[key] : undefined;

/** What the values of a map are like; `undefined` where that is not said. */
export const valuesOf = ({additionalProperties}: OpenAPISchema): OpenAPISchema | undefined =>
	typeof additionalProperties === 'object' ? additionalProperties : undefined;
