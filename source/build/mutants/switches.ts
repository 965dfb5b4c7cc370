import {parse} from 'acorn';
import {isRecord} from '../../kernel/record.js';

/** A change of a module's text that can be switched on while the program runs. */
export interface Change {
	readonly number: number;
	readonly file: string;
	/** This text, which the module has once. */
	readonly from: string;
	readonly to: string;
	/** The place of the text, if the module may have it more than once. */
	readonly at?: number;
}

/** A module with switches, and the changes that cannot have one: they act while the module is loaded. */
export interface Switched {
	readonly source: string;
	readonly withoutSwitch: readonly number[];
}

interface Node {
	readonly type: string;
	readonly start: number;
	readonly end: number;
}

/** A part of a module, and its role in the part around it. */
interface Place {
	readonly node: Node;
	readonly parent: Node | undefined;
	readonly key: string;
}

const isNode = (value: unknown): value is Node =>
	isRecord(value) &&
	typeof value['type'] === 'string' &&
	typeof value['start'] === 'number' &&
	typeof value['end'] === 'number';

const parsed = (source: string): Node => parse(source, {ecmaVersion: 'latest', sourceType: 'module'});

/** Whether a text is a module. */
const isModule = (source: string): boolean => {
	try {
		parsed(source);
		return true;
	} catch {
		return false;
	}
};

/** The parts around a stretch of a module, the smallest first. */
const placesAround = (root: Node, start: number, end: number): readonly Place[] => {
	const places: Place[] = [{node: root, parent: undefined, key: ''}];
	for (let node: Node | undefined = root; node;) {
		const parent: Node = node;
		const inside: ReadonlyArray<readonly [string, Node]> = Object.entries(parent).flatMap(([key, value]) =>
			[value].flat().flatMap((one) => (isNode(one) ? [[key, one] as const] : [])),
		);
		const [key, next] = inside.find(([, one]) => one.start <= start && one.end >= end) ?? ['', undefined];
		if (next) {
			places.unshift({node: next, parent, key});
		}

		node = next;
	}

	return places;
};

const isOperation = (node: Node | undefined): boolean =>
	node?.type === 'BinaryExpression' || node?.type === 'LogicalExpression';

/** Whether a text is only a name, which is not changed: as a target or key, a switch in its place would have another meaning. */
const isExpression = ({node: {type}, parent, key}: Place): boolean =>
	(type.endsWith('Expression') || type === 'Literal' || type === 'TemplateLiteral') &&
	!['callee', 'object', 'tag', 'key', 'source', 'label', 'superClass', 'id'].includes(key) &&
	(key !== 'left' || isOperation(parent)) &&
	parent?.type !== 'ChainExpression' &&
	!(parent?.type === 'UnaryExpression' || parent?.type === 'UpdateExpression');

/** Whether nothing outside binds to the first or last word of an expression in this place. */
const isDelimited = ({parent, key}: Place): boolean =>
	['arguments', 'init', 'test', 'right', 'body', 'elements', 'expressions', 'value'].includes(key)
		? !isOperation(parent)
		: key === 'argument' && parent?.type === 'ReturnStatement';

const declares = new Set(['VariableDeclaration', 'FunctionDeclaration', 'ClassDeclaration']);

const isStatement = ({node: {type}, key}: Place): boolean =>
	type === 'BlockStatement' ||
	(type.endsWith('Statement') && !declares.has(type) && ['body', 'consequent', 'alternate'].includes(key));

/** Whether this part of a module runs again after the module is loaded: it is in a function, or in a field of a class. */
const runsLater = ({node}: Place, around: readonly Place[]): boolean =>
	around.some(
		(outer) =>
			outer.node !== node &&
			(outer.node.type.includes('Function') || (outer.node.type === 'PropertyDefinition' && outer.key === 'body')),
	);

/** A change, and the smallest part of the module whose two texts, before and after, can be switched. */
interface Switch {
	readonly number: number;
	readonly start: number;
	readonly end: number;
	readonly kind: 'expression' | 'statement';
	/** The part with the change. */
	readonly changed: string;
}

const isOn = (number: number): string => `globalThis.isPlanted(${number})`;

