import {fieldSchema} from '../schema.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {Schema} from '../openapi-schema.js';

/** The patch strategy of a field. */
export interface Strategy {
	/** Strategy of the field. */
	readonly schema: Schema | undefined;
	/** The field that tells the items of the list apart. */
	readonly mergeKey: string | undefined;
	/** A list is merged item by item. False: it is replaced. */
	readonly merge: boolean;
	/** An object is replaced as a whole. */
	readonly replace: boolean;
	/** A patch names the fields of the object that stay. */
	readonly retainKeys: boolean;
}

const strategies = new WeakMap<Schema, Map<string, Strategy>>();

/** The patch strategy of a field, from the schema's extensions; read once per field. */
export const strategyOf = (schema: Schema | undefined, field: string): Strategy => {
	if (!schema) {
		return readStrategy(schema, field);
	}

	const known = getOrInsert(strategies, schema, () => new Map());
	let strategy = known.get(field);
	if (!strategy) {
		strategy = readStrategy(schema, field);
		// A patch may contain any name: only the schema's own fields are kept.
		if (strategy.schema) {
			known.set(field, strategy);
		}
	}

	return strategy;
};

const readStrategy = (schema: Schema | undefined, field: string): Strategy => {
	const found = fieldSchema(schema, field);
	const words = found?.['x-kubernetes-patch-strategy']?.split(',') ?? [];
	return {
		schema: found,
		mergeKey: found?.['x-kubernetes-patch-merge-key'],
		merge: words.includes('merge'),
		replace: words.includes('replace'),
		retainKeys: words.includes('retainKeys'),
	};
};
