import {goText} from './custom-columns.js';
import {CommandFailure} from './failure.js';
import {sortedJSON, type Value} from './unstructured.js';

type Node =
	| {readonly kind: 'text'; readonly text: string}
	| {readonly kind: 'print'; readonly expression: string}
	| {readonly kind: 'assign'; readonly name: string; readonly expression: string}
	| {
			readonly kind: 'range' | 'if' | 'with';
			readonly expression: string;
			readonly names: readonly string[];
			readonly body: readonly Node[];
			readonly otherwise: readonly Node[];
	  };

interface Scope {
	readonly dot: Value;
	readonly variables: Map<string, Value>;
}

/**
Runs a Go template over an object. Simplified: fields, variables, `range`, `if`, `else`, `with`, `index`, `len`, `eq`, `ne`, `and`, `or`, `not`, `printf`, `print`, `println`, `base64decode` and pipes.

@throws {CommandFailure} for what it does not know.
@see https://pkg.go.dev/text/template
*/
export const goTemplate = (template: string, object: unknown): string => {
	const tokens = tokenize(template);
	const {nodes} = parseNodes(tokens, 0, template);
	return run(nodes, {dot: object, variables: new Map([['$', object]])}, template);
};

const tokenize = (template: string): Array<{text: string; action: boolean}> => {
	const tokens: Array<{text: string; action: boolean}> = [];
	let at = 0;
	for (const match of template.matchAll(/\{\{(-\s)?\s*((?:"(?:\\.|[^"\\])*"|`[^`]*`|[^"`])*?)\s*(\s-)?\}\}/gs)) {
		let text = template.slice(at, match.index);
		if (match[1]) {
			text = text.trimEnd();
		}

		tokens.push({text, action: false}, {text: match[2], action: true});
		at = match.index + match[0].length;
		if (match[3]) {
			at += /^\s*/.exec(template.slice(at))![0].length;
		}
	}

	tokens.push({text: template.slice(at), action: false});
	return tokens;
};

const fail = (template: string, why: string): never => {
	throw new CommandFailure(`error parsing template ${template}, template: output:1: ${why}`);
};

const parseNodes = (
	tokens: ReadonlyArray<{text: string; action: boolean}>,
	from: number,
	template: string,
): {nodes: Node[]; at: number; ended?: string} => {
	const nodes: Node[] = [];
	for (let at = from; at < tokens.length; at++) {
		const {text, action} = tokens[at];
		if (!action) {
			if (text.includes('{{')) {
				fail(template, 'unclosed action');
			}

			nodes.push({kind: 'text', text});
			continue;
		}

		if (text.startsWith('/*')) {
			continue;
		}

		const [word] = text.split(/\s/, 1);
		if (word === 'end' || word === 'else') {
			return {nodes, at, ended: text};
		}

		if (word === 'range' || word === 'if' || word === 'with') {
			const names = /^\w+\s+(\$\w+(?:\s*,\s*\$\w+)?)\s*:=/.exec(text);
			const expression = names ? text.slice(names[0].length).trim() : text.slice(word.length).trim();
			const body = parseNodes(tokens, at + 1, template);
			let otherwise: Node[] = [];
			at = body.at;
			if (body.ended?.startsWith('else')) {
				const rest = body.ended.slice(4).trim();
				const tail = rest
					? parseNodes([...tokens.slice(0, at), {text: rest, action: true}, ...tokens.slice(at + 1)], at, template)
					: parseNodes(tokens, at + 1, template);
				otherwise = tail.nodes;
				at = tail.at;
			}

			nodes.push({kind: word, expression, names: names ? names[1].split(/\s*,\s*/) : [], body: body.nodes, otherwise});
			continue;
		}

		const assignment = /^(\$\w+)\s*:?=\s*(.*)$/s.exec(text);
		nodes.push(
			assignment ? {kind: 'assign', name: assignment[1], expression: assignment[2]} : {kind: 'print', expression: text},
		);
	}

	return {nodes, at: tokens.length};
};

const truthy = (value: Value): boolean =>
	value !== undefined &&
	value !== null &&
	value !== false &&
	value !== 0 &&
	value !== '' &&
	!(typeof value === 'object' && Object.keys(value).length === 0);

const run = (nodes: readonly Node[], scope: Scope, template: string): string => {
	let output = '';
	for (const node of nodes) {
		if (node.kind === 'text') {
			output += node.text;
		} else if (node.kind === 'print') {
			const value = evaluate(node.expression, scope, template);
			output += value === undefined || value === null ? '<no value>' : goText(value);
		} else if (node.kind === 'assign') {
			scope.variables.set(node.name, evaluate(node.expression, scope, template));
		} else {
			output += runBlock(node, scope, template);
		}
	}

	return output;
};

const runBlock = (node: Extract<Node, {kind: 'range' | 'if' | 'with'}>, scope: Scope, template: string): string => {
	const value = evaluate(node.expression, scope, template);
	if (node.kind !== 'range') {
		return truthy(value)
			? run(node.body, node.kind === 'with' ? {...scope, dot: value} : scope, template)
			: run(node.otherwise, scope, template);
	}

	const entries: Array<[Value, Value]> = Array.isArray(value)
		? value.map((item, index) => [index, item])
		: typeof value === 'object' && value !== null
			? Object.keys(value)
					.sort()
					.map((key) => [key, value[key]])
			: [];
	return entries.length === 0
		? run(node.otherwise, scope, template)
		: entries
				.map(([key, item]) => {
					const variables = new Map(scope.variables);
					if (node.names.length === 2) {
						variables.set(node.names[0], key).set(node.names[1], item);
					} else if (node.names.length === 1) {
						variables.set(node.names[0], item);
					}

					return run(node.body, {dot: item, variables}, template);
				})
				.join('');
};

const evaluate = (expression: string, scope: Scope, template: string): Value => {
	let piped: Value[] = [];
	for (const command of words(expression, '|')) {
		const [head, ...rest] = words(command, ' ');
		const values = [...rest.map((word) => operand(word, scope, template)), ...piped];
		piped = [head in functions ? functions[head](values) : operand(head, scope, template)];
	}

	return piped[0];
};

const words = (text: string, separator: string): string[] => {
	const parts: string[] = [];
	let depth = 0;
	let quote = '';
	let part = '';
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		if (quote) {
			if (character === '\\' && quote === '"') {
				part += character + (text[++at] ?? '');
				continue;
			}

			quote = character === quote ? '' : quote;
		} else if (character === '"' || character === '`') {
			quote = character;
		} else if (character === '(') {
			depth++;
		} else if (character === ')') {
			depth--;
		} else if (depth === 0 && (separator === ' ' ? /\s/.test(character) : character === separator)) {
			parts.push(part.trim());
			part = '';
			continue;
		}

		part += character;
	}

	return [...parts, part.trim()].filter((one) => one !== '');
};

const operand = (word: string, scope: Scope, template: string): Value => {
	if (/^["`]/.test(word)) {
		return word.startsWith('"') ? (JSON.parse(word) as string) : word.slice(1, -1);
	}

	if (/^-?\d+(\.\d+)?$/.test(word)) {
		return Number(word);
	}

	if (word === 'true' || word === 'false') {
		return word === 'true';
	}

	const parenthesis = /^\((.*)\)((?:\.\w+)*)$/s.exec(word);
	const start = parenthesis
		? evaluate(parenthesis[1], scope, template)
		: word.startsWith('$')
			? scope.variables.get(/^\$\w*/.exec(word)![0])
			: scope.dot;
	const path = parenthesis ? parenthesis[2] : word.startsWith('$') ? word.replace(/^\$\w*/, '') : word;
	if (path !== '' && !path.startsWith('.')) {
		return fail(template, `function "${word}" not defined`);
	}

	return path
		.split('.')
		.filter((name) => name !== '')
		.reduce((value: Value, name) => (typeof value === 'object' && value !== null ? value[name] : undefined), start);
};

const functions: Readonly<Record<string, (values: readonly Value[]) => Value>> = {
	index: ([value, ...keys]) => keys.reduce((current: Value, key) => current?.[key], value),
	len: ([value]) =>
		typeof value === 'string' || Array.isArray(value) ? value.length : Object.keys(value ?? {}).length,
	eq: ([first, ...others]) => others.some((other) => other === first),
	ne: ([a, b]) => a !== b,
	lt: ([a, b]) => a < b,
	gt: ([a, b]) => a > b,
	and: (values) => values.find((value) => !truthy(value)) ?? values.at(-1),
	or: (values) => values.find(truthy) ?? values.at(-1),
	not: ([value]) => !truthy(value),
	print: (values) => values.map(goText).join(''),
	println: (values) => `${values.map(goText).join(' ')}\n`,
	printf: ([format, ...values]) => {
		let next = 0;
		return String(format).replace(/%[-\d]*([vsdq%])/g, (_, verb: string) =>
			verb === '%' ? '%' : verb === 'q' ? JSON.stringify(values[next++]) : goText(values[next++]),
		);
	},
	js: ([value]) => sortedJSON(value),
	base64decode: ([value]) => Buffer.from(String(value), 'base64').toString(),
};
