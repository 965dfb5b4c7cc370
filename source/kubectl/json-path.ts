import {CommandFailure} from './failure.js';
import {sortedJSON, type Value} from './unstructured.js';

type Node =
	| {readonly kind: 'text'; readonly text: string}
	| {readonly kind: 'path'; readonly steps: readonly Step[]}
	| {readonly kind: 'range'; readonly steps: readonly Step[]; readonly body: readonly Node[]};

type Step =
	| {readonly kind: 'field'; readonly name: string}
	| {readonly kind: 'wildcard'}
	| {readonly kind: 'recursive'}
	| {readonly kind: 'root'}
	| {readonly kind: 'slice'; readonly from?: number; readonly to?: number; readonly by: number; readonly one: boolean}
	| {readonly kind: 'names'; readonly names: readonly string[]}
	| {readonly kind: 'filter'; readonly left: Operand; readonly operator: string; readonly right?: Operand};

type Operand = {readonly value: Value} | {readonly steps: readonly Step[]};

/** A parsed template: `{range .items[*]}{.metadata.name}{"\n"}{end}`. */
export interface JSONPath {
	/** The text that the template makes of an object; what is missing prints nothing. */
	readonly text: (object: unknown) => string;
	/** The values that the first expression finds. */
	readonly find: (object: unknown) => readonly Value[];
}

/**
Parses kubectl's JSONPath: template text around expressions in braces.

@throws {CommandFailure} for a template it cannot read.
@mirrors client-go/util/jsonpath
@see https://kubernetes.io/docs/reference/kubectl/jsonpath/
*/
export const parseJSONPath = (template: string): JSONPath => {
	const nodes = parseTemplate(template);
	return {
		text: (object) => render(nodes, object, object),
		find: (object) => {
			const first = nodes.find((node) => node.kind === 'path');
			return first?.kind === 'path' ? evaluate(first.steps, [object], object) : [];
		},
	};
};

/** An expression as people write it, `.metadata.name` or `metadata.name`, in the braces that JSONPath wants. */
export const relaxed = (expression: string): string => {
	if (expression === '') {
		return '';
	}

	const match = /^\{?\.?([^{}]+)\}?$/.exec(expression);
	if (!match) {
		throw new CommandFailure(
			`unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'`,
		);
	}

	return `{.${match[1]}}`;
};

const fail = (template: string, why: string): never => {
	throw new CommandFailure(`error parsing jsonpath ${template}, ${why}`);
};

