import type {Walk, WalkHop} from '../../cluster.js';
import {pad, type Line, type Tone} from '../paint/text.js';
import {wrapRow} from '../paint/text-layout.js';
import type {ScreenWords} from '../words/screen-words.js';

/** Rules that decide: they choose an endpoint, rewrite an address, or end the packet. */
const decides =
	/(?:-j (?:DNAT|REJECT|DROP|MASQUERADE)|-> \S+"| dnat |\b(?:drop|reject|masquerade fully-random)\b|^element )/;

/** Whether a line is shown in the short form, with only deciding rules. */
const isShort = ({what}: WalkHop, text: string, chosen: boolean): boolean =>
	what === 'rules' ? decides.test(text) : chosen && what !== 'container' && what !== 'client';

const hopRows = (hop: WalkHop, number: number, columns: number, whole: boolean, isLast: boolean): Line[] => {
	const {what, where, says, lines} = hop;
	const shown = whole ? lines : lines.filter(({text, chosen}) => isShort(hop, text, chosen));
	const tone: Tone = isLast ? 'bad' : 'plain';
	return [
		...wrapRow(
			[
				{text: ` ${String(number).padStart(2)} `, tone: 'dim'},
				{text: pad(what, 10), tone: isLast ? 'bad' : 'title'},
				{text: where === '' ? '' : `${where}: `, tone: 'dim'},
				{text: says, tone},
			],
			columns,
			14,
		),
		...shown.flatMap(({text, chosen}) =>
			wrapRow([{text: `   ${chosen ? '▸' : ' '} ${text}`, tone: chosen ? 'here' : 'dim'}], columns, 7),
		),
	];
};

/** The path of a packet in parts: the rows of each hop, and those of its end. */
export interface WalkParts {
	readonly hops: ReadonlyArray<readonly Line[]>;
	readonly end: readonly Line[];
}

/** @param whole whether to show every rule and hop in full; otherwise only those that decide. */
export const walkParts = (
	{hops, arrives, ending, lag, otherwise}: Walk,
	columns: number,
	whole: boolean,
	words: ScreenWords['panes']['walk'],
): WalkParts => {
	const last = hops.at(-1);
	return {
		hops: hops.map((hop, index) => hopRows(hop, index + 1, columns, whole, !arrives && index === hops.length - 1)),
		end: [
			...otherwise.flatMap((other) => wrapRow([{text: `    ${words.otherwise(other)}`, tone: 'dim'}], columns, 14)),
			...wrapRow(
				arrives
					? [{text: ` ✓ ${words.arrived(ending)}`, tone: 'good'}]
					: [{text: ` ✗ ${words.died(last?.what, last?.where ?? '', ending)}`, tone: 'bad'}],
				columns,
				3,
			),
			...(lag === undefined ? [] : wrapRow([{text: `   ${lag}`, tone: 'warn'}], columns, 3)),
		],
	};
};

/**
The path of a packet: one or more rows per hop, with the deciding rules below as the node prints them and the branch marked; at the end, its
target or loss, and the late component.
*/
export const walkRows = (...given: Parameters<typeof walkParts>): Line[] => {
	const {hops, end} = walkParts(...given);
	return [...hops.flat(), ...end];
};
