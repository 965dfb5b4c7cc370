/** Why an expression has no value. */
export class ArithmeticError extends Error {
	override name = 'ArithmeticError';

	constructor(
		readonly kind: 'operand' | 'operator' | 'division' | 'number' | 'depth',
		/** The rest of the expression from the error. */
		readonly rest: string,
		readonly expression: string,
	) {
		super(`${kind}: ${rest}`);
	}
}

/** The values of names in an expression. */
export interface ArithmeticScope {
	get(name: string, index?: string): string;
	set(name: string, value: string, index?: string): void;
}

type Operator =
	| '**'
	| '*'
	| '/'
	| '%'
	| '+'
	| '-'
	| '<<'
	| '>>'
	| '<='
	| '>='
	| '<'
	| '>'
	| '=='
	| '!='
	| '&'
	| '^'
	| '|'
	| '&&'
	| '||';

const binary: ReadonlyMap<string, {readonly operator: Operator; readonly level: number}> = new Map(
	(
		[
			['**'],
			['*', '/', '%'],
			['+', '-'],
			['<<', '>>'],
			['<=', '>=', '<', '>'],
			['==', '!='],
			['&'],
			['^'],
			['|'],
			['&&'],
			['||'],
		] as const
	).flatMap((operators, index) => operators.map((operator) => [operator, {operator, level: 11 - index}] as const)),
);

const truth = (value: boolean): bigint => (value ? 1n : 0n);

/** An integer of 64 bits, which overflows as on the machine. */
const wrapped = (value: bigint): bigint => BigInt.asIntN(64, value);

const deepest = 100;

/** Reads and computes an expression in one pass: a part that is not chosen (`a && b++`) is read without effect. */
class Arithmetic {
	#position = 0;
	#skipping = 0;

	constructor(
		readonly text: string,
		readonly scope: ArithmeticScope,
		readonly depth: number,
	) {}

	value(): bigint {
		this.#blank();
		if (this.#position >= this.text.length) {
			return 0n;
		}

		const value = this.#list();
		if (this.#position < this.text.length) {
			this.#fail('operator');
		}

		return value;
	}

	#fail(kind: ArithmeticError['kind']): never {
		const rest = this.text.slice(this.#position).trimEnd();
		const [last = ''] = /(?:\w+|[^\w\s]+)\s*$/.exec(this.text) ?? [];
		throw new ArithmeticError(kind, rest || last.trimEnd(), this.text.trimEnd());
	}

	#blank(): void {
		while (/\s/.test(this.text.charAt(this.#position))) {
			this.#position++;
		}
	}

	#matched(pattern: RegExp): RegExpExecArray | undefined {
		pattern.lastIndex = this.#position;
		const found = pattern.exec(this.text) ?? undefined;
		this.#position += found?.[0].length ?? 0;
		this.#blank();
		return found;
	}

	#list(): bigint {
		let value = this.#conditional();
		while (this.#matched(/,/y)) {
			value = this.#conditional();
		}

