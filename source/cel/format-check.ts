import {interpolate} from './library/string-format.js';
import type {Node} from './syntax.js';
import {isDyn, typeName, type Type} from './type.js';
import {CelError} from './value.js';

const stringKinds = [
	'list',
	'map',
	'int',
	'uint',
	'double',
	'bool',
	'string',
	'timestamp',
	'bytes',
	'duration',
	'type',
	'null',
];

/** The types that a clause accepts, and the message for other types. */
const clauses: Readonly<Record<string, readonly [kinds: readonly string[], refusal: string]>> = {
	s: [
		stringKinds,
		'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
	],
	d: [['int', 'uint'], 'decimal clause can only be used on integers'],
	f: [['double', 'string'], 'fixed-point clause can only be used on doubles'],
	e: [['double', 'string'], 'scientific clause can only be used on doubles'],
	b: [['int', 'uint', 'bool'], 'only integers and bools can be formatted as binary'],
	o: [['int', 'uint'], 'octal clause can only be used on integers'],
	x: [['int', 'uint', 'string', 'bytes'], 'only integers, byte buffers, and strings can be formatted as hex'],
};

const kindOf = (type: Type): string => (type.kind === 'simple' ? type.name : type.kind);

/** The items of a list, or the keys and values of a map. */
const partsOf = (node: Node): readonly Node[] => {
	if (node.op === 'list') {
		return node.items.map(({item}) => item);
	}

	return node.op === 'map' ? node.entries.flatMap(({key, value}) => [key, value]) : [];
};

/** The first part of a value that has a type outside the list. */
const misfit = (node: Node, kinds: readonly string[], typeAt: (node: Node) => Type): Node | undefined => {
	const type = typeAt(node);
	if (!isDyn(type) && !kinds.includes(kindOf(type))) {
		return node;
	}

	for (const part of kinds === stringKinds ? partsOf(node) : []) {
		const found = misfit(part, kinds, typeAt);
		if (found) {
			return found;
		}
	}

	return undefined;
};

/**
The errors of a literal format and its values, found before anything runs.

@param typeAt the type of a part.
@mirrors ext.stringFormatValidator
*/
export const checkFormat = (
	call: Node,
	text: string,
	values: readonly Node[],
	typeAt: (node: Node) => Type,
): {readonly offset: number; readonly message: string} | undefined => {
	let used = 0;
	let at = call;
	try {
		interpolate(text, (index, clauseAt) => {
			used++;
			at = call;
			const value = values[index];
			if (value === undefined) {
				// A clause without a letter is reported before a missing value.
				if (text.endsWith('%')) {
					clauseAt();
				}

				throw new CelError(`index ${index} out of range`);
			}

			const [kinds, refusal] = clauses[clauseAt().letter.toLowerCase()] ?? [[], ''];
			const wrong = misfit(value, kinds, typeAt);
			if (wrong) {
				at = wrong;
				const name = typeName(typeAt(wrong)).replace(/\(.*$/s, '');
				throw new CelError(`error during formatting: ${refusal}, was given ${name}`);
			}

			return '';
		});
	} catch (error) {
		if (!(error instanceof CelError)) {
			throw error;
		}

		return {offset: at.offset, message: error.message};
	}

	return values.length > used
		? {
				offset: call.offset,
				message: `too many arguments supplied to string.format (expected ${used}, got ${values.length})`,
			}
		: undefined;
};