const written = ({number, kind, changed}: Switch, before: string): string =>
	kind === 'expression'
		? `(${isOn(number)} ? (${changed}) : (${before}))`
		: `{ if (${isOn(number)}) {${changed}} else {${before}} }`;

/** The place of a change in a text that has it once. @throws {Error} where the text to be changed is not there, or more than once */
const placeOf = ({file, from, at}: Change, source: string): number => {
	if (at !== undefined && source.startsWith(from, at)) {
		return at;
	}

	const start = source.indexOf(from);
	if (start === -1 || source.includes(from, start + 1)) {
		throw new Error(
			`${file} has ${start === -1 ? 'nowhere' : 'more than once'} ${from}: bring the table of mutants up to date`,
		);
	}

	return start;
};

/** The text of a module with one change. @throws {Error} where the text to be changed is not there, or more than once */
export const planted = (change: Change, source: string): string => {
	const start = placeOf(change, source);
	return source.slice(0, start) + change.to + source.slice(start + change.from.length);
};

/** How many characters two texts have in common at their beginning. */
const sameBegin = (a: string, b: string): number => {
	let length = 0;
	while (length < Math.min(a.length, b.length) && a[length] === b[length]) {
		length++;
	}

	return length;
};

const backwards = (text: string): string => [...text].reverse().join('');

/** The part of a change that really differs: its words often include surrounding text. */
const narrowed = (change: Change, source: string): {start: number; end: number; to: string} => {
	const start = placeOf(change, source);
	const {from, to} = change;
	const begin = sameBegin(from, to);
	const end = sameBegin(backwards(from.slice(begin)), backwards(to.slice(begin)));
	return {start: start + begin, end: start + from.length - end, to: to.slice(begin, to.length - end)};
};

const switchOf = (change: Change, source: string, root: Node): Switch | undefined => {
	const {number} = change;
	const {start, end, to} = narrowed(change, source);
	const around = placesAround(root, start, end);
	for (const [index, place] of around.entries()) {
		const {node} = place;
		const isWhole = (node.start < start && node.end > end) || isDelimited(place);
		const otherwise = isStatement(place) ? 'statement' : undefined;
		const kind = isExpression(place) && isWhole ? 'expression' : otherwise;
		if (kind && runsLater(place, around.slice(index))) {
			const changed = source.slice(node.start, start) + to + source.slice(end, node.end);
			const found: Switch = {number, start: node.start, end: node.end, kind, changed};
			const text = written(found, source.slice(node.start, node.end));
			if (isModule(source.slice(0, node.start) + text + source.slice(node.end))) {
				return found;
			}
		}
	}

	return undefined;
};

/** A part of a module with its switches: an outer switch keeps the inner ones in its unchanged text. */
const withSwitches = (source: string, start: number, end: number, switches: readonly Switch[]): string => {
	let text = '';
	let at = start;
	for (let rest = switches; rest.length > 0;) {
		const [first] = rest;
		if (!first) {
			break;
		}

		const inside = rest.filter((one) => one.start < first.end);
		const others = inside.filter((one) => one !== first);
		text += source.slice(at, first.start) + written(first, withSwitches(source, first.start, first.end, others));
		at = first.end;
		rest = rest.filter((one) => !inside.includes(one));
	}

	return text + source.slice(at, end);
};

/**
Puts a switch for each change into a module: `globalThis.isPlanted(number)` decides, at each visit of the place, between the original code and the changed code.

@throws {Error} where a text to be changed is not in the module, or more than once
*/
export const switched = (source: string, changes: readonly Change[]): Switched => {
	const root = parsed(source);
	const found = changes.map((change) => ({number: change.number, found: switchOf(change, source, root)}));
	const switches = found
		.flatMap((one) => one.found ?? [])
		// An expression and a statement that consists of it begin together: the larger part contains the smaller, a statement its expression.
		.sort((a, b) => a.start - b.start || b.end - a.end || b.kind.localeCompare(a.kind));
	return {
		source: withSwitches(source, 0, source.length, switches),
		withoutSwitch: found.filter((one) => !one.found).map(({number}) => number),
	};
};
