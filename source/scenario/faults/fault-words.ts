import {parseDuration} from '../../go/duration.js';
import {closest, Mistake} from '../mistake.js';

/** The words of a line; quotes hold one together. */
const wordsOf = (line: string): readonly string[] => line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];

const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/s, '$2');

/** A process by the name of its program: the process of kube-controller-manager is called `controller-manager`. */
export const processName = (name: string): string => name.replace(/^kube-(?=controller-manager(?:\/|$))/, '');

/** A program by the name of its process, the reverse of {@link processName}: its requests bear this name. */
export const programName = (process: string): string => process.replace(/^(?=controller-manager(?:\/|$))/, 'kube-');

/** The words after the name of a fault: targets in their order, and options such as `for=10s`. The reader of a fault consumes each word once; a remaining word is a mistake. */
export class FaultWords {
	readonly #targets: string[] = [];
	readonly #options = new Map<string, string>();
	readonly #asked = new Set<string>();

	/** @param usage how it is written, for mistakes. @throws {Mistake} when an option is given twice. */
	constructor(
		readonly line: string,
		words: readonly string[],
		readonly usage: string,
	) {
		for (const word of words) {
			const [, name, value = ''] = /^([a-z]+)=(.*)$/s.exec(word) ?? [];
			if (name === undefined) {
				this.#targets.push(unquoted(word));
			} else if (this.#options.has(name)) {
				throw this.mistake(`${name}= is given twice`);
			} else {
				this.#options.set(name, unquoted(value));
			}
		}
	}

	static split(line: string): readonly string[] {
		return wordsOf(line);
	}

	/** A mistake in the line, with the right form as its remedy. */
	mistake(message: string, remedy = `write ${this.usage}`): Mistake {
		return new Mistake(`fault "${this.line}": ${message}`, {}, remedy);
	}

	/** The next target. @param what the kind of target, as in `which process?`. @throws {Mistake} when it is missing. */
	target(what: string): string {
		const target = this.#targets.shift();
		if (target === undefined || target === '') {
			throw this.mistake(`which ${what}?`);
		}

		return target;
	}

	/** The next target, which is a process: `kube-controller-manager`, the name of the program, means the process `controller-manager`. @param what as for `target`. */
	process(what: string): string {
		return processName(this.target(what));
	}

	/** The next target, if there is one. */
	optionalTarget(): string | undefined {
		return this.#targets.shift();
	}

	text(name: string): string | undefined {
		this.#asked.add(name);
		const value = this.#options.get(name);
		if (value === '') {
			throw this.mistake(`${name}= has no value`);
		}

		return value;
	}

	/** One of several words. @throws {Mistake} with the nearest of them. */
	oneOf<const T extends string>(name: string, words: readonly T[]): T | undefined {
		const value = this.text(name);
		const found = words.find((word) => word === value);
		if (value !== undefined && found === undefined) {
			const near = closest(value, words);
			throw this.mistake(
				`${name}= must be one of ${words.join(', ')}`,
				near ? `did you mean ${name}=${near}?` : `"${value}" is not one of them`,
			);
		}

		return found;
	}

	/** Milliseconds of a duration as Go writes it. @throws {Mistake} when the text is not a duration, or is negative where that is not allowed. */
	duration(name: string, mayBeNegative = false): number | undefined {
		const value = this.text(name)?.replace(/^\+/, '');
		if (value === undefined) {
			return undefined;
		}

		const ms = parseDuration(value);
		if (ms === undefined || (ms < 0 && !mayBeNegative)) {
			throw this.mistake(
				`${name}=${value} is not a ${mayBeNegative ? '' : 'positive '}duration`,
				`write a number and a unit: ${name}=500ms, ${name}=10s, ${name}=1m30s`,
			);
		}

		return Math.round(ms);
	}

	/** A number above a limit. */
	number(name: string, least: number): number | undefined {
		const value = this.text(name);
		const number = Number(value);
		if (value !== undefined && !(Number.isFinite(number) && number >= least)) {
			throw this.mistake(`${name}=${value} is not a number of at least ${least}`);
		}

		return value === undefined ? undefined : number;
	}

	/** A part of a whole, from 0 to 1: `50%` or `0.5`. */
	share(name: string): number | undefined {
		const value = this.text(name);
		const [, digits = '', percent] = /^(\d+(?:\.\d+)?|\.\d+)(%)?$/.exec(value ?? '') ?? [];
		const share = digits === '' ? Number.NaN : Number(digits) / (percent ? 100 : 1);
		if (value !== undefined && !(share > 0 && share <= 1)) {
			throw this.mistake(`${name}=${value} is not a share`, `write ${name}=50% or ${name}=0.5`);
		}

		return value === undefined ? undefined : share;
	}

	/** @throws {Mistake} for the first word left over. */
	end(): void {
		const [extra] = this.#targets;
		if (extra !== undefined) {
			throw this.mistake(`"${extra}" is one word too many`);
		}

		for (const name of this.#options.keys()) {
			if (!this.#asked.has(name)) {
				const near = closest(name, [...this.#asked]);
				throw this.mistake(`this fault takes no ${name}=`, near ? `did you mean ${near}=?` : `write ${this.usage}`);
			}
		}
	}
}
