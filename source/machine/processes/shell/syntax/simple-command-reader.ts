import {ConditionReader} from './condition-reader.js';
import type {Assignment, Redirect, SimpleCommand, Word} from './tree.js';

/** Reads simple commands: assignments, words and redirections. */
export abstract class SimpleCommandReader extends ConditionReader {
	/** A simple command. @param line where it begins */
	simpleCommand(line: number): SimpleCommand {
		const assignments: Assignment[] = [];
		const words: Word[] = [];
		const redirects: Redirect[] = [];
		for (;;) {
			this.blank(false);
			const assignment = words.length === 0 ? this.#assignment() : undefined;
			if (assignment) {
				assignments.push(assignment);
				continue;
			}

			if (this.#redirect(redirects)) {
				continue;
			}

			const array = words.length > 0 && this.matched(/[A-Za-z_]\w*\+?=\(/y) ? this.#assignment() : undefined;
			if (array && 'elements' in array.value) {
				// `declare -a x=(…)`: the elements are assigned by the command.
				assignments.push(array);
				continue;
			}

			const word = this.word();
			if (!word) {
				break;
			}

			words.push(word);
		}

		if (assignments.length === 0 && words.length === 0 && redirects.length === 0) {
			this.refuse();
		}

		if (this.startsWith('(')) {
			this.fail({kind: 'unexpected', token: '('});
		}

		return {kind: 'simple', assignments, words, redirects, line};
	}

	#assignment(): Assignment | undefined {
		const [head, name = '', bracket, plus] = this.matched(/([A-Za-z_]\w*)(\[[^\]\n]*\])?(\+)?=/y) ?? [];
		if (head === undefined || ((bracket || plus) && this.dialect !== 'bash')) {
			return undefined;
		}

		this.position += head.length;
		const index = bracket ? this.textWord(bracket.slice(1, -1)) : undefined;
		const append = plus !== undefined;
		if (this.dialect === 'bash' && this.startsWith('(')) {
			this.position++;
			const elements: Word[] = [];
			for (this.blank(true); !this.startsWith(')'); this.blank(true)) {
				const element = this.word();
				if (!element) {
					const token = this.token();
					this.fail(token === '' ? {kind: 'unterminated', closer: ')'} : {kind: 'unexpected', token});
				}

				elements.push(element);
			}

			this.position++;
			return {name, index, append, value: {elements}};
		}

		return {name, index, append, value: this.word() ?? []};
	}

	/** All redirections at this place. */
	redirects(): readonly Redirect[] {
		const redirects: Redirect[] = [];
		for (this.blank(false); this.#redirect(redirects); this.blank(false)) {
			// Each one is added where it is read.
		}

		return redirects;
	}

	/** Reads a redirection, if there is one here. */
	#redirect(into: Redirect[]): boolean {
		const [head, number, both, sign] = this.matched(/(\d+)?(?:(&>>?)|(<<<|<<-?|<&|>&|>>|>\||<>|[<>](?!\()))/y) ?? [];
		if (head === undefined || (both && (this.dialect === 'dash' || number !== undefined))) {
			return false;
		}

		if (sign === '<<<' && this.dialect !== 'bash') {
			this.fail({kind: 'unexpected', token: '<'});
		}

		this.position += head.length;
		this.blank(false);
		const descriptor = number === undefined ? undefined : Number(number);
		if (sign === '<<' || sign === '<<-') {
			this.beginHeredoc(into, descriptor, sign === '<<-');
			return true;
		}

		const target = this.word();
		if (!target) {
			this.refuse();
		}

		const operator = (['&>', '&>>', '<<<', '<&', '>&', '>>', '>|', '<>', '<', '>'] as const).find(
			(one) => one === (both ?? sign),
		);
		into.push({operator: operator ?? '>', descriptor, target});
		return true;
	}
}
