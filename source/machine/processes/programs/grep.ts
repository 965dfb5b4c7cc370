import type {RE2JS} from 're2js';
import type {Routine} from '../../../kernel/routine.js';
import type {Task} from '../task.js';
import {eachLine, linesOf, nameOf, program, textOf, type Options, type Programs} from './program.js';
import {compileExpression, UnsupportedExpression, type Syntax} from './regular-expression.js';
import {filesUnder} from './walk.js';

const names = {
	flags: 'EFGPivcnqlLohHsrRwxaz',
	values: 'efmABC',
	long: {
		quiet: 'q',
		silent: 'q',
		'ignore-case': 'i',
		'invert-match': 'v',
		count: 'c',
		'line-number': 'n',
		'files-with-matches': 'l',
		'files-without-match': 'L',
		'only-matching': 'o',
		'no-filename': 'h',
		'with-filename': 'H',
		'no-messages': 's',
		recursive: 'r',
		'word-regexp': 'w',
		'line-regexp': 'x',
		'extended-regexp': 'E',
		'fixed-strings': 'F',
		'perl-regexp': 'P',
		regexp: 'e',
		file: 'f',
		'max-count': 'm',
		'after-context': 'A',
		'before-context': 'B',
		context: 'C',
		text: 'a',
		color: 'color',
		colour: 'color',
		'line-buffered': 'line-buffered',
	},
};

/** The search of `grep`, and the form of its output. */
class Search {
	#count = 0;
	/** Whether a line matched. */
	found = false;
	readonly #before: string[] = [];
	#after = 0;
	#number = 0;
	#shown = 0;

	constructor(
		readonly task: Task,
		readonly expressions: readonly RE2JS[],
		readonly options: Options,
		readonly namesFiles: boolean,
	) {}

	#holds(line: string): boolean {
		const {flags} = this.options;
		const found = this.expressions.some((one) => {
			const matcher = one.matcher(line);
			if (flags.has('x')) {
				return matcher.matches();
			}

			while (matcher.find()) {
				if (
					!flags.has('w') ||
					!(/\w/.test(line.charAt(matcher.start() - 1)) || /\w/.test(line.charAt(matcher.end())))
				) {
					return true;
				}
			}

			return false;
		});
		return found !== flags.has('v');
	}

	#context(letter: 'A' | 'B'): number {
		const {values} = this.options;
		return Math.min(10_000, Number(values.get(letter) ?? values.get('C') ?? 0));
	}

	*#show(line: string, path: string, number: number, mark: ':' | '-'): Routine {
		const {flags} = this.options;
		const name = this.namesFiles ? `${path === '-' ? '(standard input)' : path}${mark}` : '';
		this.#shown = number;
		yield* this.task.out(`${name}${flags.has('n') ? `${number}${mark}` : ''}${line}\n`);
	}

	/** @returns true when no more lines are needed. */
	*line(line: string, path: string): Routine<boolean> {
		const {flags, values} = this.options;
		this.#number++;
		if (!this.#holds(line)) {
			if (this.#after > 0) {
				this.#after--;
				yield* this.#show(line, path, this.#number, '-');
			}

			this.#before.push(line);
			if (this.#before.length > this.#context('B')) {
				this.#before.shift();
			}

			return false;
		}

		this.#count++;
		this.found = true;
		if (flags.has('q') || flags.has('l') || flags.has('L')) {
			return true;
		}

		if (!flags.has('c')) {
			yield* flags.has('o') ? this.#matches(line, path) : this.#hit(line, path);
		}

		return this.#count >= Number(values.get('m') ?? Number.POSITIVE_INFINITY);
	}

	*#hit(line: string, path: string): Routine {
		const first = this.#number - this.#before.length;
		if (this.#context('B') + this.#context('A') > 0 && this.#shown > 0 && first > this.#shown + 1) {
			yield* this.task.out('--\n');
		}

		for (const [index, other] of this.#before.splice(0).entries()) {
			if (first + index > this.#shown) {
				yield* this.#show(other, path, first + index, '-');
			}
		}

		yield* this.#show(line, path, this.#number, ':');
		this.#after = this.#context('A');
	}

	*#matches(line: string, path: string): Routine {
		for (const expression of this.expressions) {
			const matcher = expression.matcher(line);
			while (matcher.find()) {
				if (matcher.group() !== '') {
					yield* this.#show(matcher.group() ?? '', path, this.#number, ':');
				}
			}
		}
	}

	/** A file has ended. */
	*end(path: string): Routine {
		const {flags} = this.options;
		if (flags.has('c')) {
			yield* this.task.out(`${this.namesFiles ? `${path}:` : ''}${this.#count}\n`);
		} else if ((flags.has('l') && this.#count > 0) || (flags.has('L') && this.#count === 0)) {
			yield* this.task.out(`${path === '-' ? '(standard input)' : path}\n`);
		}

		this.#count = 0;
		this.#number = 0;
		this.#shown = 0;
		this.#before.length = 0;
		this.#after = 0;
	}
}

function* grep(task: Task, options: Options): Routine<number> {
	const {flags, values, lists} = options;
	const given = lists.get('e')?.join('\n');
	const list = values.get('f');
	const listed = list === undefined ? undefined : ((yield* textOf(task, list)) ?? '');
	const [first, ...rest] = options.operands;
	const pattern = given ?? (listed === undefined ? first : undefined);
	const operands = given === undefined && listed === undefined ? rest : options.operands;
	if (pattern === undefined && listed === undefined) {
		yield* task.error(
			task.isBusybox
				? 'BusyBox v1.36.1 multi-call binary.\n\nUsage: grep [-HhnlLoqvsrRiwFE] [-m N] [-A|B|C N] { PATTERN | -e PATTERN... | -f FILE... } [FILE]...\n'
				: "Usage: grep [OPTION]... PATTERNS [FILE]...\nTry 'grep --help' for more information.\n",
		);
		return 2;
	}

	const isExtended = flags.has('E') || flags.has('P') || nameOf(task) === 'egrep';
	const regular: Syntax = isExtended ? 'extended' : 'basic';
	const syntax = flags.has('F') || nameOf(task) === 'fgrep' ? 'fixed' : regular;
	const paths =
		flags.has('r') || flags.has('R') ? filesUnder(task, operands.length === 0 ? ['.'] : operands) : operands;
	let search: Search;
	try {
		const patterns = [...(pattern?.split('\n') ?? []), ...linesOf(listed ?? '')];
		const expressions = patterns.map((one) => compileExpression(one, syntax, {ignoresCase: flags.has('i')}));
		search = new Search(
			task,
			expressions,
			options,
			flags.has('H') || (!flags.has('h') && (paths.length > 1 || flags.has('r') || flags.has('R'))),
		);
	} catch (error) {
		if (!(error instanceof UnsupportedExpression)) {
			throw error;
		}

		yield* task.table.machine.assume(task, `grep '${error.expression}'`);
		return 0;
	}

	let failed = false;
	for (const path of paths.length === 0 ? ['-'] : paths) {
		const status = yield* eachLine(task, [path], (line) => search.line(line, path));
		failed ||= status !== 0;
		yield* search.end(path);
		if (search.found && flags.has('q')) {
			return 0;
		}
	}

	if (failed && !(search.found && flags.has('q'))) {
		return 2;
	}

	if (search.found !== flags.has('L')) {
		return 0;
	}

	return 1;
}

/** `grep` and its kin. */
export const grepPrograms: Programs = {
	grep: program(names, grep),
	egrep: program(names, grep),
	fgrep: program(names, grep),
};
