import {amountText} from '../../objects/resource-amount.js';
import {pad, width, type Line, type Segment} from '../paint/text.js';
import {free, missing, type Room} from './node-room.js';
import type {ScreenWords} from '../words/screen-words.js';

type SchedulerWords = ScreenWords['panes']['scheduler'];

/** Cells of a bar. */
const cells = 12;

/** `██▒▒········`: the requests of other Pods, this Pod's request, and the rest; a cross if it is too much. */
const bar = (room: Room): readonly Segment[] => {
	const {asked, used, allocatable} = room;
	const part = (amount: number): number =>
		amount <= 0 || allocatable <= 0 ? 0 : Math.max(1, Math.round((amount / allocatable) * cells));
	const taken = Math.min(cells, part(used));
	const wanted = Math.min(cells - taken, part(asked));
	const over = missing(room) > 0;
	return [
		{text: '█'.repeat(taken), tone: 'plain'},
		{text: '▒'.repeat(wanted), tone: over ? 'bad' : 'here'},
		{text: '·'.repeat(cells - taken - wanted), tone: 'dim'},
		{text: over ? '✗' : ' ', tone: 'bad'},
	];
};

const amountOf = (room: Room, words: SchedulerWords): string =>
	` ${words.of(amountText(room.resource, free(room)), amountText(room.resource, room.allocatable))}`;

const title = ({resource, asked}: Room, words: SchedulerWords): string =>
	words.free(resource, asked === 0 ? undefined : amountText(resource, asked));

const textOf = (room: Room | undefined, words: SchedulerWords): string => (room ? amountOf(room, words) : '');

/**
The free resources of each node as a drawing: a row per node, a bar for each resource that fits.

@param rooms by node
*/
export const nodeBars = (
	rooms: ReadonlyMap<string, readonly Room[]>,
	columns: number,
	words: SchedulerWords,
): Line[] => {
	const nameWidth = Math.min(20, Math.max(5, ...[...rooms.keys()].map((name) => width(name)))) + 2;
	const all = [...rooms.values()];
	const heads: readonly Room[] = all[0] ?? [];
	const sizes = heads.map((room, index) =>
		Math.max(
			width(title(room, words)) + 2,
			cells + 3 + Math.max(0, ...all.map((row) => width(textOf(row[index], words)))),
		),
	);
	let shown = 0;
	for (let used = nameWidth + 1; shown < sizes.length && used + (sizes[shown] ?? 0) <= columns + 2; shown++) {
		used += sizes[shown] ?? 0;
	}

	return [
		[
			{text: ` ${pad('', nameWidth)}`, tone: 'dim'},
			...heads
				.slice(0, shown)
				.map((room, index): Segment => ({text: pad(title(room, words), sizes[index] ?? 0), tone: 'dim'})),
		],
		...[...rooms].map(([node, row]): Line => [
			{text: ` ${pad(node, nameWidth)}`, tone: 'plain'},
			...row
				.slice(0, shown)
				.flatMap((room, index): readonly Segment[] => [
					...bar(room),
					{text: pad(amountOf(room, words), (sizes[index] ?? 0) - cells - 1), tone: 'dim'},
				]),
		]),
	];
};
