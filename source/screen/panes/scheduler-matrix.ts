import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {amountText} from '../../objects/resource-amount.js';
import type {NodeMatrix as Matrix} from '../../objects/scheduling.js';
import {wrapRow} from '../paint/text-layout.js';
import {line, type Line, type Segment} from '../paint/text.js';
import {columnBlocks, type Column} from './column-blocks.js';
import {plain, type Row} from './row.js';
import {nodeBars} from './node-bars.js';
import {nearest, needOf} from './node-need.js';
import {free, type Room} from './node-room.js';
import {scoreExplained, scoreText} from './score-words.js';
import type {ScreenWords} from '../words/screen-words.js';

type SchedulerWords = ScreenWords['panes']['scheduler'];

/** Short heads for columns. */
const heads: Readonly<Record<string, string>> = {
	TaintToleration: 'Taints',
	NodeAffinity: 'Affinity',
	NodePorts: 'Ports',
	NodeResourcesFit: 'Fit',
	NodeName: 'Name',
	NodeUnschedulable: 'Cordon',
	PodTopologySpread: 'Spread',
	NodeResourcesBalancedAllocation: 'Balanced',
	NodeResourcesMostAllocated: 'Most',
	InterPodAffinity: 'PodAffinity',
	ImageLocality: 'Image',
	VolumeBinding: 'Volumes',
	VolumeRestrictions: 'VolRestrict',
	VolumeZone: 'Zone',
	NodeVolumeLimits: 'VolLimits',
	DynamicResources: 'Devices',
};

const head = (plugin: string): string => heads[plugin] ?? plugin;

const filtersOf = (matrix: Matrix): readonly string[] => matrix.plugins.filter((plugin) => matrix.verdicts[plugin]);

const refuses = (matrix: Matrix, plugin: string): boolean =>
	matrix.verdicts[plugin]?.some((verdict) => verdict !== '' && verdict !== 'passed') ?? false;

const totalColumn = ({totals, nodes}: Matrix, chosen: string | undefined, words: SchedulerWords): Column[] =>
	totals.length === 0
		? []
		: [
				{
					title: words.total,
					cells: nodes.map((node, index): Segment => ({
						text: `${totals[index] ?? ''}${node === chosen ? ` ● ${words.chosen}` : ''}`,
						tone: node === chosen ? 'here' : 'title',
					})),
				},
			];

/** The columns: the total first, so that it is always visible, then the refusals by plug-in, then the parts of each score. */
const columnsOf = ({matrix, chosen, words}: ShownMatrix): Column[] => [
	...totalColumn(matrix, chosen, words),
	...filtersOf(matrix)
		.filter((plugin) => refuses(matrix, plugin))
		.map((plugin): Column => ({
			title: head(plugin),
			group: words.filter,
			cells: matrix.nodes.map((_node, index): Segment => {
				const verdict = matrix.verdicts[plugin]?.[index] ?? '';
				if (verdict === '') {
					return {text: '', tone: 'plain'};
				}

				if (verdict === 'passed') {
					return {text: '✓', tone: 'good'};
				}

				return {text: '✗', tone: 'bad'};
			}),
		})),
	...matrix.plugins
		.filter((name) => matrix.normalised[name])
		.map((plugin): Column => ({
			title: head(plugin),
			group: words.scores,
			cells: matrix.nodes.map((_node, index): Segment => ({text: scoreText(matrix, plugin, index), tone: 'plain'})),
		})),
];

/** A cycle with the objects it is about, as they are at the step. */
export interface ShownMatrix {
	readonly matrix: Matrix;
	readonly chosen?: string;
	readonly pod?: Pod;
	/** The nodes, by name. */
	readonly nodes: ReadonlyMap<string, Node>;
	/** The rooms, by node name. */
	readonly rooms: ReadonlyMap<string, readonly Room[]>;
	/** Changes that help, proven on a copy of the run. */
	readonly proven: readonly string[];
	readonly words: SchedulerWords;
}

