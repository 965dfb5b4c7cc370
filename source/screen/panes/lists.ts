import type {Frame} from '../../kernel/stop.js';
import {stopOf, type State} from '../state/state.js';
import {whileUnwritten} from '../../debugger/writes-under.js';
import {line, pad, width, type Line} from '../paint/text.js';
import {shorten} from '../paint/text-layout.js';
import {wordsOf} from '../words/words.js';

const small = (facts: Readonly<Record<string, unknown>> | undefined): string =>
	Object.entries(facts ?? {})
		.filter(([name, value]) => name !== 'case' && ['string', 'number', 'boolean'].includes(typeof value))
		.map(([name, value]) => `${name}=${String(value)}`)
		.join('  ');

/** A row with a step. */
export interface Jump {
	readonly row: Line;
	readonly step?: number;
}

/** A row made on demand, because a screen shows a few of many thousands. */
export class LateRow implements Jump {
	readonly oneLine = true;

	constructor(
		readonly make: () => Line,
		readonly key?: string,
		readonly step?: number,
	) {}

	get row(): Line {
		return this.make();
	}
}

const factRows = (facts: Readonly<Record<string, unknown>> | undefined): Jump[] => {
	const text = small(facts);
	return text === '' ? [] : [{row: line(`     ${text}`, 'dim')}];
};

/** Open frames, the innermost first, with their facts; enter moves to the entry of one. */
export const stackRows = (state: State): Jump[] => {
	const stop = stopOf(state);
	if (!stop) {
		return [{row: line(` ${wordsOf(state).panes.stack.noFrame}`, 'dim')}];
	}

	const rows: Jump[] = [];
	for (let frame: Frame | undefined = stop.frame; frame; frame = frame.parent) {
		rows.push(
			{
				step: frame.step,
				row: [
					{text: ` ${rows.length === 0 ? '●' : ' '} ${frame.name}`, tone: rows.length === 0 ? 'here' : 'plain'},
					{text: `  ${frame.component}  #${frame.step}`, tone: 'dim'},
				],
			},
			...factRows(frame.facts),
		);
	}

	return [
		...rows,
		{
			row: [
				{text: ` ${rows.length === 0 ? '●' : ' '} ${stop.process}`, tone: 'plain'},
				{text: `  ${wordsOf(state).panes.stack.process}`, tone: 'dim'},
			],
		},
		...factRows(stop.facts),
	];
};

interface EventObject {
	readonly type?: string;
	readonly reason?: string;
	readonly message?: string;
	readonly count?: number;
	readonly lastTimestamp?: string;
	readonly involvedObject?: {readonly kind?: string; readonly name?: string; readonly namespace?: string};
}

const eventsFolder = '/registry/events/';
const remembered = whileUnwritten<readonly Jump[]>();

/** Events as `kubectl get events` shows them, the latest last, each with the step that stored it. */
export const eventRows = (state: State, columns: number): readonly Jump[] => {
	const {recording, cursor, setup} = state;
	return remembered(recording, eventsFolder, cursor, `${columns} ${setup.language}`, () =>
		rowsOfEvents(state, columns),
	);
};

const rowsOfEvents = (state: State, columns: number): readonly Jump[] => {
	const {ledger} = state.recording.kernel;
	const wide = columns >= 70;
	const rows = ledger
		.keys(eventsFolder, state.cursor)
		.map((key) => ({key, step: ledger.versions(key).findLast((version) => version.step <= state.cursor)?.step ?? 0}))
		.sort((a, b) => a.step - b.step);
	return rows.length === 0
		? [{row: line(` ${wordsOf(state).panes.noneYet}`, 'dim')}]
		: rows.map(({key, step}, index): Jump => {
				const make = () => eventRow(step, ledger.readAt<EventObject>(key, step) ?? {}, wide);
				return index < rows.length - newest ? new LateRow(make, undefined, step) : {step, row: make()};
			});
};

/** The number of latest events with their full message; older ones have one row, unless selected. */
const newest = 200;

const eventRow = (step: number, event: EventObject, wide: boolean): Line => {
	const {type = '', reason = '', message = '', count = 1, involvedObject} = event;
	const warning = type === 'Warning';
	const object = `${involvedObject?.kind?.toLowerCase()}/${shorten(involvedObject?.name ?? '', wide ? 30 : 18)}`;
	const times = count > 1 ? ` (x${count})` : '';
	const sign = warning ? '! ' : '';
	return [
		{text: wide ? pad(` #${step}`, 9) : ` #${step} `, tone: 'dim'},
		{text: wide ? pad(type, 8) : sign, tone: warning ? 'warn' : 'plain'},
		{text: `${wide ? pad(reason, Math.max(18, width(reason))) : reason}  `, tone: warning ? 'warn' : 'title'},
		{text: `${object}  ${message}${times}`, tone: 'plain'},
	];
};
