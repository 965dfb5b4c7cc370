import {readdirSync, readFileSync} from 'node:fs';
import test from 'ava';
import {isEnglish} from '../../testing/catalogue.js';
import {messageIn} from './translate.js';

/** Messages that stay the same in every language: Kubernetes' own words, commands, or messages of translated parts. */
const same = [
	'npm run build',
	'--authorization-mode: "7" is not a valid mode',
	'--secure-port: "7" is not a port',
	'7 plugin "7" is unknown',
	'k8s-walkthrough 7 7',
	'7 7',
	'7: 7',
	'when=7: 7',
	'7 7: 7',
	/^no kind "7" is registered|^token file must contain/,
	/^the 7 is empty$|^unexpected quote$/,
];

/** The end of a string literal or template that begins at a place. */
const literalEnd = (code: string, from: number): number => {
	const quote = code[from];
	for (let at = from + 1; at < code.length; at++) {
		if (code[at] === '\\') {
			at++;
		} else if (quote === '`' && code.startsWith('${', at)) {
			at = slotEnd(code, at + 2);
		} else if (code[at] === quote) {
			return at;
		}
	}

	return code.length;
};

/** The brace that ends a `${` of a template. */
const slotEnd = (code: string, from: number): number => {
	for (let at = from, depth = 1; at < code.length; at++) {
		const sign = code[at] ?? '';
		if (/['"`]/.test(sign)) {
			at = literalEnd(code, at);
		} else {
			depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
			if (depth === 0) {
				return at;
			}
		}
	}

	return code.length;
};

/** A literal as it is printed: each value of a template is `7`. */
const printed = (literal: string): string => {
	let text = '';
	for (let at = 1; at < literal.length - 1; at++) {
		if (literal[0] === '`' && literal.startsWith('${', at)) {
			at = slotEnd(literal, at + 2);
			text += '7';
		} else {
			at += literal[at] === '\\' ? 1 : 0;
			text += literal[at] ?? '';
		}
	}

	return text;
};

/** The texts that a call of a constructor gives directly, without those of calls within it. */
const textsAt = (code: string, from: number): readonly string[] => {
	const texts: string[] = [];
	for (let at = from, depth = 0; at < code.length; at++) {
		const sign = code[at] ?? '';
		if (/['"`]/.test(sign)) {
			const end = literalEnd(code, at);
			texts.push(...(depth === 1 && code[end + 1] !== ']' ? [printed(code.slice(at, end + 1))] : []));
			at = end;
		} else if (/[()[\]{}]/.test(sign)) {
			depth += /[([{]/.test(sign) ? 1 : -1;
			if (depth === 0) {
				break;
			}
		}
	}

	return texts.filter((text) => / /.test(text));
};

const root = new URL('../../../source/', import.meta.url);
const messages = readdirSync(root, {recursive: true, encoding: 'utf8'})
	.filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^(?:testing|build|invariants)\b/.test(name))
	.flatMap((name) => {
		const code = readFileSync(new URL(name, root), 'utf8');
		return [...code.matchAll(/new (?:Mistake|InvalidArgumentError)(?=\()/g)].flatMap(({index, 0: {length}}) =>
			textsAt(code, index + length).map((text) => ({name, text})),
		);
	});

test('messages are found in the code', (t) => {
	t.true(messages.length > 300, String(messages.length));
});

for (const language of ['zh', 'ru'] as const) {
	test(`every message about a wrong file or flag has a translation in ${language}`, (t) => {
		t.deepEqual(
			messages.filter(
				({text}) =>
					(messageIn(language, text) === text || isEnglish(messageIn(language, text))) &&
					!same.some((one) => (typeof one === 'string' ? one === text : one.test(text))),
			),
			[],
		);
	});
}
