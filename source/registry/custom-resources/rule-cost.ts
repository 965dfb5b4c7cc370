import type {CostEstimator} from '../../cel/cost-estimate.js';
import type {Range} from '../../cel/cost-range.js';
import {callCost} from '../../cel/kubernetes/call-cost.js';
import {unescapeField} from '../../cel/kubernetes/schema-type.js';
import {forbidden, type FieldError} from '../../objects/field-error.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import {valuesOf} from './schema.js';
import type {Program} from '../../cel/compile.js';

/** The largest request, in bytes: no value in an object is longer. */
const requestBytes = 3 * 1024 * 1024;

/** The cost limit of one expression, and of all of a schema together. */
const expressionLimit = 10_000_000;
const schemaLimit = 100_000_000;

/** The known size of the values that a schema describes. @mirrors k8s.io/apiserver/pkg/cel DeclType */
interface Extent {
	/** Characters of a text, items of a list, entries of a map. */
	readonly most: number;
	/** Bytes of the shortest value in JSON. */
	readonly leastBytes: number;
	readonly item?: Extent;
	readonly field?: (name: string) => Extent | undefined;
}

const sized = (most: number, leastBytes: number): Extent => ({most, leastBytes});

const text = sized(0, 2);

const formats: Readonly<Record<string, Extent>> = {
	duration: sized(32, 3),
	date: sized(12, 12),
	'date-time': sized(32, 21),
};

const textExtent = ({format = '', maxLength, enum: values}: CustomSchema): Extent => {
	const known = formats[format];
	if (known) {
		return known;
	}

	if (maxLength !== undefined) {
		return sized(Math.max(0, maxLength) * (format === 'byte' ? 1 : 4), 2);
	}

	const lengths = ((values ?? []) as readonly unknown[]).map((value) =>
		typeof value === 'string' ? Buffer.byteLength(value) : 0,
	);
	return sized(format !== 'byte' && lengths.length > 0 ? Math.max(...lengths) : requestBytes - 2, 2);
};

const ownFields: Readonly<Record<string, CustomSchema>> = {
	kind: {type: 'string'},
	apiVersion: {type: 'string'},
	metadata: {type: 'object', properties: {name: {type: 'string'}, generateName: {type: 'string'}}},
};

const objectExtent = (schema: CustomSchema, isRoot: boolean): Extent => {
	const properties = {...schema.properties, ...(isRoot ? ownFields : {})};
	const required = new Set(schema.required ?? []);
	let leastBytes = 2;
	for (const [name, property] of Object.entries(properties)) {
		const extent = required.has(name) && property.default === undefined ? extentOf(property) : undefined;
		leastBytes += extent ? Buffer.byteLength(name) + extent.leastBytes + 4 : 0;
	}

	return {
		most: 0,
		leastBytes,
		field(name) {
			const own = unescapeField(name);
			const property = Object.hasOwn(properties, own) ? properties[own] : undefined;
			return property && extentOf(property);
		},
	};
};

/** @mirrors k8s.io/apiserver/pkg/cel/common SchemaDeclType */
const extentOf = (
	schema: CustomSchema,
	isRoot = schema['x-kubernetes-embedded-resource'] === true,
): Extent | undefined => {
	if (schema['x-kubernetes-int-or-string']) {
		return sized(schema.maxLength === undefined ? requestBytes - 2 : Math.max(0, schema.maxLength) * 4, 1);
	}

	switch (schema.type) {
		case 'string': {
			return textExtent(schema);
		}

		case 'boolean': {
			return sized(0, 4);
		}

		case 'integer':
		case 'number': {
			return sized(0, 1);
		}

		case 'array': {
			const item = schema.items && extentOf(schema.items);
			const {maxItems} = schema;
			return (
				item && {
					most: maxItems === undefined ? Math.floor((requestBytes - 2) / (item.leastBytes + 1)) : Math.max(0, maxItems),
					leastBytes: 2,
					item,
				}
			);
		}

		case 'object': {
			const values = isRoot ? undefined : valuesOf(schema);
			if (!values) {
				return objectExtent(schema, isRoot);
			}

			const item = extentOf(values);
			const {maxProperties} = schema;
			return (
				item && {
					most:
						maxProperties === undefined
							? Math.floor((requestBytes - 2) / (item.leastBytes + 6))
							: Math.max(0, maxProperties),
					leastBytes: 2,
					item,
				}
			);
		}

		default: {
			return undefined;
		}
	}
};

