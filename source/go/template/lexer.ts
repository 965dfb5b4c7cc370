/** A template that cannot be read. */
export class TemplateError extends Error {
	override name = 'TemplateError';
}

/** A piece of a template. */
export interface Token {
	readonly kind:
		'text' | 'open' | 'close' | 'word' | 'field' | 'variable' | 'string' | 'number' | 'sign' | 'space' | 'end';
	/** The token, as written. */
	readonly text: string;
	/** The position of its beginning. */
	readonly at: number;
	readonly line: number;
}

const numeral = /[+-]?(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?[\d_]+)?)/y;

const endsWord = (character: string | undefined): boolean => character === undefined || /[\s.,|:()}=]/.test(character);

const unterminated: ReadonlyMap<string, string> = new Map([
	['`', 'unterminated raw quoted string'],
	["'", 'unterminated character constant'],
]);

/**
Cuts a Go template into its pieces.

Long because it is the lexer's state machine, one branch per state.

@throws {TemplateError}
@mirrors text/template/parse lexer
*/
export const tokensOf = (template: string): readonly Token[] => {
	const tokens: Token[] = [];
	let at = 0;
	let line = 1;

	const fail = (message: string): never => {
		throw new TemplateError(`template: output:${line}: ${message}`);
	};

	const push = (kind: Token['kind'], text: string): void => {
		tokens.push({kind, text, at, line});
		at += text.length;
		line += text.split('\n').length - 1;
	};

	const skip = (text: string): void => {
		at += text.length;
		line += text.split('\n').length - 1;
	};

	const match = (pattern: RegExp): string | undefined => {
		pattern.lastIndex = at;
		return pattern.exec(template)?.[0];
	};

	const quoted = (quote: string): string => {
		let index = at + 1;
		for (; template[index] !== quote; index++) {
			if (index >= template.length || (template[index] === '\n' && quote !== '`')) {
				return fail(unterminated.get(quote) ?? 'unterminated quoted string');
			}

			if (template[index] === '\\' && quote !== '`') {
				index++;
			}
		}

		return template.slice(at, index + 1);
	};

	const inside = (): void => {
		let depth = 0;
		for (;;) {
			const trim = match(/\s-\}\}/y);
			if (trim !== undefined || template.startsWith('}}', at)) {
				if (depth > 0) {
					fail('unclosed left paren');
				}

				push('close', trim ?? '}}');
				skip(trim === undefined ? '' : (match(/\s*/y) ?? ''));
				return;
			}

			const character = template[at];
			if (character === undefined) {
				fail('unclosed action');
				return;
			}

			const space = match(/\s+/y);
			const number = match(numeral);
			if (space !== undefined) {
				push('space', /\s-\}\}$/.test(template.slice(at, at + space.length + 3)) ? space.slice(0, -1) : space);
			} else if (/["'`]/.test(character)) {
				push('string', quoted(character));
			} else if (number !== undefined) {
				push('number', number);
			} else if (character === '.') {
				const name = match(/\.[\p{L}\p{Nd}_]*/uy) ?? '';
				push(name === '.' ? 'word' : 'field', name);
			} else if (character === '$') {
				push('variable', match(/\$[\p{L}\p{Nd}_]*/uy) ?? '');
			} else if (match(/[\p{L}_]/uy) !== undefined) {
				push('word', match(/[\p{L}\p{Nd}_]+/uy) ?? '');
			} else if (template.startsWith(':=', at)) {
				push('sign', ':=');
				continue;
			} else if (/[!-~]/.test(character) && character !== ':') {
				if (character === '(') {
					depth++;
				} else if (character === ')') {
					depth--;
				}

				if (depth < 0) {
					fail('unexpected right paren');
				}

				push('sign', character);
				continue;
			} else if (character === ':') {
				fail('expected :=');
			} else {
				const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
				fail(`unrecognized character in action: U+${code} '${character}'`);
			}

			if (tokens.at(-1)!.kind !== 'space' && tokens.at(-1)!.kind !== 'string' && !endsWord(template[at])) {
				const next = template[at]!;
				const code = (next.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
				fail(
					tokens.at(-1)!.kind === 'number'
						? `bad number syntax: ${JSON.stringify(tokens.at(-1)!.text + next)}`
						: `bad character U+${code} '${next}'`,
				);
			}
		}
	};

	while (at < template.length) {
		const open = template.indexOf('{{', at);
		const text = template.slice(at, open === -1 ? undefined : open);
		const trims = open !== -1 && /^\{\{-\s/.test(template.slice(open, open + 4));
		const shown = trims ? text.trimEnd() : text;
		if (shown !== '') {
			push('text', shown);
		}

		if (open === -1) {
			break;
		}

		skip(text.slice(shown.length));
		const comment = match(/\{\{(?:-\s+)?\/\*/y);
		if (comment !== undefined) {
			const whole = match(/\{\{(?:-\s+)?\/\*[^]*?\*\/(?:\}\}|\s+-\}\}\s*)/y);
			skip(
				whole ??
					(template.slice(at).includes('*/')
						? fail('comment ends before closing delimiter')
						: fail('unclosed comment')),
			);
			continue;
		}

		push('open', trims ? '{{-' : '{{');
		inside();
	}

	push('end', '');
	return tokens;
};
