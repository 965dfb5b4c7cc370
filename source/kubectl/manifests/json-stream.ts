/** The end of the JSON object that begins at a place of a text; -1 if the object has no end. */
const endOfObject = (text: string, start: number): number => {
	let depth = 0;
	for (const {0: token, index} of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
		if (token === '{') {
			depth++;
		} else if (token === '}') {
			depth--;
		}

		if (depth === 0) {
			return start + index + token.length;
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

/** The JSON objects with which a file begins. */
export interface LeadingObjects {
	/** One text for each object. The lines of the file before it are empty, so places in the text are places in the file. */
	readonly parts: readonly string[];
	/** The place behind the objects and the white space after them. */
	readonly end: number;
}

/**
The objects of a file that holds JSON objects one after the other, as `jq` writes them, up to the first other text.

@mirrors apimachinery/pkg/util/yaml YAMLOrJSONDecoder
*/
export const leadingObjects = (text: string): LeadingObjects => {
	const parts: string[] = [];
	let at = text.search(/\S|$/);
	while (text[at] === '{') {
		const end = endOfObject(text, at);
		if (end === -1 || !isJSON(text.slice(at, end))) {
			break;
		}

		parts.push(text.slice(0, at).replaceAll(/[^\n]/g, ' ') + text.slice(at, end));
		at = end + text.slice(end).search(/\S|$/);
	}

	return {parts, end: at};
};
