import {YamlFault} from './cursor.js';
import {deepest} from './manifest-error.js';
import {YamlScanner, type Token, type TokenType} from './scanner.js';

/** A level in brackets counts as two: the reader needs more stack for it, and the limit must not depend on the remaining stack. */
const flowLevels = 2;

/** A document is nested more than {@link deepest} levels deep. */
class TooDeep extends Error {}

/**
Follows the grammar through the first document.

@mirrors go.yaml.in/yaml/v2 parserc.go
*/
class Parser {
	readonly #scanner: YamlScanner;
	readonly #handles = new Set(['!', '!!']);
	#depth = 0;

	constructor(text: string) {
		this.#scanner = new YamlScanner(text);
	}

	document(): void {
		while (this.#is('document-end')) {
			this.#scanner.skip();
		}

		if (this.#is('version', 'tag-directive', 'document-start')) {
			this.#directives();
			if (!this.#is('document-start')) {
				this.#fail('did not find expected <document start>');
			}

			this.#scanner.skip();
			if (this.#is('version', 'tag-directive', 'document-start', 'document-end', 'stream-end')) {
				return;
			}
		} else if (this.#is('stream-end')) {
			return;
		}

		this.#node(true);
		this.#scanner.peek();
	}

	#is(...types: readonly TokenType[]): boolean {
		return types.includes(this.#scanner.peek().type);
	}

	#fail(message: string): never {
		throw new YamlFault(message, this.#scanner.peek().start, false);
	}

	/** Consumes and returns the next token, if it is of this type. */
	#take(type: TokenType): Token | undefined {
		const token = this.#scanner.peek();
		if (token.type !== type) {
			return undefined;
		}

		this.#scanner.skip();
		return token;
	}

	#directives(): void {
		let version: Token | undefined;
		for (;;) {
			const token = this.#take('version') ?? this.#take('tag-directive');
			if (!token) {
				return;
			}

			const at = token.start;
			if (token.type === 'tag-directive') {
				this.#handles.add(token.value ?? '');
			} else if (version) {
				throw new YamlFault('found duplicate %YAML directive', at, false);
			} else if (token.value === '1.1') {
				version = token;
			} else {
				throw new YamlFault('found incompatible YAML document', at, false);
			}
		}
	}

	#node(isBlock: boolean, mayBeIndentless = false): void {
		const levels = isBlock ? 1 : flowLevels;
		this.#depth += levels;
		if (this.#depth > deepest + 1) {
			throw new TooDeep();
		}

		this.#content(isBlock, mayBeIndentless);
		this.#depth -= levels;
	}

	#content(isBlock: boolean, mayBeIndentless: boolean): void {
		if (this.#take('alias')) {
			return;
		}

		const anchor = this.#take('anchor');
		const tag = this.#take('tag');
		const anchored = anchor ?? this.#take('anchor');
		if (tag?.value && !this.#handles.has(tag.value)) {
			throw new YamlFault('found undefined tag handle', tag.start, false);
		}

		const {type} = this.#scanner.peek();
		if (mayBeIndentless && type === '-') {
			this.#indentless();
		} else if (type === 'scalar') {
			this.#scanner.skip();
		} else if (type === '[') {
			this.#flowSequence();
		} else if (type === '{') {
			this.#flowMapping();
		} else if (isBlock && type === 'sequence-start') {
			this.#blockSequence();
		} else if (isBlock && type === 'mapping-start') {
			this.#blockMapping();
		} else if (!anchored && !tag) {
			this.#fail('did not find expected node content');
		}
	}

	#nodeUnless(types: readonly TokenType[], isBlock: boolean, mayBeIndentless = false): void {
		if (!this.#is(...types)) {
			this.#node(isBlock, mayBeIndentless);
		}
	}

	#blockSequence(): void {
		this.#take('sequence-start');
		while (this.#take('-')) {
			this.#nodeUnless(['-', 'block-end'], true);
		}

		if (!this.#take('block-end')) {
			this.#fail("did not find expected '-' indicator");
		}
	}

	#indentless(): void {
		while (this.#take('-')) {
			this.#nodeUnless(['-', 'key', 'value', 'block-end'], true);
		}
	}

	#blockMapping(): void {
		this.#take('mapping-start');
		while (this.#take('key')) {
			this.#nodeUnless(['key', 'value', 'block-end'], true, true);
			if (this.#take('value')) {
				this.#nodeUnless(['key', 'value', 'block-end'], true, true);
			}
		}

		if (!this.#take('block-end')) {
			this.#fail('did not find expected key');
		}
	}

	#flowSequence(): void {
		this.#take('[');
		for (let isFirst = true; !this.#is(']'); isFirst = false) {
			if (!isFirst) {
				if (!this.#take(',')) {
					this.#fail("did not find expected ',' or ']'");
				}

				if (this.#is(']')) {
					break;
				}
			}

			if (this.#take('key')) {
				if (this.#is('value', ',', ']')) {
					// Upstream skips the token here.
					this.#scanner.skip();
				} else {
					this.#node(false);
				}

				if (this.#take('value')) {
					this.#nodeUnless([',', ']'], false);
				}
			} else {
				this.#node(false);
			}
		}

		this.#scanner.skip();
	}

	#flowMapping(): void {
		this.#take('{');
		for (let isFirst = true; !this.#is('}'); isFirst = false) {
			if (!isFirst) {
				if (!this.#take(',')) {
					this.#fail("did not find expected ',' or '}'");
				}

				if (this.#is('}')) {
					break;
				}
			}

			if (this.#take('key')) {
				this.#nodeUnless(['value', ',', '}'], false);
				if (this.#take('value')) {
					this.#nodeUnless([',', '}'], false);
				}
			} else {
				this.#node(false);
			}
		}

		this.#scanner.skip();
	}
}

