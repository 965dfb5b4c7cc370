import {printf} from './echo.js';
import {Output, program, textsOf, type Options} from './program.js';

const characterClasses: ReadonlyMap<string, string> = new Map([
	['upper', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
	['lower', 'abcdefghijklmnopqrstuvwxyz'],
	['digit', '0123456789'],
	['space', ' \t\n\r\v\f'],
	['blank', ' \t'],
	['alpha', 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'],
	['alnum', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'],
	['punct', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'],
]);

/** The characters of a set of `tr`: ranges, classes and escapes. */
const charactersOf = (set: string): string =>
	set.replaceAll(
		/\[:(\w+):\]|\\([0-7]{1,3}|.)|([^\\])-([^\\])/gs,
		(all: string, name?: string, escape?: string, from?: string, to?: string) => {
			if (name !== undefined) {
				return characterClasses.get(name) ?? '';
			}

			if (escape !== undefined) {
				return /^[0-7]+$/.test(escape) ? String.fromCharCode(Number.parseInt(escape, 8)) : printf(all, []).text;
			}

			const [low, high] = [from?.charCodeAt(0) ?? 0, to?.charCodeAt(0) ?? 0];
			return low > high
				? all
				: Array.from({length: high - low + 1}, (_, index) => String.fromCharCode(low + index)).join('');
		},
	);

const translated = (text: string, {flags, operands}: Options): string => {
	const [first = '', second = ''] = operands;
	const from = charactersOf(first);
	const to = charactersOf(second);
	const complement = flags.has('c') || flags.has('C');
	const isIn = (character: string): boolean => from.includes(character) !== complement;
	const squeezes = flags.has('s');
	const isChanged = operands.length > 1 && !flags.has('d');
	const squeezed = isChanged || flags.has('d') ? to : undefined;
	const lastOfTo = to.slice(-1);
	const changedTo = (character: string): string => (complement ? lastOfTo : (to[from.indexOf(character)] ?? lastOfTo));
	// Joined at the end: a text that is made a character at a time takes many times its length.
	const result: string[] = [];
	let last = '';
	for (const character of text) {
		if (flags.has('d') && isIn(character)) {
			continue;
		}

		const changed = isChanged && isIn(character) ? changedTo(character) : character;
		const isSqueezed =
			squeezes && changed === last && (squeezed === undefined ? isIn(changed) : squeezed.includes(changed));
		if (!isSqueezed) {
			result.push(changed);
		}

		last = changed;
	}

	return result.join('');
};

/** `tr`: exchanges, deletes and squeezes characters. */
export const tr = program(
	{flags: 'dscC', stops: true, long: {delete: 'd', 'squeeze-repeats': 's', complement: 'c'}},
	function* (task, options) {
		const output = new Output(task);
		for (;;) {
			// A squeezed run may continue past the end of a part.
			const text = options.flags.has('s') ? (yield* textsOf(task, [])).text || undefined : yield* task.read();
			if (text === undefined) {
				break;
			}

			yield* task.spend(text.length / 700);
			yield* output.add(translated(text, options));
			if (task.isBusybox) {
				yield* output.flush();
			}
		}

		yield* output.flush();
		return 0;
	},
);
