import {causes} from '../debugger/cause.js';
import {realCommand} from './real.js';
import {seconds, sinceStart, stopOf, type State} from './state.js';
import {cut, line, rule, width, wrapAtMost, type Line, type Tone} from './text.js';

/** The rule of a stop: its stage, step and time. */
export const stopRule = (state: State, columns: number): Line => {
	const stop = stopOf(state);
	const outcome =
		stop?.outcome === undefined || state.mode === 'guess' ? '' : ` ${outcomeMark[stop.outcome]} ${stop.outcome}`;
	return stop
		? rule(`${stop.stage}${outcome}`, columns, `#${stop.step}  ${seconds(sinceStart(state, stop.timeMs))}`)
		: rule('start', columns);
};

const outcomeMark: Readonly<Record<string, string>> = {passed: '✓', refused: '✗', failed: '✗', warning: '!'};
const outcomeTone: Readonly<Record<string, Tone>> = {refused: 'bad', failed: 'bad', warning: 'warn'};

/** What happens at this stop, in words; hidden while the user guesses. */
export const stopText = (state: State, columns: number, limit: number): Line[] => {
	const stop = stopOf(state);
	if (!stop) {
		return [line(' Nothing has happened yet.', 'dim')];
	}

	if (state.mode === 'guess') {
		return [
			line(' What happens here, and what does it change?', 'key'),
			line(' Type your guess, or only press enter.', 'dim'),
		].slice(0, limit);
	}

	const tone = outcomeTone[stop.outcome ?? ''] ?? 'plain';
	return wrapAtMost(stop.text, columns - 2, limit).map((row) => line(` ${row}`, tone));
};

/** Where one came from, shortly: each process and the part of its work, the user's command first. */
export const whyRow = (state: State, columns: number): Line => {
	const chain = causes(state.recording, state.cursor, 40).slice(1).reverse();
	const names: string[] = [];
	const {ledger} = state.recording.kernel;
	for (const {process, stage} of chain) {
		const command = /^kubectl\/(\d+)$/.exec(process);
		const typed =
			command && ledger.readAt<{command?: string}>(`/terminal/${command[1]}`, Number.MAX_SAFE_INTEGER)?.command;
		const name =
			command && !stage.startsWith('apiserver') && !stage.startsWith('etcd')
				? `kubectl ${typed ?? ''}`.trim()
				: process;
		const part = stage.split('.').slice(0, 2).join(' ');
		const label =
			name.startsWith('kubectl ') || name === 'kubectl'
				? name
				: process.startsWith('kubectl/')
					? part
					: `${process} ${part.split(' ').at(-1)}`;
		if (names.at(-1) !== label) {
			names.push(label);
		}
	}

	// The beginning is what the user did; the end is what is near. The middle gives way.
	const room = columns - 7;
	while (names.length > 2 && width(names.join(' › ')) > room) {
		const middle = names[1] === '…' ? 2 : 1;
		names.splice(1, middle, '…');
		if (names.length === 3 && width(names.join(' › ')) > room) {
			break;
		}
	}

	return [
		{text: ' why  ', tone: 'key'},
		{text: cut(names.length === 0 ? 'you began it' : names.join(' › '), room), tone: 'dim'},
	];
};

/** The stop in words: rule, text, and why or, after `x`, how to see it on a live cluster. */
export const stopPane = (state: State, columns: number, textRows: number): Line[] => {
	const stop = stopOf(state);
	const real: Line[] =
		state.real && stop
			? wrapAtMost(realCommand(stop), columns - 12, 2).map((row, index) => [
					{text: index === 0 ? ' for real  ' : '           ', tone: 'key'},
					{text: row, tone: 'plain'},
				])
			: [whyRow(state, columns)];
	return [stopRule(state, columns), ...stopText(state, columns, textRows), ...real];
};
