import type {Stop} from '../kernel/stop.js';
import {printable} from '../scenario/mistake.js';

const marks: Readonly<Record<string, string>> = {passed: '✓', refused: '✗', failed: '✗', warning: '!'};

/** Virtual milliseconds as `+12.034 s`. */
export const formatTime = (timeMs: number): string => `+${(timeMs / 1000).toFixed(3)}`;

/** A stop on a line: number, time, process, stage indented by depth, what happens. */
export const stopLine = (stop: Stop): string =>
	printable(
		`#${String(stop.step).padEnd(6)} ${formatTime(stop.timeMs).padStart(8)}  ${stop.process.padEnd(34)} ${'  '.repeat(Math.min(stop.depth, 8))}${marks[stop.outcome ?? ''] ? `${marks[stop.outcome!]} ` : ''}${stop.stage}  ${stop.text}`,
	).replaceAll('\n', ' ');

/** A stop as plain data, for machines; facts are left out unless they are small. */
export const stopRecord = (stop: Stop): Record<string, unknown> => {
	const {frame, facts, ...rest} = stop;
	const stack = [];
	for (let at = frame; at; at = at.parent) {
		stack.push(at.name);
	}

	return {...rest, stack, facts};
};
