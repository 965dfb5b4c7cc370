import type {WatchedChoice} from '../../scheduler/replay/replay.js';
import type {CommandWords} from '../words/words.js';
import type {Outcome} from './outcome.js';

type Words = CommandWords['compare'];

/** Columns that fill their widest cell: the first one to the left, the others to the right. */
const table = (rows: ReadonlyArray<readonly string[]>): string => {
	const widths = rows.reduce<readonly number[]>(
		(most, row) => row.map((cell, index) => Math.max(cell.length, most[index] ?? 0)),
		[],
	);
	return rows
		.map((row) =>
			row
				.map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
};

const text = (value: number | undefined, unit = ''): string => (value === undefined ? '–' : `${value}${unit}`);

/** Rows of the comparison; a row whose value is 0 or missing everywhere is left out. */
const rowsOf = (
	outcomes: readonly Outcome[],
	price: string | undefined,
	takesTime: boolean,
	words: Words,
): ReadonlyArray<readonly string[]> => {
	const [first] = outcomes.filter(({movedFromDump}) => movedFromDump !== undefined);
	const row = (label: string, cell: (outcome: Outcome) => string) => [label, ...outcomes.map((one) => cell(one))];
	const hasEvictions = outcomes.some(({evictions}) => evictions > 0);
	return [
		row('', ({name}) => name),
		...(takesTime
			? [row(words.mostNodes, ({mostNodes}) => text(mostNodes)), row(words.nodeHours, ({nodeHours}) => text(nodeHours))]
			: [
					row(words.nodesUsed, ({nodesUsed}) => text(nodesUsed)),
					row(words.nodesFree, ({nodesFree}) => text(nodesFree)),
				]),
		...(price === undefined ? [] : [row(words.cost(price, takesTime), ({cost}) => text(cost))]),
		...(takesTime
			? []
			: [
					row(words.requested('CPU'), ({requested}) => text(requested.cpu, ' %')),
					row(words.requested(words.memory), ({requested}) => text(requested.memory, ' %')),
				]),
		row(words.waiting, ({waiting}) => text(waiting)),
		...(hasEvictions ? [row(words.evictions, ({evictions}) => text(evictions))] : []),
		...(first ? [row(words.movedFromDump, ({movedFromDump}) => text(movedFromDump))] : []),
		...(outcomes.some(({movedFromFirst}) => movedFromFirst !== undefined)
			? [
					row(
						words.movedFromFirst(
							outcomes.find((one) => one.movedFromFirst === undefined && one.name !== words.dump)?.name ?? '',
						),
						({movedFromFirst}) => text(movedFromFirst),
					),
				]
			: []),
	];
};

/** Different messages of one configuration that are printed. */
const shownReasons = 3;

/** The comparison as text. */
export const comparisonText = (
	outcomes: readonly Outcome[],
	{price, takesTime, words}: {readonly price: string | undefined; readonly takesTime: boolean; readonly words: Words},
): string => {
	const reasons = outcomes.flatMap(({name, reasons: all}) =>
		all.slice(0, shownReasons).map(({message, pods}) => `${name}: ${words.reason(pods, message)}`),
	);
	return [table(rowsOf(outcomes, price, takesTime, words)), ...(reasons.length > 0 ? ['', ...reasons] : [])].join('\n');
};

/** Nodes of a choice that are printed. */
const shownNodes = 5;

/** The reason for a Pod's node: the best nodes, with the scores of each plug-in. */
export const choiceText = (name: string, choice: WatchedChoice | undefined, words: Words): string => {
	if (!choice) {
		return words.neverTried(name);
	}

	const {node, filtering, scoring} = choice;
	if (!scoring) {
		return words.onlyNode(name, node, filtering.nodes.length);
	}

	const isChosen = (index: number): number => Number(filtering.feasible[index]?.name === node);
	const order = scoring.totals
		.map((total, index) => ({total, index}))
		.sort((a, b) => b.total - a.total || isChosen(b.index) - isChosen(a.index))
		.slice(0, shownNodes);
	return [
		words.choice(name, node ?? '', filtering.feasible.length),
		table([
			['', words.total, ...scoring.scores.map(({plugin, weight}) => (weight === 1 ? plugin : `${plugin} ×${weight}`))],
			...order.map(({total, index}) => [
				filtering.feasible[index]?.name ?? '',
				String(total),
				...scoring.scores.map(({weighted}) => String(weighted[index] ?? 0)),
			]),
		]),
	].join('\n');
};