/** Characters that may not be in YAML at all. */
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFFE\uFFFF]|(?!^)\uFEFF/;

/** The line number in go-yaml's messages: the scanner reports the line itself, from 1, but not the first; the parser reports the previous line. */
const told = ({message, problem: {line}, isScanner}: YamlFault): string =>
	line === 0 ? message : `line ${isScanner ? line + 1 : line}: ${message}`;

/**
The message of Go's YAML library about the first mistake of the first document, in its own words and with its own line numbers; `undefined` for valid YAML.

@mirrors go.yaml.in/yaml/v2 parser.fail
*/
export const yamlSyntaxError = (text: string): string | undefined => {
	if (forbidden.test(text)) {
		return 'control characters are not allowed';
	}

	try {
		new Parser(text).document();
		return undefined;
	} catch (error) {
		if (error instanceof YamlFault) {
			return told(error);
		}

		if (error instanceof TooDeep) {
			// The code that builds the values reports it.
			return undefined;
		}

		throw error;
	}
};

/** Whether a text can be nested that deeply: it opens that many brackets at once, or has a line of that many columns. */
const mayBeDeep = (text: string): boolean => {
	let open = 0;
	let lineStart = 0;
	for (let at = 0; at < text.length; at++) {
		const character = text.charCodeAt(at);
		if (character === 0x5b || character === 0x7b) {
			if (++open > deepest / flowLevels) {
				return true;
			}
		} else if (character === 0x5d || character === 0x7d) {
			open = Math.max(0, open - 1);
		} else if (character === 0x0a) {
			lineStart = at + 1;
		} else if (at - lineStart > deepest) {
			return true;
		}
	}

	return false;
};

/**
Whether one of the documents of a text is nested more deeply than any object of Kubernetes: a recursive reader would exhaust its stack, and
V8 ends the process if that happens in a regular expression.
*/
export const isTooDeep = (text: string): boolean => {
	if (!mayBeDeep(text)) {
		return false;
	}

	for (const document of text.split(/^---[ \t\r]*\n/m)) {
		try {
			new Parser(document).document();
		} catch (error) {
			if (error instanceof TooDeep) {
				return true;
			}
		}
	}

	return false;
};
