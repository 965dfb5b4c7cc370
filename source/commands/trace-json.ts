import type {TerminalEntry} from '../cluster.js';
import {stopRecord} from '../exports/stop-line.js';
import type {Language} from '../stages/language.js';
import {explanationRecord} from './explanation-lines.js';
import type {End, Ending, Printer, PrintOptions} from './trace-printer.js';

const endRecord = (end: End, ending: Ending, language: Language) =>
	'verdict' in ending
		? {
				...end,
				verdict: ending.verdict.state,
				objects: ending.verdict.objects,
				cut: ending.verdict.cut,
				endless: ending.verdict.endless,
				because: ending.verdict.because?.step,
				explanations: ending.verdict.findings.map((finding) => explanationRecord(finding, language)),
			}
		: {...end, reached: ending.reached, cut: ending.cut};

/** Prints a trace as JSON: a line for each stop, or one object for all. @param fromMs the time of the first command, in virtual milliseconds */
export const jsonPrinter = ({write, language}: PrintOptions, output: 'json' | 'jsonl', fromMs: number): Printer => {
	const stops: unknown[] = [];
	const commands: TerminalEntry[] = [];
	const walks: unknown[] = [];
	return {
		stop(stop) {
			const record = stopRecord(stop, fromMs, language);
			if (output === 'jsonl') {
				write(`${JSON.stringify(record)}\n`);
			} else {
				stops.push(record);
			}
		},
		command(entry) {
			if (output === 'jsonl') {
				write(`${JSON.stringify({terminal: entry})}\n`);
			} else {
				commands.push(entry);
			}
		},
		walk(words, walk) {
			if (output === 'jsonl') {
				write(`${JSON.stringify({packet: words, walk})}\n`);
			} else {
				walks.push({packet: words, walk});
			}
		},
		end(reached, ending) {
			const end = endRecord(reached, ending, language);
			write(
				`${JSON.stringify(output === 'json' ? {stops, ...(commands.length > 0 ? {commands} : {}), ...(walks.length > 0 ? {walks} : {}), end} : {end})}\n`,
			);
		},
	};
};
