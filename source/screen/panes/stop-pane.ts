import {keyFor} from '../input/keymap.js';
import {causesFromInput} from '../../debugger/cause.js';
import type {Stop} from '../../kernel/stop.js';
import {documentationURL} from '../../stages/catalogue.js';
import {upstreamPlace} from '../../stages/upstream-place.js';
import {actorOf, milestones} from '../../stages/milestones.js';
import {processName} from './process-name.js';
import {placedCommand} from '../../stages/real-place.js';
import {realCommand} from './real-command.js';
import {guessRows} from './guess-rows.js';
import {openGuess} from '../state/guess-round.js';
import {beginningOf} from './why-view.js';
import {stopHead} from './stop-head.js';
import {outcomeTone, wordsOf} from './stop-words.js';
import {isCalm, isUntouchedTask} from '../state/calm.js';
import {stopOf, type State} from '../state/state.js';
import {commandNumber, commandOf} from '../state/typed-command.js';
import {screenWords} from '../words/words.js';
import {line, pad, width, type Line} from '../paint/text.js';
import {shorten, wrapAtMost, wrapRow} from '../paint/text-layout.js';
import {stageOf} from '../../stages/stage-entry.js';

/** The sentence of this stop, or the question about the next one. */
export const stopText = (state: State, columns: number, limit: number): Line[] => {
	const stop = stopOf(state);
	const asked = openGuess(state);
	if (asked) {
		return guessRows(asked, columns, limit);
	}

	if (!stop || isCalm(state)) {
		const {nothingYet, untouched} = screenWords(state.setup.language).stop;
		return [line(` ${isUntouchedTask(state) ? untouched : nothingYet}`, 'dim')];
	}

	const tone = outcomeTone(stop);
	// The refusal is the reason for this pane: it is shown in full.
	const rows = wrapAtMost(wordsOf(stop, state.setup.language), columns - 2, limit);
	return rows.map((row) => line(` ${row}`, tone ?? 'plain'));
};

/** The origin of a stop, in short: the user's command, and the decisions since. */
export const whyRow = (state: State, columns: number): Line => {
	if (isCalm(state)) {
		return line('');
	}

	const words = screenWords(state.setup.language).stop;
	const chain = causesFromInput(state.recording, state.cursor);
	const [, ...before] = milestones(chain);
	const typed = beginningOf(state, chain).replace(words.you(''), '');
	const actors = before
		.filter(({process}) => !/^(?:kubectl|kube-apiserver)\//.test(process))
		.map(({process}) => processName(actorOf(process)).replace(/^controller\//, ''))
		.reverse();
	const names = [typed, ...actors.filter((name, index) => name !== actors[index - 1])];
	// The beginning is what the user did; the end is close by. The middle gives way.
	const room = columns - width(words.why) - 4;
	while (names.length > 3 && width(names.join(' › ')) > room) {
		names.splice(1, names[1] === '…' ? 2 : 1, '…');
	}

	return [
		{text: ` ${words.why}  `, tone: 'key'},
		{text: shorten(names.join(' › '), room), tone: 'dim'},
	];
};

const commandFor = (state: State, stop: Stop): string => {
	const {lesson, setup, recording} = state;
	const own = stop.step === lesson?.leftAt ? lesson.run.step.look?.real : undefined;
	const number = commandNumber(stop.process);
	const line = number === undefined ? undefined : commandOf(recording, number);
	const real = isCalm(state)
		? 'kubectl get nodes,pods --all-namespaces'
		: realCommand(stop, recording.scenario.kubeAPIServer?.etcdPrefix, line);
	return placedCommand(own ?? real, setup.language);
};

/** The command on a live cluster, the meaning of the stage, and further reading: the rows of each. */
const realRows = (state: State, stop: Stop, columns: number): readonly Line[][] => {
	const words = screenWords(state.setup.language).stop;
	const stage = stageOf(stop.stage, state.setup.language);
	const rows = [
		[words.forReal, commandFor(state, stop)],
		[words.means, stage?.about ?? ''],
		[words.read, stage ? `${documentationURL(stage)}  (${words.upstream(upstreamPlace(stop.stage, stage))})` : ''],
	] as const;
	return rows.map(([name, text]) =>
		wrapRow(
			[
				{text: ` ${pad(name, 8)}  `, tone: 'key'},
				{text, tone: 'plain'},
			],
			columns,
			11,
		),
	);
};

/**
The stop in words: rule, text, and causes or, after `x`, the command on a live cluster. It has the same height at every stop, so that the
parts below do not move; only a longer text is taller.

@param textRows the rows for the text of most stops.

@param most the rows for the longest text.
*/
export const stopPane = (state: State, columns: number, textRows: number, most = textRows): Line[] => {
	const stop = stopOf(state);
	const text = stopText(state, columns, most);
	const tight = state.lesson !== undefined && state.size.rows < 30;
	const real = state.shown.real && stop ? realRows(state, stop, columns) : [];
	const more = real.length > 0 ? real.slice(0, tight ? 1 : real.length).flat() : [whyRow(state, columns)];
	const [head, ...change] = stopHead(state, columns);
	const gap = Math.max(0, textRows + (state.shown.real && !tight ? 3 : 1) - text.length - change.length - more.length);
	const spare = Array.from({length: gap}, () => line(''));
	if (gap > 0 && !state.shown.real && stop) {
		// With enough room it needs no key.
		const {forReal, unfold} = screenWords(state.setup.language).stop;
		const hint = ` ${forReal}  ${commandFor(state, stop)}`;
		spare.splice(
			-1,
			1,
			line(width(hint) <= columns ? hint : ` ${forReal}  ${unfold(keyFor(state.setup.keymap, 'real'))}`, 'dim'),
		);
	}

	return [head, ...text, ...change, ...spare, ...more];
};
