import {parse} from 'acorn';
import {isRecord} from '../../kernel/record.js';

/** A change that a tool has found, with the place of its text in the module. */
export interface DrawnChange {
	readonly file: string;
	readonly at: number;
	readonly from: string;
	readonly to: string;
	/** The change in a few words, with its line. */
	readonly mistake: string;
}

interface Node {
	readonly type: string;
	readonly start: number;
	readonly end: number;
	readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
	isRecord(value) &&
	typeof value['type'] === 'string' &&
	typeof value['start'] === 'number' &&
	typeof value['end'] === 'number';

/** The operator that is confused with this one most easily. */
const confused: Readonly<Record<string, string>> = {
	'<': '<=',
	'<=': '<',
	'>': '>=',
	'>=': '>',
	'===': '!==',
	'!==': '===',
	'&&': '||',
	'||': '&&',
	'-': '+',
};

interface Part {
	readonly start: number;
	readonly end: number;
	readonly to: string;
	readonly words: string;
}

/** Facts of stops and texts of errors are not behaviour: tests of words check them. */
const isTold = (node: Node, source: string): boolean =>
	node.type === 'ThrowStatement' ||
	/^(?:yield\* )?(?:note|new \w*Error)\(/.test(source.slice(node.start, node.start + 40));

const operatorOf = (node: Node, source: string): readonly Part[] => {
	const {left, right, operator} = node;
	const to = typeof operator === 'string' ? confused[operator] : undefined;
	if (!isNode(left) || !isNode(right) || typeof operator !== 'string' || to === undefined) {
		return [];
	}

	const start = source.indexOf(operator, left.end);
	return start < right.start ? [{start, end: start + operator.length, to, words: `${operator} becomes ${to}`}] : [];
};

const conditionOf = ({test}: Node, source: string): readonly Part[] =>
	isNode(test)
		? [
				{start: test.start, end: test.end, to: 'false', words: `never ${source.slice(test.start, test.end)}`},
				{start: test.start, end: test.end, to: 'true', words: `always ${source.slice(test.start, test.end)}`},
			]
		: [];

/** A statement that does something: a call, a delegation, a step of a number. */
const statementOf = ({start, end, expression}: Node, source: string): readonly Part[] =>
	isNode(expression) &&
	expression.type !== 'Literal' &&
	!(expression.type === 'AssignmentExpression' && isPlain(expression))
		? [{start, end, to: ';', words: `without ${source.slice(start, end)}`}]
		: [];

/** The first value of a field or name: the program fails at once without it. */
const isPlain = ({operator}: Node): boolean => operator === '=';

const literalOf = ({start, end, value}: Node): readonly Part[] => {
	if (typeof value === 'number') {
		return [{start, end, to: String(value + 1), words: `${value} becomes ${value + 1}`}];
	}

	return typeof value === 'boolean' ? [{start, end, to: String(!value), words: `${value} becomes ${!value}`}] : [];
};

/** A list that is filtered or sorted is used unchanged; the larger number replaces the smaller. */
const callOf = ({callee, end}: Node, source: string): readonly Part[] => {
	if (!isNode(callee) || callee.type !== 'MemberExpression') {
		return [];
	}

	const {object, property} = callee;
	if (!isNode(object) || !isNode(property)) {
		return [];
	}

	const name = source.slice(property.start, property.end);
	if (source.slice(object.start, object.end) === 'Math' && (name === 'min' || name === 'max')) {
		const to = name === 'min' ? 'max' : 'min';
		return [{start: property.start, end: property.end, to, words: `Math.${name} becomes Math.${to}`}];
	}

	return name === 'filter' || name === 'sort' || name === 'toSorted'
		? [{start: object.end, end, to: '', words: `without ${source.slice(object.end, end)}`}]
		: [];
};

const partsOf = (node: Node, source: string): readonly Part[] => {
	switch (node.type) {
		case 'BinaryExpression':
		case 'LogicalExpression':
			return operatorOf(node, source);
		case 'IfStatement':
		case 'ConditionalExpression':
			return conditionOf(node, source);
		case 'ExpressionStatement':
			return statementOf(node, source);
		case 'Literal':
			return literalOf(node);
		case 'CallExpression':
			return callOf(node, source);
		default:
			return [];
	}
};

/** Every small change that the operators make of a module. */
export const changesOf = (file: string, source: string): readonly DrawnChange[] => {
	const found: DrawnChange[] = [];
	const visit = (node: Node, isInFunction: boolean): void => {
		if (node.type === 'ImportDeclaration' || isTold(node, source)) {
			return;
		}

		for (const {start, end, to, words} of isInFunction ? partsOf(node, source) : []) {
			const line = source.slice(0, start).split('\n').length;
			found.push({file, at: start, from: source.slice(start, end), to, mistake: `line ${line}: ${words}`});
		}

		for (const value of Object.values(node).flat()) {
			if (isNode(value)) {
				visit(value, isInFunction || node.type.includes('Function'));
			}
		}
	};

	const root: unknown = parse(source, {ecmaVersion: 'latest', sourceType: 'module'});
	if (isNode(root)) {
		visit(root, false);
	}

	return found;
};