		return value;
	}

	#conditional(): bigint {
		const test = this.#binary(1);
		if (!this.#matched(/\?/y)) {
			return test;
		}

		const first = this.#onlyIf(test !== 0n, () => this.#list());
		if (!this.#matched(/:/y)) {
			this.#fail('operand');
		}

		const second = this.#onlyIf(test === 0n, () => this.#conditional());
		return test === 0n ? second : first;
	}

	/** Reads a part whose effects apply only if it is chosen. */
	#onlyIf(isTaken: boolean, read: () => bigint): bigint {
		this.#skipping += isTaken ? 0 : 1;
		const value = read();
		this.#skipping -= isTaken ? 0 : 1;
		return value;
	}

	#binary(level: number): bigint {
		let left = this.#unary();
		for (;;) {
			const from = this.#position;
			const [text = ''] = this.#matched(/\*\*|<<|>>|<=|>=|==|!=|&&|\|\||[-*/%+<>&^|]/y) ?? [];
			const found = binary.get(text);
			if (
				!found ||
				found.level < level ||
				(/^(?:<<|>>|[-*/%+&^|])=$/.test(this.text.slice(from, from + text.length + 1)) &&
					this.text[from + text.length + 1] !== '=')
			) {
				this.#position = from;
				return left;
			}

			const {operator} = found;
			const isTaken = !(operator === '&&' && left === 0n) && !(operator === '||' && left !== 0n);
			const right = this.#onlyIf(isTaken, () => this.#binary(found.level + (operator === '**' ? 0 : 1)));
			left = this.#computed(operator, left, right);
		}
	}

	/** Long because each operator is a case. */
	#computed(operator: Operator, left: bigint, right: bigint): bigint {
		switch (operator) {
			case '**': {
				if (right < 0n) {
					this.#fail('number');
				}

				return power(left, right);
			}

			case '*': {
				return wrapped(left * right);
			}

			case '/':
			case '%': {
				if (right === 0n) {
					if (this.#skipping > 0) {
						return 0n;
					}

					this.#fail('division');
				}

				return wrapped(operator === '/' ? left / right : left % right);
			}

			case '+': {
				return wrapped(left + right);
			}

			case '-': {
				return wrapped(left - right);
			}

			case '<<': {
				return wrapped(left << (right & 63n));
			}

			case '>>': {
				return wrapped(left >> (right & 63n));
			}

			case '<=': {
				return truth(left <= right);
			}

			case '>=': {
				return truth(left >= right);
			}

			case '<': {
				return truth(left < right);
			}

			case '>': {
				return truth(left > right);
			}

			case '==': {
				return truth(left === right);
			}

			case '!=': {
				return truth(left !== right);
			}

			case '&': {
				return left & right;
			}

			case '^': {
				return left ^ right;
			}

			case '|': {
				return left | right;
			}

			case '&&': {
				return truth(left !== 0n && right !== 0n);
			}

			case '||': {
				return truth(left !== 0n || right !== 0n);
			}
		}
	}

	#unary(): bigint {
		const [step] = this.#matched(/(?:\+\+|--)(?=\s*[A-Za-z_])/y) ?? [];
		if (step) {
			const {name, index} = this.#name();
			return this.#set(name, index, this.#read(name, index) + (step === '++' ? 1n : -1n));
		}

		const [sign] = this.#matched(/[-+!~]/y) ?? [];
		if (sign) {
			const operand = this.#unary();
			if (sign === '-') {
				return wrapped(-operand);
			}

			if (sign === '!') {
				return truth(operand === 0n);
			}

			if (sign === '~') {
				return ~operand;
			}

			return operand;
		}

		return this.#primary();
	}

	#primary(): bigint {
		if (this.depth > deepest) {
			this.#fail('depth');
		}

		if (this.#matched(/\(/y)) {
			const inner = new Arithmetic(this.text, this.scope, this.depth + 1);
			inner.#position = this.#position;
			inner.#skipping = this.#skipping;
			const value = inner.#list();
			this.#position = inner.#position;
			if (!this.#matched(/\)/y)) {
				this.#fail('operand');
			}

			return value;
		}

		const [number] = this.#matched(/\d[\w#@]*/y) ?? [];
		if (number !== undefined) {
			return this.#number(number);
		}

		if (!/[A-Za-z_]/.test(this.text.charAt(this.#position))) {
			this.#fail('operand');
		}

		return this.#variable();
	}

	#name(): {readonly name: string; readonly index: string | undefined} {
		const [, name = ''] = this.#matched(/([A-Za-z_]\w*)/y) ?? [];
		const [, index] = this.#matched(/\[([^\]]*)\]/y) ?? [];
		return {name, index};
	}

	/** A variable, which may be assigned to. */
	#variable(): bigint {
		const {name, index} = this.#name();
		const [assignment, operator = ''] = this.#matched(/(<<|>>|[-*/%+&^|])?=(?!=)/y) ?? [];
		if (assignment !== undefined) {
			const value = this.#conditional();
			const found = binary.get(operator);
			return this.#set(name, index, found ? this.#computed(found.operator, this.#read(name, index), value) : value);
		}

		const value = this.#read(name, index);
		const [step] = this.#matched(/\+\+|--/y) ?? [];
		if (step) {
			this.#set(name, index, value + (step === '++' ? 1n : -1n));
		}

		return value;
	}

	#set(name: string, index: string | undefined, value: bigint): bigint {
		const result = wrapped(value);
		if (this.#skipping === 0) {
			this.scope.set(name, String(result), index);
		}

		return result;
	}

	/** The value of a variable, which may be an expression itself. */
	#read(name: string, index: string | undefined): bigint {
		if (this.#skipping > 0) {
			return 0n;
		}

		const text = this.scope.get(name, index).trim();
		return /^-?[1-9]\d{0,17}$|^-?0?$/.test(text)
			? BigInt(text || 0)
			: new Arithmetic(text, this.scope, this.depth + 20).value();
	}

	/** `10`, `0x1f`, `017`, `2#101`. */
	#number(text: string): bigint {
		const [, base, digits = ''] = /^(\d+)#(\w+)$/.exec(text) ?? [];
		if (base !== undefined) {
			let value = 0n;
			for (const digit of digits) {
				value = value * BigInt(base) + BigInt(Number.parseInt(digit, 36) || 0);
			}

			return wrapped(value);
		}

		if (/^(?:0[xX][\da-fA-F]+|[1-9]\d*|0)$/.test(text)) {
			return wrapped(BigInt(text));
		}

		if (/^0[0-7]+$/.test(text)) {
			return wrapped(BigInt(`0o${text.slice(1)}`));
		}

		this.#position -= text.length;
		return this.#fail('number');
	}
}

/** A power, computed with 64 bits throughout, so that large exponents stay fast. */
const power = (base: bigint, exponent: bigint): bigint => {
	let result = 1n;
	for (let [factor, rest] = [base, exponent]; rest > 0n; factor = wrapped(factor * factor), rest >>= 1n) {
		result = (rest & 1n) === 1n ? wrapped(result * factor) : result;
	}

	return result;
};

/**
The value of an expression of the shell, such as `i + 1` or `n++ < 3 ? a : b`.

@throws {ArithmeticError}
*/
export const evaluate = (text: string, scope: ArithmeticScope): bigint => new Arithmetic(text, scope, 0).value();
