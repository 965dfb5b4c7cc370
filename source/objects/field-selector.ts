/** One comma-separated part of a field selector. */
export interface FieldRequirement {
	readonly field: string;
	readonly operator: '=' | '==' | '!=';
	readonly value: string;
}

const unescaped = (text: string): string => {
	let value = '';
	for (let index = 0; index < text.length; index++) {
		const character = text[index];
		if (character === '\\') {
			const next = text[++index];
			if (next !== '\\' && next !== ',' && next !== '=') {
				throw new Error(`invalid field selector: invalid escape sequence: \\${next ?? ''}`);
			}

			value += next;
		} else if (character === ',' || character === '=') {
			throw new Error(`invalid field selector: unescaped character in value: ${character}`);
		} else {
			value += character;
		}
	}

	return value;
};

/** Splits at commas that are not escaped. */
const terms = (text: string): string[] => {
	const parts: string[] = [];
	let start = 0;
	for (let index = 0; index < text.length; index++) {
		if (text[index] === '\\') {
			index++;
		} else if (text[index] === ',') {
			parts.push(text.slice(start, index));
			start = index + 1;
		}
	}

	parts.push(text.slice(start));
	return parts;
};

const operators = ['!=', '==', '='] as const;

/**
Parses `spec.nodeName=node-a,status.phase!=Failed`.

@throws Error in upstream's words.
@mirrors k8s.io/apimachinery/pkg/fields ParseSelector
*/
export const parseFieldSelector = (text: string): FieldRequirement[] =>
	terms(text)
		.filter((term) => term !== '')
		.map((term) => {
			const match = /^([^=!]*?)(!=|==|=)(.*)$/s.exec(term);
			if (!match) {
				throw new Error(`invalid selector: '${text}'; can't understand '${term}'`);
			}

			const [, field = '', sign, value = ''] = match;
			const operator = operators.find((one) => one === sign) ?? '=';
			return {field, operator, value: unescaped(value)};
		});
