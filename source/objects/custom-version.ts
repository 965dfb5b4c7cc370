import type {
	CustomResourceColumnDefinition,
	CustomResourceSubresourceScale,
	JSONSchemaProps,
	WebhookClientConfig,
} from './kubernetes.generated.js';

/** One version of a custom resource, as the apiserver serves it. */
export interface CustomVersion {
	readonly schema: CustomSchema;
	/** The schemas of all versions, by name: an object keeps only the fields of its version. */
	readonly schemas?: Readonly<Record<string, CustomSchema>>;
	readonly listKind: string;
	/** The version that is kept in etcd. */
	readonly storedVersion: string;
	/** Whether objects may also be stored in other versions, from before a change of the storage version. */
	readonly isMixed?: boolean;
	/** Converts between versions; absent with the strategy None, which changes the `apiVersion`. */
	readonly converter?: Converter;
	readonly hasStatus: boolean;
	readonly scale?: CustomResourceSubresourceScale;
	readonly columns: readonly CustomResourceColumnDefinition[];
	/** JSON paths of fields that a field selector can name. */
	readonly selectableFields: readonly string[];
	/** The warning for clients that use this version. */
	readonly deprecation?: string;
}

/** The server of a conversion webhook. */
export interface Converter {
	readonly clientConfig: WebhookClientConfig;
	/** The version of ConversionReview to send: the first one that the apiserver supports. */
	readonly reviewVersion: string;
}

/**
The schema of a custom resource, with the fields that the API's own description leaves open.

@see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
*/
export type CustomSchema = Omit<
	JSONSchemaProps,
	'items' | 'additionalProperties' | 'properties' | 'allOf' | 'anyOf' | 'oneOf' | 'not'
> & {
	readonly items?: CustomSchema;
	readonly additionalProperties?: CustomSchema | boolean;
	readonly properties?: Readonly<Record<string, CustomSchema>>;
	readonly allOf?: readonly CustomSchema[];
	readonly anyOf?: readonly CustomSchema[];
	readonly oneOf?: readonly CustomSchema[];
	readonly not?: CustomSchema;
};
