import {causes} from '../../debugger/cause.js';
import type {Language} from '../../stages/language.js';
import {sentenceOf} from '../../stages/sentence.js';
import type {Stop} from '../../kernel/stop.js';
import {documentationURL, stageOf} from '../../stages/catalogue.js';
import {realCommand} from './real-command.js';
import {commandOf, seconds, sinceStart, stopOf, type State} from '../state/state.js';
import {cut, line, pad, rule, width, type Line, type Tone} from '../paint/text.js';
import {wrapAtMost} from '../paint/text-layout.js';

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

/** The text of a stop; of one that fails, with the message where the text leaves it out. */
const wordsOf = (stop: Stop, language: Language): string => {
	const {outcome, facts} = stop;
	const text = sentenceOf(stop, language);
	const message = outcomeTone[outcome ?? ''] === 'bad' && typeof facts?.message === 'string' ? facts.message : '';
	return message === '' || text.includes(message.slice(0, 30)) ? text : `${text} ${message}`;
};

/** What happens at this stop, in words; hidden while the user guesses. */
export const stopText = (state: State, columns: number, limit: number): Line[] => {
	const stop = stopOf(state);
	if (!stop) {
		return [line(' Nothing has happened yet.', 'dim')];
	}

	if (state.mode === 'guess') {
		return [
			line(' What happens here, and what does it change?', 'key'),
			line(' Type your guess, or just press enter.', 'dim'),
		].slice(0, limit);
	}

	const tone = outcomeTone[stop.outcome ?? ''];
	// Users come here for the refusal: it is shown in full.
	const rows = wrapAtMost(wordsOf(stop, state.setup.language), columns - 2, limit + (tone === 'bad' ? 3 : 0));
	return rows.map((row) => line(` ${row}`, tone ?? 'plain'));
};

/** A stop without a cause: the user's own command, or the start of the cluster. */
const began = (state: State): string => {
	const number = /^kubectl\/(\d+)/.exec(stopOf(state)?.process ?? '')?.[1];
	const command = number && commandOf(state, number);
	return command ? `you: kubectl ${command}` : 'nothing led to it: it begins here';
};

/** Where a stop came from, in short: each process and the part of its work, the user's command first. */
export const whyRow = (state: State, columns: number): Line => {
	const chain = causes(state.recording, state.cursor, 40).slice(1).reverse();
	const names: string[] = [];
	for (const {process, stage} of chain) {
		const [, command] = /^kubectl\/(\d+)$/.exec(process) ?? [];
		const typed = command && commandOf(state, command);
		const name =
			command && !stage.startsWith('apiserver') && !stage.startsWith('etcd')
				? `kubectl ${typed ?? ''}`.trim()
				: process;
		const part = stage.split('.').slice(0, 2).join(' ');
		const label =
			name.startsWith('kubectl ') || name === 'kubectl'
				? names.includes(name)
					? part
					: name
				: process.startsWith('kubectl/')
					? part
					: `${process} ${part.split(' ').at(-1)}`;
		if (names.at(-1) !== label) {
			names.push(label);
		}
	}

	// The beginning is what the user did; the end is what is close by. The middle is cut.
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
		{text: cut(names.length === 0 ? began(state) : names.join(' › '), room), tone: 'dim'},
	];
};

const commandFor = ({lesson}: State, stop: Stop): string =>
	(stop.step === lesson?.leftAt ? lesson.run.step.look?.real : undefined) ?? realCommand(stop);

/** How to see it on a live cluster, what such a stage means, and where to read on. */
const realRows = (state: State, stop: Stop, columns: number): Line[] => {
	const stage = stageOf(stop.stage, state.setup.language);
	const rows = [
		['for real', commandFor(state, stop)],
		['means', stage?.about ?? ''],
		['read', stage ? `${documentationURL(stage)}  (upstream: ${stage.upstream})` : ''],
	] as const;
	return rows.map(([name, text]): Line => [
		{text: ` ${pad(name, 8)}  `, tone: 'key'},
		{text: cut(text, columns - 12), tone: 'plain'},
	]);
};

/** The stop in words: rule, text, and why or, after `x`, how to see it on a live cluster. As tall at every stop, so that what is below does not jump. */
export const stopPane = (state: State, columns: number, textRows: number): Line[] => {
	const stop = stopOf(state);
	const text = stopText(state, columns, textRows);
	const tight = state.lesson !== undefined && state.size.rows < 30;
	const more =
		state.shown.real && stop ? realRows(state, stop, columns).slice(0, tight ? 1 : 3) : [whyRow(state, columns)];
	const gap = Math.max(0, textRows + (state.shown.real && !tight ? 3 : 1) - text.length - more.length);
	const spare = Array.from({length: gap}, () => line(''));
	if (gap > 0 && !state.shown.real && stop) {
		// Where there is room it needs no key.
		spare.splice(-1, 1, [
			{text: ' for real  ', tone: 'dim'},
			{text: cut(commandFor(state, stop), columns - 12), tone: 'dim'},
		]);
	}

	return [stopRule(state, columns), ...text, ...spare, ...more];
};