const parseTemplate = (template: string): readonly Node[] => {
	const stack: Array<{steps: readonly Step[]; body: Node[]}> = [{steps: [], body: []}];
	let at = 0;
	while (at < template.length) {
		const open = template.indexOf('{', at);
		if (open === -1) {
			stack.at(-1)!.body.push({kind: 'text', text: template.slice(at)});
			break;
		}

		if (open > at) {
			stack.at(-1)!.body.push({kind: 'text', text: template.slice(at, open)});
		}

		const close = closingBrace(template, open);
		if (close === -1) {
			fail(template, 'unclosed action');
		}

		const action = template.slice(open + 1, close).trim();
		at = close + 1;
		if (action === 'end') {
			if (stack.length === 1) {
				fail(template, 'not in range, nothing to end');
			}

			const {steps, body} = stack.pop()!;
			stack.at(-1)!.body.push({kind: 'range', steps, body});
		} else if (action.startsWith('range')) {
			stack.push({steps: parseSteps(action.slice(5).trim(), template), body: []});
		} else if (/^["']/.test(action)) {
			stack.at(-1)!.body.push({kind: 'text', text: unquote(action)});
		} else {
			for (const part of splitOutside(action, ' ')) {
				stack.at(-1)!.body.push({kind: 'path', steps: parseSteps(part, template)});
			}
		}
	}

	if (stack.length > 1) {
		fail(template, 'unclosed range');
	}

	return stack[0].body;
};

const closingBrace = (text: string, open: number): number => {
	let quote = '';
	for (let at = open + 1; at < text.length; at++) {
		const character = text[at];
		if (quote) {
			if (character === '\\') {
				at++;
			} else if (character === quote) {
				quote = '';
			}
		} else if (character === '"' || character === "'") {
			quote = character;
		} else if (character === '}') {
			return at;
		}
	}

	return -1;
};

const unquote = (text: string): string =>
	text.slice(1, -1).replace(/\\(.)/g, (_, character: string) => ({n: '\n', t: '\t', r: '\r'})[character] ?? character);

/** Cuts at a separator that stands outside quotes, brackets and parentheses. */
const splitOutside = (text: string, separator: string): string[] => {
	const parts: string[] = [];
	let depth = 0;
	let quote = '';
	let part = '';
	for (const character of text) {
		if (quote) {
			quote = character === quote ? '' : quote;
		} else if (character === '"' || character === "'") {
			quote = character;
		} else if ('[('.includes(character)) {
			depth++;
		} else if ('])'.includes(character)) {
			depth--;
		} else if (character === separator && depth === 0) {
			parts.push(part);
			part = '';
			continue;
		}

		part += character;
	}

	return [...parts, part].filter((one) => one !== '');
};

const parseSteps = (text: string, template: string): Step[] => {
	const steps: Step[] = [];
	let at = 0;
	while (at < text.length) {
		const character = text[at];
		if (character === '$') {
			steps.push({kind: 'root'});
			at++;
		} else if (character === '@') {
			at++;
		} else if (text.startsWith('..', at)) {
			steps.push({kind: 'recursive'});
			at += text[at + 2] === '[' ? 2 : 1;
		} else if (character === '.' || /[\w*\\]/.test(character)) {
			if (character === '.') {
				at++;
			}

			let name = '';
			while (at < text.length && (text[at] === '\\' || /[^.[\]\s'"(){}|=!<>]/.test(text[at]))) {
				if (text[at] === '\\') {
					at++;
				}

				name += text[at++] ?? '';
			}

			if (name === '*') {
				steps.push({kind: 'wildcard'});
			} else if (name !== '') {
				steps.push({kind: 'field', name});
			} else if (at < text.length && text[at] !== '[' && text[at] !== '.') {
				fail(
					template,
					`unrecognized character in action: U+${text.codePointAt(at)!.toString(16).toUpperCase().padStart(4, '0')} '${text[at]}'`,
				);
			}
		} else if (character === '[') {
			const close = closingBracket(text, at);
			if (close === -1) {
				fail(template, 'unterminated array');
			}

			steps.push(parseBracket(text.slice(at + 1, close), template));
			at = close + 1;
		} else {
			fail(
				template,
				`unrecognized character in action: U+${text.codePointAt(at)!.toString(16).toUpperCase().padStart(4, '0')} '${character}'`,
			);
		}
	}

	return steps;
};

const closingBracket = (text: string, open: number): number => {
	let depth = 0;
	let quote = '';
	for (let at = open; at < text.length; at++) {
		const character = text[at];
		if (quote) {
			quote = character === quote ? '' : quote;
		} else if (character === '"' || character === "'") {
			quote = character;
		} else if (character === '[') {
			depth++;
		} else if (character === ']' && --depth === 0) {
			return at;
		}
	}

	return -1;
};

const parseBracket = (text: string, template: string): Step => {
	const filter = /^\?\((.*)\)$/s.exec(text);
	if (filter) {
		const match = /^(.*?)\s*(==|!=|<=|>=|<|>)\s*(.*)$/s.exec(filter[1]);
		return match
			? {
					kind: 'filter',
					left: parseOperand(match[1].trim(), template),
					operator: match[2],
					right: parseOperand(match[3].trim(), template),
				}
			: {kind: 'filter', left: parseOperand(filter[1].trim(), template), operator: 'exists'};
	}

	if (text === '*') {
		return {kind: 'wildcard'};
	}

	if (/^["']/.test(text)) {
		return {kind: 'names', names: splitOutside(text, ',').map((one) => unquote(one.trim()))};
	}

	const slice = /^(-?\d*)(?::(-?\d*))?(?::(-?\d*))?$/.exec(text);
	if (!slice) {
		return fail(template, `invalid array index ${text}`);
	}

	const number = (part: string | undefined) => (part ? Number(part) : undefined);
	return {
		kind: 'slice',
		from: number(slice[1]),
		to: number(slice[2]),
		by: number(slice[3]) ?? 1,
		one: !text.includes(':'),
	};
};

const parseOperand = (text: string, template: string): Operand => {
	if (/^["']/.test(text)) {
		return {value: unquote(text)};
	}

	if (/^-?\d+(\.\d+)?$/.test(text)) {
		return {value: Number(text)};
	}

	return text === 'true' || text === 'false' ? {value: text === 'true'} : {steps: parseSteps(text, template)};
};

const isRecord = (value: unknown): value is Record<string, Value> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const children = (value: Value): Value[] =>
	Array.isArray(value)
		? value
		: isRecord(value)
			? Object.keys(value)
					.sort()
					.map((key) => value[key])
			: [];

const descendants = (value: Value): Value[] => [value, ...children(value).flatMap(descendants)];

const evaluate = (steps: readonly Step[], start: readonly Value[], root: unknown): readonly Value[] => {
	let values = start;
	for (const step of steps) {
		values = values.flatMap((value) => take(step, value, root));
	}

	return values;
};

const take = (step: Step, value: Value, root: unknown): Value[] => {
	switch (step.kind) {
		case 'root': {
			return [root];
		}

		case 'recursive': {
			return descendants(value);
		}

		case 'wildcard': {
			return children(value);
		}

		case 'field': {
			return isRecord(value) && step.name in value ? [value[step.name]] : [];
		}

		case 'names': {
			return isRecord(value) ? step.names.filter((name) => name in value).map((name) => value[name]) : [];
		}

		case 'slice': {
			if (!Array.isArray(value)) {
				return [];
			}

			const index = (given: number | undefined, otherwise: number) =>
				given === undefined ? otherwise : given < 0 ? value.length + given : given;
			if (step.one) {
				const at = index(step.from, 0);
				return at >= 0 && at < value.length ? [value[at]] : [];
			}

			const from = index(step.from, 0);
			return value
				.slice(from, index(step.to, value.length))
				.filter((_: Value, offset: number) => offset % step.by === 0);
		}

		case 'filter': {
			return children(value).filter((item) => passes(step, item, root));
		}
	}
};

const passes = (step: Extract<Step, {kind: 'filter'}>, item: Value, root: unknown): boolean => {
	const values = (operand: Operand): readonly Value[] =>
		'value' in operand ? [operand.value] : evaluate(operand.steps, [item], root);
	const [left] = values(step.left);
	if (step.operator === 'exists' || step.right === undefined) {
		return left !== undefined;
	}

	const [right] = values(step.right);
	if (left === undefined || right === undefined) {
		return false;
	}

	switch (step.operator) {
		case '==': {
			return left === right;
		}

		case '!=': {
			return left !== right;
		}

		case '<': {
			return left < right;
		}

		case '<=': {
			return left <= right;
		}

		case '>': {
			return left > right;
		}

		default: {
			return left >= right;
		}
	}
};

const render = (nodes: readonly Node[], current: unknown, root: unknown): string =>
	nodes
		.map((node) => {
			switch (node.kind) {
				case 'text': {
					return node.text;
				}

				case 'path': {
					return evaluate(node.steps, [current], root).map(valueText).join(' ');
				}

				case 'range': {
					return evaluate(node.steps, [current], root)
						.map((item) => render(node.body, item, root))
						.join('');
				}
			}
		})
		.join('');

const valueText = (value: Value): string =>
	typeof value === 'object' && value !== null ? sortedJSON(value) : value === null ? '<nil>' : String(value);
