import type {Routine} from '../../../kernel/routine.js';
import type {Shell} from './shell.js';
import type {Assignment} from './syntax/tree.js';
import {scalarOf} from './variables.js';

/** Sets a variable of the shell; with `set -a` programs inherit it. */
export const assign = (shell: Shell, name: string, value: string): void => {
	const flags = shell.options.has('allexport') ? {isExported: true} : {};
	const known = shell.variables.get(name);
	if (typeof known?.value === 'object') {
		shell.variables.setElement(name, '0', value);
	} else {
		shell.variables.set(name, value, flags);
	}
};

/** `name=value`, `name+=value`, `name[index]=value`, `name=(…)`. */
export function* runAssignment(shell: Shell, {name, index, append, value}: Assignment): Routine {
	const {expansion, variables} = shell;
	if ('elements' in value) {
		yield* assignArray(shell, name, append, value.elements);
		return;
	}

	const text = yield* expansion.text(value, true);
	yield* shell.spend(text.length / 1000);
	if (index) {
		const key = yield* expansion.index(index, name);
		const known = variables.get(name)?.value;
		variables.setElement(name, key, append && typeof known === 'object' ? (known.get(key) ?? '') + text : text);
		yield* shell.spend((typeof known === 'object' ? known.size : 0) / 50);
	} else {
		assign(shell, name, append ? (scalarOf(variables.get(name)) ?? '') + text : text);
	}
}

function* assignArray(
	shell: Shell,
	name: string,
	append: boolean,
	words: Extract<Assignment['value'], {readonly elements: unknown}>['elements'],
): Routine {
	const {expansion, variables} = shell;
	const known = variables.get(name);
	const elements = new Map(append && typeof known?.value === 'object' ? known.value : []);
	let next = [...elements.keys()].reduce((most, key) => Math.max(most, Number(key) + 1 || 0), 0);
	for (const word of words) {
		const [first] = word;
		const [head, key] = first?.kind === 'text' && !first.quoted ? (/^\[([^\]]+)\]=/.exec(first.text) ?? []) : [];
		if (head !== undefined && key !== undefined && first?.kind === 'text') {
			const rest = [{...first, text: first.text.slice(head.length)}, ...word.slice(1)];
			const own = known?.isMap ? key : String(yield* expansion.arithmeticOf(key));
			elements.set(own, yield* expansion.text(rest, true));
			next = Number(own) + 1 || next;
		} else {
			for (const field of yield* expansion.fields([word])) {
				elements.set(String(next++), field);
			}
		}
	}

	variables.set(name, elements);
}
