import type {Condition, Word} from './tree.js';
import {TokenReader} from './token-reader.js';

/** Reads the text between `[[` and `]]`. */
export abstract class ConditionReader extends TokenReader {
	/** Reads up to `]]`, and that. */
	condition(): Condition {
		const condition = this.#or();
		this.blank(true);
		if (!this.matched(/\]\](?![^\s;&|()<>])/y)) {
			this.#unexpected();
		}

		this.position += 2;
		return condition;
	}

	#unexpected(): never {
		const [token = ''] = this.matched(/&&|\|\||[^\s;&|()<>]+|[;&|()<>]/y) ?? [];
		return this.fail(token === '' ? {kind: 'end'} : {kind: 'unexpected', token});
	}

	#or(): Condition {
		let left = this.#and();
		for (this.blank(true); this.startsWith('||'); this.blank(true)) {
			this.position += 2;
			left = {kind: 'or', left, right: this.#and()};
		}

		return left;
	}

	#and(): Condition {
		let left = this.#not();
		for (this.blank(true); this.startsWith('&&'); this.blank(true)) {
			this.position += 2;
			left = {kind: 'and', left, right: this.#not()};
		}

		return left;
	}

	#not(): Condition {
		this.blank(true);
		if (this.matched(/!(?=\s)/y)) {
			this.position++;
			return {kind: 'not', operand: this.nested(() => this.#not())};
		}

		if (this.startsWith('(')) {
			this.position++;
			const inner = this.nested(() => this.#or());
			this.blank(true);
			if (!this.startsWith(')')) {
				this.#unexpected();
			}

			this.position++;
			return inner;
		}

		return this.#primary();
	}

	#operand(): Word {
		this.blank(false);
		const word = this.matched(/\]\](?![^\s;&|()<>])/y) ? undefined : this.word();
		return word ?? this.#unexpected();
	}

	#primary(): Condition {
		const [, operator] = this.matched(/(-[a-zA-Z])(?=\s+[^\s])(?!\s+(?:\]\]|&&|\|\||[!=]=?\s))/y) ?? [];
		if (operator !== undefined) {
			this.position += operator.length;
			return {kind: 'unary', operator, operand: this.#operand()};
		}

		const left = this.#operand();
		this.blank(false);
		const [binary] = this.matched(/(?:==|=~|!=|=|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef)|[<>])(?=\s)/y) ?? [];
		if (binary === undefined) {
			return {kind: 'unary', operator: '-n', operand: left};
		}

		this.position += binary.length;
		this.blank(false);
		const right = binary === '=~' ? this.pattern() : this.#operand();
		return {kind: 'binary', operator: binary === '==' ? '=' : binary, left, right};
	}
}
