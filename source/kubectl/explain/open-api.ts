import {isRecord} from '../../kernel/record.js';

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

/** A kind, as a document names it. */
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

/** The OpenAPI document of version 2 that describes all groups at once. */
export interface SwaggerDocument {
	readonly definitions?: Readonly<Record<string, OpenAPISchema>>;
}

// All fields of a document are optional: any JSON object is one.
const isDocument = (value: unknown): value is OpenAPIDocument & SwaggerDocument => isRecord(value);

/** The server's answer as a document; an empty document for any other answer. */
export const documentFrom = (body: unknown): OpenAPIDocument & SwaggerDocument => (isDocument(body) ? body : {});

/** An own value of a map, not one of its prototype. */
export const entryOf = <T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
	map && Object.hasOwn(map, key) ? map[key] : undefined;

/** The schema of a map's values; `undefined` if the document gives no such schema. */
export const valuesOf = ({additionalProperties}: OpenAPISchema): OpenAPISchema | undefined =>
	typeof additionalProperties === 'object' ? additionalProperties : undefined;
