import type {Position} from './manifest-error.js';

/** A text token with its quotes, up to the end of the text if it has no second quote, or a bracket. */
const token = /"(?:[^"\\]|\\(?:.|$))*(?:"|$)|[{}]/gs;

/** The end of the JSON object that begins at a place of a text; -1 if the object has no end. */
const endOfObject = (text: string, start: number): number => {
	let depth = 0;
	token.lastIndex = start;
	for (let found = token.exec(text); found; found = token.exec(text)) {
		if (found[0] === '{') {
			depth++;
		} else if (found[0] === '}') {
			depth--;
		}

		if (depth === 0) {
			return token.lastIndex;
		}
	}

	return -1;
};

const isJSON = (text: string): boolean => {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
};

const word = /\S|$/g;

/** The next place with other than white space, or the end of the text. */
const nextWord = (text: string, from: number): number => {
	word.lastIndex = from;
	return word.exec(text)?.index ?? text.length;
};

/** An object of a text that begins with JSON. */
export interface StreamPart {
	readonly text: string;
	/** The offset of its first character. */
	readonly at: number;
	/** The place of its first character. */
	readonly start: Position;
}

/** The JSON objects with which a text begins. */
export interface LeadingObjects {
	readonly parts: readonly StreamPart[];
	/** The offset behind the objects and the white space after them. */
	readonly end: number;
}

/**
The objects of a text that holds JSON objects one after the other, as `jq` writes them, up to the first other text.

@mirrors apimachinery/pkg/util/yaml YAMLOrJSONDecoder
*/
export const leadingObjects = (text: string): LeadingObjects => {
	const parts: StreamPart[] = [];
	let at = nextWord(text, 0);
	let line = 1;
	let lineStart = 0;
	let counted = 0;
	while (text[at] === '{') {
		const end = endOfObject(text, at);
		const own = text.slice(at, end);
		if (end === -1 || !isJSON(own)) {
			break;
		}

		for (let next = text.indexOf('\n', counted); next !== -1 && next < at; next = text.indexOf('\n', counted)) {
			line++;
			lineStart = next + 1;
			counted = next + 1;
		}

		parts.push({text: own, at, start: {line, column: at - lineStart + 1}});
		at = nextWord(text, end);
	}

	return {parts, end: at};
};

/** A text in which one object may follow another. */
const hasNeighbours = /\}\s*\{/;

/** The objects of a text that holds nothing but JSON objects, at least two; `undefined` for another text. */
export const objectsOfStream = (text: string): readonly StreamPart[] | undefined => {
	if (!hasNeighbours.test(text)) {
		return undefined;
	}

	const {parts, end} = leadingObjects(text);
	return parts.length > 1 && end === text.length ? parts : undefined;
};

/** A place in a part, as a place in the whole text. */
export const placeInWhole = ({line, column}: Position, {start}: StreamPart): Position => ({
	line: line + start.line - 1,
	column: line === 1 ? column + start.column - 1 : column,
});
