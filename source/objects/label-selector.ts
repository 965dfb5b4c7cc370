import {qualifiedNameErrors, labelValueErrors} from './names.js';
import type {Requirement} from './labels.js';

interface Token {
	readonly kind: string;
	readonly text: string;
}

const specials = ['=', '!', '(', ')', ',', '>', '<', '==', '!='];

const isSpecial = (character: string): boolean => specials.includes(character);

const isSpace = (character: string): boolean => /^[ \t\r\n]$/.test(character);

/** The end of a token that begins at `start`: the longest operator, or a word up to the next space or operator. */
const tokenEnd = (text: string, start: number): number => {
	let end = start + 1;
	if (isSpecial(text.charAt(start))) {
		while (end < text.length && specials.includes(text.slice(start, end + 1))) {
			end++;
		}

		return end;
	}

	while (end < text.length && !isSpecial(text.charAt(end)) && !isSpace(text.charAt(end))) {
		end++;
	}

	return end;
};

const tokenize = (text: string): Token[] => {
	const tokens: Token[] = [];
	let index = 0;
	while (index < text.length) {
		if (isSpace(text.charAt(index))) {
			index++;
			continue;
		}

		const end = tokenEnd(text, index);
		const word = text.slice(index, end);
		const isOperator = specials.includes(word) || word === 'in' || word === 'notin';
		tokens.push({kind: isOperator ? word : 'identifier', text: word});
		index = end;
	}

	tokens.push({kind: 'end', text: ''});
	return tokens;
};

// After an operator, `in` and `notin` are ordinary words.
const isWord = ({kind}: Token): boolean => kind === 'identifier' || kind === 'in' || kind === 'notin';

const isEnd = ({kind}: Token): boolean => kind === 'end' || kind === ',';

/** A field error of one value: all that is wrong with it, as upstream joins it. */
const invalid = (field: string, value: string, details: readonly string[]): string[] =>
	details.length === 0 ? [] : [`${field}: Invalid value: ${JSON.stringify(value)}: ${details.join('; ')}`];

const mostInt64 = 2n ** 63n;

const isInt64 = (text: string): boolean =>
	/^[+-]?\d+$/.test(text) && BigInt(text) < mostInt64 && BigInt(text) >= -mostInt64;

/** The errors in the values of a requirement. @mirrors k8s.io/apimachinery/pkg/labels NewRequirement */
const valueErrors = ({key, operator, values}: Requirement): string[] => {
	const compares = operator === 'gt' || operator === 'lt';
	const notInteger = ["for 'Gt', 'Lt' operators, the value must be an integer"];
	return [
		...values.flatMap((value, index) =>
			invalid(`values[${index}]`, value, compares && !isInt64(value) ? notInteger : []),
		),
		...values.flatMap((value, index) => invalid(`values[${index}][${key}]`, value, labelValueErrors(value))),
	];
};

/** An unreadable requirement, not a contradiction between two requirements. */
class RequirementError extends Error {}

/** Reads the requirements of one selector from its tokens. @mirrors k8s.io/apimachinery/pkg/labels Parser */
class Parser {
	readonly #tokens: readonly Token[];
	#position = 0;

	constructor(text: string) {
		this.#tokens = tokenize(text);
	}

	requirements(): Requirement[] {
		const requirements: Requirement[] = [];
		while (this.#peek().kind !== 'end') {
			if (!this.#startsRequirement()) {
				throw new Error(`found '${this.#peek().text}', expected: !, identifier, or 'end of string'`);
			}

			requirements.push(this.#requirement());
			const next = this.#take();
			if (next.kind === 'end') {
				break;
			}

			if (next.kind !== ',') {
				throw new Error(`found '${next.text}', expected: ',' or 'end of string'`);
			}

			if (!this.#startsRequirement()) {
				throw new Error(`found '${this.#peek().text}', expected: identifier after ','`);
			}
		}

		return requirements;
	}

	#peek(): Token {
		return this.#tokens[this.#position] ?? {kind: 'end', text: ''};
	}

