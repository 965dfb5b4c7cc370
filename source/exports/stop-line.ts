import type {Stop} from '../kernel/stop.js';
import {printable} from '../scenario/mistake.js';
import type {Language} from '../stages/language.js';
import {sentenceOf} from '../stages/sentence.js';

const marks: Readonly<Record<string, string>> = {passed: '✓ ', refused: '✗ ', failed: '✗ ', warning: '! '};

/** Virtual milliseconds since the command as seconds, `+12.034`; `-0.050` is before it. */
export const formatTime = (sinceMs: number): string => `${sinceMs < 0 ? '' : '+'}${(sinceMs / 1000).toFixed(3)}`;

/** A stop on a line: number, time since `fromMs`, process, stage indented by depth, what happens. */
export const stopLine = (stop: Stop, fromMs: number, language: Language): string => {
	const number = `#${String(stop.step).padEnd(6)}`;
	const time = formatTime(stop.timeMs - fromMs).padStart(8);
	const indent = '  '.repeat(Math.min(stop.depth, 8));
	const what = `${marks[stop.outcome ?? ''] ?? ''}${stop.stage}  ${sentenceOf(stop, language)}`;
	return printable(`${number} ${time}  ${stop.process.padEnd(34)} ${indent}${what}`).replaceAll('\n', ' ');
};

/** A stop as plain data, for machines; its time counts from `fromMs`. */
export const stopRecord = (stop: Stop, fromMs: number, language: Language): Record<string, unknown> => {
	const {frame, facts, ...rest} = stop;
	const stack = [];
	for (let at = frame; at; at = at.parent) {
		stack.push(at.name);
	}

	return {...rest, timeMs: stop.timeMs - fromMs, text: sentenceOf(stop, language), stack, facts};
};
