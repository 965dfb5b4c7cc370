import {compileExpression, UnsupportedExpression} from './regular-expression.js';

interface Value {
	readonly text: string;
}

const operators: ReadonlyArray<readonly string[]> = [
	['|'],
	['&'],
	['<', '<=', '=', '==', '!=', '>=', '>'],
	['+', '-'],
	['*', '/', '%'],
	[':'],
];

const isTrue = ({text}: Value): boolean => text !== '' && text !== '0';

class Failure {
	constructor(readonly kind: 'division' | 'number' | undefined) {}
}

const number = ({text}: Value): bigint => {
	if (!/^-?\d+$/.test(text)) {
		throw new Failure('number');
	}

	return BigInt(text);
};

const isNumber = (text: string): boolean => /^-?\d+$/.test(text);

/** The match at the beginning of a text: its first group, or its length. */
const matched = (text: string, pattern: string): string => {
	try {
		const expression = compileExpression(pattern, 'basic');
		const matcher = expression.matcher(text);
		const found = matcher.lookingAt();
		if (matcher.groupCount() > 0) {
			return found ? (matcher.group(1) ?? '') : '';
		}

		return String(found ? matcher.end() : 0);
	} catch (error) {
		if (error instanceof UnsupportedExpression) {
			return '';
		}

		throw error;
	}
};

const computed = (operator: string, left: Value, right: Value): string => {
	switch (operator) {
		case '|': {
			if (isTrue(left)) {
				return left.text;
			}

			if (isTrue(right)) {
				return right.text;
			}

			return '0';
		}

		case '&': {
			return isTrue(left) && isTrue(right) ? left.text : '0';
		}

		case ':': {
			return matched(left.text, right.text);
		}

		case '+': {
			return String(number(left) + number(right));
		}

		case '-': {
			return String(number(left) - number(right));
		}

		case '*': {
			return String(number(left) * number(right));
		}

		case '/':
		case '%': {
			const divisor = number(right);
			if (divisor === 0n) {
				throw new Failure('division');
			}

			return String(operator === '/' ? number(left) / divisor : number(left) % divisor);
		}

		default: {
			return compared(operator, left.text, right.text) ? '1' : '0';
		}
	}
};

const compared = (operator: string, left: string, right: string): boolean => {
	const textOrder = Number(left > right) - Number(left < right);
	const order = isNumber(left) && isNumber(right) ? Number(BigInt(left) - BigInt(right)) : textOrder;
	if (operator === '<') {
		return order < 0;
	}

	if (operator === '<=') {
		return order <= 0;
	}

	if (operator === '>') {
		return order > 0;
	}

	if (operator === '>=') {
		return order >= 0;
	}

	return (order === 0) === (operator !== '!=');
};

/** The value of the words of `expr`; `undefined` if they are not an expression, or an error. */
export const evaluateExpression = (words: readonly string[]): Value | 'division' | 'number' | undefined => {
	let at = 0;
	const primary = (depth: number): Value => {
		const word = words[at];
		if (word === undefined || depth > 100) {
			throw new Failure(undefined);
		}

		at++;
		if (word === '(') {
			const inner = binary(0, depth + 1);
			if (words[at++] !== ')') {
				throw new Failure(undefined);
			}

			return inner;
		}

		if (at < words.length && ['length', 'substr', 'index', 'match'].includes(word)) {
			return functionOf(word, depth);
		}

		return {text: word};
	};

	const functionOf = (name: string, depth: number): Value => {
		const text = primary(depth + 1).text;
		if (name === 'length') {
			return {text: String(text.length)};
		}

		const second = primary(depth + 1).text;
		if (name === 'match') {
			return {text: matched(text, second)};
		}

		if (name === 'index') {
			return {text: String([...text].findIndex((character) => second.includes(character)) + 1)};
		}

		const from = Number(second);
		return {text: text.slice(from - 1, from - 1 + Number(primary(depth + 1).text))};
	};

	const binary = (level: number, depth: number): Value => {
		const known = operators[level];
		if (!known) {
			return primary(depth);
		}

		let left = binary(level + 1, depth);
		for (let word = words[at]; word !== undefined && known.includes(word); word = words[at]) {
			at++;
			left = {text: computed(word, left, binary(level + 1, depth))};
		}

		return left;
	};

	try {
		const value = binary(0, 0);
		return at === words.length ? value : undefined;
	} catch (error) {
		if (error instanceof Failure) {
			return error.kind;
		}

		throw error;
	}
};