const step = (extent: Extent, name: string): Extent | undefined => {
	if (name === '@items' || name === '@values') {
		return extent.item;
	}

	if (name === '@keys') {
		return extent.item && text;
	}

	return extent.field?.(name);
};

/** @mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel sizeEstimator */
const estimatorOf = (root: Extent): CostEstimator => {
	const size = (path: readonly string[]): Range | undefined => {
		let extent: Extent | undefined = root;
		for (const name of path.slice(1)) {
			extent = extent && step(extent, name);
		}

		return extent && {min: 0, max: extent.most};
	};

	return {size, call: callCost(size)};
};

/** The maximum cost of an expression at one place in a schema, for one value there. */
export const maximalCost = (program: Program, schema: CustomSchema, isRoot: boolean): number => {
	const extent = extentOf(schema, isRoot || schema['x-kubernetes-embedded-resource'] === true);
	return extent ? program.estimate(estimatorOf(extent)).max : 0;
};

/** The maximum number of values below a place; `undefined` without a declared maximum. */
export const cardinalityWithin = (cardinality: number | undefined, schema: CustomSchema): number | undefined => {
	const own = schema.type === 'array' ? schema.maxItems : schema.maxProperties;
	return cardinality === undefined || own === undefined ? undefined : cardinality * Math.max(0, own);
};

const cardinalityOf = (schema: CustomSchema, isRoot: boolean): number =>
	Math.floor(requestBytes / ((extentOf(schema, isRoot)?.leastBytes ?? 0) + 1));

const limitMessage = (what: string, cost: number, limit: number): string => {
	const factor = cost / limit;
	const rounded = `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`;
	const times = factor > 100 ? 'more than 100x' : rounded;
	return `${what} exceeds budget by factor of ${times} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
};

const mostTold = 4;

/**
The cost limit of all expressions of a schema together.

@mirrors k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation TotalCost
*/
export class RuleCosts {
	#total = 0;
	readonly #expensive: Array<{readonly path: string; readonly cost: number}> = [];

	/** Errors about the cost of a rule, for all values to which it may apply. */
	rule(
		path: string,
		cost: number,
		schema: CustomSchema,
		isRoot: boolean,
		cardinality: number | undefined,
	): FieldError[] {
		return this.#observe(path, cost * (cardinality ?? cardinalityOf(schema, isRoot)), 'estimated rule cost');
	}

	/** Errors about the cost of a message expression, which is evaluated once. */
	message(path: string, cost: number): FieldError[] {
		return this.#observe(path, cost, 'estimated messageExpression cost');
	}

	#observe(path: string, cost: number, what: string): FieldError[] {
		this.#total += cost;
		if (cost >= schemaLimit / 100) {
			this.#expensive.push({path, cost});
			this.#expensive.sort((a, b) => b.cost - a.cost);
			this.#expensive.splice(mostTold);
		}

		return cost > expressionLimit ? [forbidden(path, limitMessage(what, cost, expressionLimit))] : [];
	}

	/** The mistakes in the whole. */
	total(path: string): FieldError[] {
		if (this.#total <= schemaLimit) {
			return [];
		}

		const contributed = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
		const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
		return [
			...this.#expensive.map((one) => forbidden(one.path, contributed)),
			forbidden(path, limitMessage(what, this.#total, schemaLimit)),
		];
	}
}
