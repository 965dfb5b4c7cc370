import {linesOf, program, runOther, textsOf} from './program.js';

/** The words of a line as `xargs` reads them: quotes keep blanks. */
const wordsOf = (text: string): string[] =>
	[...text.matchAll(/(?:[^\s'"\\]|\\.|'[^']*'|"[^"]*")+/gs)].map(([word]) =>
		word.replaceAll(
			/\\(.)|'([^']*)'|"([^"]*)"/gs,
			(_, plain?: string, single?: string, double?: string) => plain ?? single ?? double ?? '',
		),
	);

/** The arguments that `xargs` reads. @param isByLine with `-I` a line is an argument */
const itemsOf = (
	text: string,
	{delimiter, isByLine}: {readonly delimiter: string | undefined; readonly isByLine: boolean},
): readonly string[] => {
	if (delimiter !== undefined) {
		return text.split(delimiter).filter((item, index, all) => index < all.length - 1 || item !== '');
	}

	return isByLine
		? linesOf(text)
				.map((line) => line.trim())
				.filter((line) => line !== '')
		: wordsOf(text);
};

/** The exit code after a command: 126 and 127 if it could not run, 123 if one has failed. */
const statusAfter = (before: number, own: number): number => {
	if (own === 127 || own === 126) {
		return own;
	}

	return own === 0 ? before : 123;
};

/** `xargs`: runs a command with the arguments of its input. */
export const xargs = program(
	{
		flags: '0rtpx',
		values: 'nILPdsE',
		long: {null: '0', 'no-run-if-empty': 'r', 'max-args': 'n', replace: 'I', 'max-procs': 'P', delimiter: 'd'},
		stops: true,
	},
	function* (task, {flags, values, operands}) {
		const {text} = yield* textsOf(task, []);
		const replaces = values.get('I');
		const delimiter = flags.has('0') ? '\0' : values.get('d')?.replace('\\n', '\n');
		const items = itemsOf(text, {delimiter, isByLine: replaces !== undefined});
		const size = replaces === undefined ? Number(values.get('n') ?? values.get('L') ?? 5000) : 1;
		const command = operands.length === 0 ? ['echo'] : operands;
		let status = 0;
		const runsOnNothing = !flags.has('r') && replaces === undefined;
		const count = Math.max(items.length, runsOnNothing ? 1 : 0);
		for (let at = 0; at < count; at += Math.max(1, size)) {
			const chunk = items.slice(at, at + Math.max(1, size));
			yield* task.spend(5);
			const words =
				replaces === undefined
					? [...command, ...chunk]
					: command.map((word) => word.replaceAll(replaces, chunk[0] ?? ''));
			const own = yield* runOther(task, words);
			status = statusAfter(status, own);
			if (own === 127 || own === 255) {
				break;
			}
		}

		return status;
	},
);