const hanging = (row: Line, columns: number): Line[] => wrapRow(row, columns - 1, 3);

/** Reason → the nodes that are out for it, in the order of the plug-ins. */
const reasons = ({matrix}: ShownMatrix): ReadonlyMap<string, readonly string[]> => {
	const found = new Map<string, string[]>();
	for (const plugin of matrix.plugins) {
		for (const [index, verdict] of (matrix.verdicts[plugin] ?? []).entries()) {
			if (verdict !== '' && verdict !== 'passed') {
				getOrInsert(found, `${plugin}: ${verdict}`, () => []).push(matrix.nodes[index] ?? '');
			}
		}
	}

	return found;
};

/** The scheduler's own reasons for excluded nodes. */
const reasonRows = (shown: ShownMatrix, columns: number): Line[] =>
	[...reasons(shown)].flatMap(([reason, nodes]) =>
		hanging(
			[
				{text: ` ✗ ${reason}`, tone: 'bad'},
				{text: `  ${nodes.join(', ')}`, tone: 'plain'},
			],
			columns,
		),
	);

/** The need of each node; absent if nothing is known of any. */
const needsColumn = ({matrix, pod, nodes, rooms, words}: ShownMatrix): Column[] => {
	const cells = matrix.nodes.map((name, index): Segment => {
		const node = nodes.get(name);
		const verdicts = matrix.plugins
			.map((plugin) => matrix.verdicts[plugin]?.[index] ?? '')
			.filter((verdict) => verdict !== '' && verdict !== 'passed');
		const needs =
			pod && node
				? verdicts
						.flatMap((verdict) => verdict.split(', '))
						.map((one) => needOf(one, pod, node, rooms.get(name) ?? [], words))
				: [];
		return {text: needs.filter((text) => text !== '').join('; '), tone: 'plain'};
	});
	return cells.every(({text}) => text === '') ? [] : [{title: words.needs, cells}];
};

/** The smallest change for the Pod to fit; shown only if no node fits. */
const fixRows = ({matrix, rooms, proven, words}: ShownMatrix, columns: number): Line[] => {
	const refused = matrix.nodes.filter((_, index) =>
		matrix.plugins.some((plugin) => !['', 'passed'].includes(matrix.verdicts[plugin]?.[index] ?? '')),
	);
	if (refused.length < matrix.nodes.length) {
		return [];
	}

	if (proven.length > 0) {
		return proven.flatMap((remedy) =>
			hanging(
				[
					{text: ` ${words.helps}  `, tone: 'key'},
					{text: remedy, tone: 'plain'},
				],
				columns,
			),
		);
	}

	const least = nearest(rooms);
	return least && free(least.room) > 0
		? hanging(
				[
					{text: ` ${words.nearest}  `, tone: 'key'},
					{
						text: words.fits(least.node, amountText(least.room.resource, free(least.room)), least.room.resource),
						tone: 'plain',
					},
				],
				columns,
			)
		: [];
};

/** The matrix, the origin of its numbers or the reason against each node, and the free amounts of each. */
export const matrixRows = (shown: ShownMatrix, columns: number): Row[] => {
	const {matrix, chosen, rooms, words} = shown;
	const names = matrix.nodes.map((text): Segment => ({text, tone: text === chosen ? 'here' : 'plain'}));
	const passed = filtersOf(matrix).filter((plugin) => !refuses(matrix, plugin));
	const explained = scoreExplained(matrix, head, words);
	return [
		...columnBlocks(words.node, names, [...columnsOf(shown), ...needsColumn(shown)], columns),
		...plain([
			...reasonRows(shown, columns),
			...(passed.length === 0
				? []
				: hanging(line(` ✓ ${words.refuseNone(passed.map(head).join(', '))}`, 'good'), columns)),
			...(explained === '' ? [] : hanging(line(` ${explained}`, 'dim'), columns)),
			...fixRows(shown, columns),
			...(rooms.size === 0 ? [] : nodeBars(rooms, columns, words)),
		]),
	];
};
