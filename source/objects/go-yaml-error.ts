/** A mistake that the parser has found, with the next one where there is one. */
export interface YamlMistake {
	readonly code: string;
	readonly message: string;
	/** Offsets of its begin and end. */
	readonly pos: readonly [number, number];
}

/** Lines before an offset: Go's line numbers begin with 0. */
const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length - 1;

/** The end of the text is a line of its own, whether or not it ends with a line break. */
const lineOrEnd = (text: string, offset: number): number =>
	offset >= text.length && !text.endsWith('\n') ? lineOf(text, offset) + 1 : lineOf(text, offset);

/** Where the bracket was opened that nobody closes. */
const openBracket = (text: string, bracket: string, before: number): number => {
	const close = bracket === '{' ? '}' : ']';
	let depth = 0;
	for (let at = Math.min(before, text.length) - 1; at >= 0; at--) {
		if (text[at] === close) {
			depth++;
		} else if (text[at] === bracket && depth-- === 0) {
			return at;
		}
	}

	return 0;
};

/** Where an unclosed quoted text begins. */
const openQuote = (text: string, quote: string): number => {
	const at = text.search(new RegExp(`[:\\-,{[]\\s*${quote}(?:[^${quote}])*$`));
	return at === -1 ? 0 : text.indexOf(quote, at);
};

const told = (line: number, problem: string): string => (line === 0 ? problem : `line ${line}: ${problem}`);

/** The scanner tells the line itself, counted from 1, but never the first. */
const scanned = (context: number, place: number, problem: string): string => {
	const line = context === 0 ? place : context;
	return told(line === 0 ? 0 : line + 1, problem);
};

/** The parser tells the line before. */
const parsed = (context: number, place: number, problem: string): string =>
	told(context === 0 ? place : context, problem);

/**
What Go's YAML library says of a mistake: its own words, and its own way to count lines.

@param next what the parser found after it.
@mirrors go.yaml.in/yaml/v2 parser.fail
*/
export const goYamlError = (text: string, mistake: YamlMistake, next?: YamlMistake): string => {
	const {code, message, pos} = mistake;
	const place = lineOrEnd(text, pos[0]);
	if (message.startsWith('Flow ')) {
		const isMap = message.startsWith('Flow map');
		const start = lineOf(text, openBracket(text, isMap ? '{' : '[', pos[0]));
		return /,\s*$/.test(text.slice(0, pos[0])) && pos[0] >= text.trimEnd().length && !isMap
			? parsed(place, place, 'did not find expected node content')
			: parsed(start, place, `did not find expected ',' or '${isMap ? '}' : ']'}'`);
	}

	switch (code) {
		case 'BLOCK_AS_IMPLICIT_KEY': {
			const isLong = next?.code === 'MULTILINE_IMPLICIT_KEY' && next.pos[0] === pos[0];
			const line = isLong ? lineOf(text, next.pos[1]) : place;
			return scanned(line, line, 'mapping values are not allowed in this context');
		}

		case 'TAB_AS_INDENT':
		case 'BAD_SCALAR_START': {
			return scanned(place, place, 'found character that cannot start any token');
		}

		case 'MULTILINE_IMPLICIT_KEY': {
			return scanned(place, lineOf(text, pos[1]), "could not find expected ':'");
		}

		case 'BAD_DQ_ESCAPE': {
			return scanned(place, place, 'found unknown escape character');
		}

		case 'BAD_INDENT': {
			return parsed(
				0,
				place,
				message.startsWith('All sequence') ? "did not find expected '-' indicator" : 'did not find expected key',
			);
		}

		case 'MISSING_CHAR': {
			const quote = /^Missing closing (["'])/.exec(message)?.[1];
			return quote === undefined
				? scanned(place, lineOrEnd(text, text.length), "could not find expected ':'")
				: scanned(lineOf(text, openQuote(text, quote)), lineOrEnd(text, text.length), 'found unexpected end of stream');
		}

		default: {
			return parsed(0, place, 'did not find expected key');
		}
	}
};
