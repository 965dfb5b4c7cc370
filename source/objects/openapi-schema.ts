/** One node of the schema table, without descriptions. */
export interface Schema {
	/** `string`, `integer`, `number`, `boolean`, `array`, `object`. */
	readonly type?: string;
	readonly format?: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly items?: Schema;
	/** The schema of a map's values; `true` if any value is allowed. */
	readonly additionalProperties?: Schema | boolean;
	readonly enum?: readonly unknown[];
	readonly default?: unknown;
	readonly $ref?: string;
	readonly allOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
	/** `atomic`, `map` or `set`. */
	readonly 'x-kubernetes-list-type'?: string;
	readonly 'x-kubernetes-list-map-keys'?: readonly string[];
	/** `atomic` or `granular`. */
	readonly 'x-kubernetes-map-type'?: string;
	readonly 'x-kubernetes-patch-merge-key'?: string;
	/** `merge`, `replace`, `retainKeys` or `merge,retainKeys`. */
	readonly 'x-kubernetes-patch-strategy'?: string;
	readonly 'x-kubernetes-group-version-kind'?: ReadonlyArray<{
		readonly group: string;
		readonly version: string;
		readonly kind: string;
	}>;
}
