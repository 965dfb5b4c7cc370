import type {Routine} from '../../../../kernel/routine.js';
import type {Task} from '../../task.js';
import type {Address, Instruction, Substitution} from './script.js';

/** The longest pattern space, in characters. */
const longest = 2 * 1024 * 1024;

const substituted = (line: string, {pattern, replacement, all, number}: Substitution): string | undefined => {
	const matcher = pattern.matcher(line);
	let result = '';
	let from = 0;
	let count = 0;
	while (matcher.find()) {
		count++;
		if (count < number) {
			continue;
		}

		result +=
			line.slice(from, matcher.start()) +
			replacement
				.map((part) => {
					if (typeof part !== 'number') {
						return part;
					}

					return part > matcher.groupCount() ? '' : (matcher.group(part) ?? '');
				})
				.join('');
		from = matcher.end();
		if (!all) {
			break;
		}
	}

	return count < number ? undefined : result + line.slice(from);
};

/** The lines that a script runs over. */
export interface EditedLines {
	/** The next line, without its end. */
	next(): Routine<string | undefined>;
	/** Whether no line follows: this waits for the next one. */
	isLast(): Routine<boolean>;
}

/** Runs a script over lines. */
export class Editor {
	#pattern = '';
	#hold = '';
	#number = 0;
	#substituted = false;
	#appended: string[] = [];
	readonly #active = new Map<Instruction, number>();
	quits: number | undefined;

	constructor(
		readonly task: Task,
		readonly lines: EditedLines,
		readonly script: readonly Instruction[],
		readonly quiet: boolean,
		readonly output: {add(text: string): Routine},
	) {}

	*run(): Routine {
		while (this.quits === undefined) {
			const line = yield* this.#next();
			if (line === undefined) {
				return;
			}

			this.#pattern = line;
			yield* this.#cycle();
		}
	}

	*#next(): Routine<string | undefined> {
		const line = yield* this.lines.next();
		this.#number += line === undefined ? 0 : 1;
		return line;
	}

	*#holds(address: Address): Routine<boolean> {
		if ('line' in address) {
			return this.#number === address.line;
		}

		if ('step' in address) {
			return address.step === 0
				? this.#number === address.first
				: this.#number >= address.first && (this.#number - address.first) % address.step === 0;
		}

		if ('last' in address) {
			return yield* this.lines.isLast();
		}

		return 'pattern' in address ? address.pattern.matcher(this.#pattern).find() : false;
	}

	*#applies(instruction: Instruction): Routine<boolean> {
		const {from, to} = instruction;
		if (!from) {
			return true;
		}

		if (!to) {
			return yield* this.#holds(from);
		}

		const until = this.#active.get(instruction);
		if (until === undefined) {
			if (!(yield* this.#holds(from))) {
				return false;
			}

			const relative = 'plus' in to ? this.#number + to.plus : Number.POSITIVE_INFINITY;
			const end = 'line' in to ? to.line : relative;
			if (end > this.#number) {
				this.#active.set(instruction, end);
			}

			return true;
		}

		if (this.#number >= until || (yield* this.#holds(to))) {
			this.#active.delete(instruction);
		}

		return true;
	}

	/**
	One round of the script over a line.

	Long because each command is a case.
	*/
	*#cycle(): Routine {
		let deleted = false;
		const {script} = this;
		let steps = 0;
		for (let at = 0; at < script.length; at++) {
			const instruction = script[at];
			if (!instruction) {
				break;
			}

			if (++steps > 100) {
				yield* this.task.spend(10);
				steps = 0;
			}

			if ((yield* this.#applies(instruction)) === instruction.negated) {
				at = instruction.name === '{' ? instruction.end - 1 : at;
				continue;
			}

			const {name, text} = instruction;
			switch (name) {
				case 's': {
					const result = instruction.substitution && substituted(this.#pattern, instruction.substitution);
					if (result !== undefined) {
						this.#pattern = result;
						this.#substituted = true;
						if (instruction.substitution?.prints) {
							yield* this.output.add(`${result}\n`);
						}
					}

					break;
				}

				case 'd': {
					deleted = true;
					at = script.length;
					break;
				}

				case 'p': {
					yield* this.output.add(`${this.#pattern}\n`);
					break;
				}

				case 'P': {
					yield* this.output.add(`${this.#pattern.replace(/\n.*$/s, '')}\n`);
					break;
				}

				case 'a': {
					this.#appended.push(text);
					break;
				}

				case 'i': {
					yield* this.output.add(`${text}\n`);
					break;
				}

				case 'c': {
					if (!instruction.to || !this.#active.has(instruction)) {
						yield* this.output.add(`${text}\n`);
					}

					deleted = true;
					at = script.length;
					break;
				}

				case '=': {
					yield* this.output.add(`${this.#number}\n`);
					break;
				}

				case 'q':
				case 'Q': {
					this.quits = Number(text || 0);
					deleted ||= name === 'Q';
					at = script.length;
					break;
				}

				case 'n': {
					if (!this.quiet) {
						yield* this.output.add(`${this.#pattern}\n`);
					}

					const line = yield* this.#next();
					if (line === undefined) {
						deleted = true;
						at = script.length;
					} else {
						this.#pattern = line;
					}

					break;
				}

				case 'N': {
					const line = yield* this.#next();
					if (line === undefined) {
						at = script.length;
					} else {
						this.#pattern += `\n${line}`;
					}

					break;
				}

				case 'D': {
					deleted = true;
					at = script.length;
					break;
				}

				case 'h': {
					this.#hold = this.#pattern;
					break;
				}

				case 'H': {
					this.#hold += `\n${this.#pattern}`;
					break;
				}

				case 'g': {
					this.#pattern = this.#hold;
					break;
				}

				case 'G': {
					this.#pattern += `\n${this.#hold}`;
					break;
				}

				case 'x': {
					[this.#pattern, this.#hold] = [this.#hold, this.#pattern];
					break;
				}

				case 'y': {
					const [from = '', to = ''] = text.split('\0');
					this.#pattern = this.#pattern.replaceAll(/./gs, (character) =>
						from.includes(character) ? (to[from.indexOf(character)] ?? character) : character,
					);
					break;
				}

				case 'b':
				case 't':
				case 'T': {
					if (name === 'b' || this.#substituted === (name === 't')) {
						const label = script.findIndex((one) => one.name === ':' && one.text === text);
						at = text === '' || label === -1 ? script.length : label;
						yield* this.task.spend(1);
					}

					this.#substituted = name === 'b' ? this.#substituted : false;
					break;
				}

				default: {
					break;
				}
			}

			if (this.#pattern.length > longest || this.#hold.length > longest) {
				this.task.reserve(Number.POSITIVE_INFINITY);
			}
		}

		if (!deleted && !this.quiet) {
			yield* this.output.add(`${this.#pattern}\n`);
		}

		for (const text of this.#appended.splice(0)) {
			yield* this.output.add(`${text}\n`);
		}

		yield* this.task.spend(0.3);
	}
}