	#take(): Token {
		const token = this.#peek();
		this.#position++;
		return token;
	}

	#startsRequirement(): boolean {
		return isWord(this.#peek()) || this.#peek().kind === '!';
	}

	#requirement(): Requirement {
		const negated = this.#peek().kind === '!';
		if (negated) {
			this.#take();
		}

		const keyToken = this.#take();
		if (!isWord(keyToken)) {
			throw new RequirementError(`found '${keyToken.text}', expected: identifier`);
		}

		const key = keyToken.text;
		// Upstream gives this error no field.
		const [keyError] = invalid('<nil>', key, qualifiedNameErrors(key));
		if (keyError !== undefined) {
			throw new RequirementError(keyError);
		}

		const requirement: Requirement =
			negated || isEnd(this.#peek())
				? {key, operator: negated ? '!' : 'exists', values: []}
				: {key, ...this.#restriction()};
		const errors = valueErrors(requirement);
		if (errors.length > 0) {
			throw new RequirementError(errors.length === 1 ? errors.join('') : `[${errors.join(', ')}]`);
		}

		return requirement;
	}

	/** An operator and its values. */
	#restriction(): Omit<Requirement, 'key'> {
		const {kind, text} = this.#take();
		switch (kind) {
			case 'in':
			case 'notin': {
				return {operator: kind, values: this.#set()};
			}

			case '=':
			case '==':
			case '!=': {
				return {operator: kind, values: [this.#value()]};
			}

			case '>':
			case '<': {
				return {operator: kind === '>' ? 'gt' : 'lt', values: [this.#value()]};
			}

			default: {
				throw new RequirementError(`found '${text}', expected: in, notin, =, ==, !=, gt, lt`);
			}
		}
	}

	#value(): string {
		if (isEnd(this.#peek())) {
			return '';
		}

		const value = this.#take();
		if (!isWord(value)) {
			throw new RequirementError(`found '${value.text}', expected: identifier`);
		}

		return value.text;
	}

	/** `(a,b)`: sorted, each once. A missing value is the empty one. */
	#set(): string[] {
		const open = this.#take();
		if (open.kind !== '(') {
			throw new RequirementError(`found '${open.text}' expected: '('`);
		}

		const first = this.#peek();
		if (first.kind === ')') {
			this.#take();
			return [''];
		}

		if (!isWord(first) && first.kind !== ',') {
			throw new RequirementError(`found '${first.text}', expected: ',', ')' or identifier`);
		}

		const values = this.#values();
		this.#take();
		return [...values].sort();
	}

	/** The values up to the closing parenthesis, which stays. */
	#values(): ReadonlySet<string> {
		const values = new Set<string>();
		for (;;) {
			const token = this.#take();
			const next = this.#peek();
			if (isWord(token)) {
				values.add(token.text);
				if (!isEndOfValue(next)) {
					throw new RequirementError(`found '${next.text}', expected: ',' or ')'`);
				}
			} else if (token.kind === ',') {
				if (values.size === 0 || isEndOfValue(next)) {
					values.add('');
				}
			} else {
				throw new RequirementError(`found '${token.text}', expected: ',', or identifier`);
			}

			if (next.kind === ')') {
				return values;
			}
		}
	}
}

const isEndOfValue = ({kind}: Token): boolean => kind === ',' || kind === ')';

const byKey = (a: Requirement, b: Requirement): number => {
	if (a.key < b.key) {
		return -1;
	}

	return a.key > b.key ? 1 : 0;
};

/**
Parses `app=web,tier in (a,b),!canary`.

@returns the requirements, sorted by key.
@throws Error in upstream's words.
@mirrors k8s.io/apimachinery/pkg/labels Parse
*/
export const parseLabelSelector = (text: string): Requirement[] => {
	try {
		return new Parser(text).requirements().sort(byKey);
	} catch (error) {
		throw error instanceof RequirementError ? new Error(`unable to parse requirement: ${error.message}`) : error;
	}
};
