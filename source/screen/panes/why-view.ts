import {causesFromInput, effects} from '../../debugger/cause.js';
import {firstClause, milestones} from '../../stages/milestones.js';
import {sentenceOf} from '../../stages/sentence.js';
import type {Frame, Stop} from '../../kernel/stop.js';
import {stopOf, type State} from '../state/state.js';
import {keyFor} from '../input/keymap.js';
import {openGuess} from '../state/guess-round.js';
import {inputWords} from '../state/input-words.js';
import {commandOf} from '../state/typed-command.js';
import {line, plainText, type Line} from '../paint/text.js';
import {wrapRow} from '../paint/text-layout.js';
import {screenWords} from '../words/words.js';
import {processName} from './process-name.js';
import type {Row} from './row.js';

/** The outermost frame of a stop: the first one of its process. */
const outermost = (stop: Stop): Frame | undefined => {
	let at = stop.frame;
	while (at?.parent) {
		at = at.parent;
	}

	return at;
};

/** The user's last fault or Ctrl-C, as it is typed; `undefined` if the fault comes from the scenario. */
const faultBefore = ({recording, setup}: State, step: number): string | undefined => {
	const given = recording.inputs.findLast(
		({input, step: at}) => ('fault' in input || 'interrupt' in input) && at <= step,
	)?.input;
	return given && inputWords(given, screenWords(setup.language).lists.futures);
};

/** The user's command, or the outside client's request, at the beginning of a chain; other chains begin with the cluster's start or a timer. */
export const beginningOf = (state: State, chain: readonly Stop[]): string => {
	const words = screenWords(state.setup.language).stop;
	const first = chain.at(-1);
	const [, program, number = ''] = /^(kubectl|client)\/(\d+)/.exec(first?.process ?? '') ?? [];
	if (program === 'kubectl') {
		return words.you(`kubectl ${commandOf(state.recording, number) ?? ''}`).trimEnd();
	}

	if (first?.process.startsWith('user/')) {
		const fault = faultBefore(state, first.step);
		return fault === undefined ? words.nobody : words.you(fault);
	}

	const request = program === 'client' && first && outermost(first);
	return request ? words.client(`${request.component} ${request.name}`) : words.nobody;
};

const stopRow = (state: State, stop: Stop, mark: string, text: string): Row => ({
	step: stop.step,
	row: [
		{text: ` ${mark} #${stop.step}`.padEnd(9), tone: stop.step === state.cursor ? 'here' : 'dim'},
		{text: `${processName(stop.process)}  `, tone: 'title'},
		{text, tone: 'plain'},
	],
});

const says = (state: State, stop: Stop): string => sentenceOf(stop, state.setup.language);

const markOf = (state: State, stop: Stop): string => (stop.step === state.cursor ? '●' : '←');

/** Every link of the chain, and then the stop's effects. */
const everyLink = (state: State, chain: readonly Stop[]): readonly Row[] => {
	const words = screenWords(state.setup.language).stop;
	const led = effects(state.recording, state.cursor, 40).filter(({step}) => step > state.cursor);
	return [
		...chain.map((stop) => stopRow(state, stop, markOf(state, stop), says(state, stop))),
		{row: beginningRow(state, chain)},
		{row: line(` ${led.length === 0 ? words.ledToNothing : words.ledTo}`, 'dim')},
		...led.map((stop) => stopRow(state, stop, '→', says(state, stop))),
	];
};

const beginningRow = (state: State, chain: readonly Stop[]): Line => [
	{text: ' ←       ', tone: 'dim'},
	{text: beginningOf(state, chain), tone: 'key'},
];

const heightOf = (rows: readonly Row[], columns: number): number =>
	rows.reduce(
		(sum, {row, oneLine}) => sum + (oneLine ? 1 : wrapRow([{text: plainText(row), tone: 'plain'}], columns, 3).length),
		0,
	);

/** Drops rows in the middle until the rest fits; at least two stay. */
const withoutMiddle = (rows: readonly Row[], isGood: (rows: readonly Row[]) => boolean): readonly Row[] => {
	let kept = rows;
	while (kept.length > 2 && !isGood(kept)) {
		const middle = Math.floor(kept.length / 2);
		kept = kept.filter((_, index) => index !== middle);
	}

	return kept;
};

/** As many milestones as fit, in whole sentences; if not even two fit, one row each. */
const fitting = (rows: readonly Row[], columns: number, room: number): readonly Row[] => {
	const heights = new Map(rows.map((row) => [row, heightOf([row], columns)]));
	const sum = (some: readonly Row[]): number => some.reduce((all, row) => all + (heights.get(row) ?? 0), 0);
	const kept = withoutMiddle(rows, (some) => sum(some) <= room);
	let free = room - sum(kept);
	if (free < 0) {
		return inRows(rows, columns, room);
	}

	// A part lower than the dropped ones has room after all.
	return rows.filter((row) => {
		const height = kept.includes(row) ? 0 : sum([row]);
		const fits = height <= free;
		free -= fits ? height : 0;
		return fits;
	});
};

/** Each in a separate uncut row, the nearest first, as long as they fit. */
const inRows = (rows: readonly Row[], columns: number, room: number): readonly Row[] => {
	const kept = withoutMiddle(rows, (some) => some.length <= room);
	let free = room - kept.length;
	return kept.map((row): Row => {
		const more = heightOf([row], columns) - 1;
		if (more > free) {
			return {...row, oneLine: true};
		}

		free -= more;
		return row;
	});
};

/**
The causes of the stop: the decisions of all participants, back to the user's command, which is always the last row; above them, as far as
they fit, the effects of the stop. Unfolded, it shows every link.
*/
export const whyRows = (state: State, columns: number, height: number): readonly Row[] => {
	const words = screenWords(state.setup.language).stop;
	if (!stopOf(state)) {
		return [{row: line(` ${words.nothingYet}`, 'dim')}];
	}

	const chain = causesFromInput(state.recording, state.cursor, 1000);
	if (state.pane.unfolded) {
		return everyLink(state, chain);
	}

	const beginning: Row = {row: beginningRow(state, chain), unfolds: true};
	const {keymap} = state.setup;
	const keys = (state.lesson ? (['up', 'open'] as const) : (['open'] as const)).map((word) => keyFor(keymap, word));
	const fold: Row = {
		row: line(`   … ${words.links(chain.length, keys.join(' '))}`, 'dim'),
		unfolds: true,
	};
	const clauses = milestones(chain).map((stop) =>
		stopRow(state, stop, markOf(state, stop), firstClause(says(state, stop))),
	);
	const last = heightOf([beginning], columns) + 1;
	const kept = fitting(clauses, columns, height - last);
	// The user's command stays in view; other rows are dropped first. While a guess waits, enter answers it.
	const hasRoom = heightOf(kept, columns) + last <= height && !openGuess(state);
	return hasRoom ? [...kept, fold, beginning] : [...kept, beginning];
};
