import type {CustomSchema} from '../../objects/custom-version.js';
import {propertyOf, valuesOf} from './schema.js';

/** The target of a path in a schema, or its error. */
export type FoundField =
	{readonly parts: readonly string[]; readonly schema: CustomSchema} | {readonly problem: string};

/** The tokens of a path: the delimiters, and the texts between them; a quoted text is one token. */
const tokensOf = (path: string): readonly string[] => path.match(/'(?:[^'\\]|\\.)*'|[.[\]]|[^.[\]']+|'/g) ?? [];

/**
Follows a path such as `.spec.names['a']` through a schema.

@param brackets whether `['a']` may be written.
@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel ValidFieldPath
*/
export const fieldAt = (path: string, root: CustomSchema, brackets = true): FoundField => {
	const tokens = tokensOf(path);
	const parts: string[] = [];
	let schema = root;
	for (let at = 0; at < tokens.length; at++) {
		const token = tokens[at];
		if (token !== '.' && token !== '[') {
			return {problem: `expected [ or . but got: ${token}`};
		}

		if (token === '[' && !brackets) {
			return {problem: 'array notation is not allowed'};
		}

		const next = tokens[++at];
		if (next === undefined) {
			return {problem: 'unexpected end of JSON path'};
		}

		let name = next;
		if (token === '[') {
			if (!/^'.*'$/s.test(next)) {
				return {problem: `expected single quoted string but got ${next}`};
			}

			name = next.slice(1, -1).replaceAll(/\\(.)/g, '$1');
		}

		const below = schema.properties ? propertyOf(schema, name) : valuesOf(schema);
		if (!below) {
			return {problem: 'does not refer to a valid field'};
		}

		parts.push(name);
		schema = below;
		if (token === '[' && tokens[++at] !== ']') {
			return {problem: at < tokens.length ? `expected ] but got ${tokens[at]}` : 'unexpected end of JSON path'};
		}
	}

	return {parts, schema};
};
