import type {NodeMatrix as Matrix, ShownCycle} from '../../objects/scheduling.js';
import type {Stop} from '../../kernel/stop.js';
import {stopOf, type State} from '../state/state.js';
import {line, plainText, width, type Line, type Segment} from '../paint/text.js';
import {columnBlocks, type Column} from './column-blocks.js';
import {isRecord} from '../../kernel/record.js';

interface PodLike {
	readonly spec?: {
		readonly containers?: ReadonlyArray<{
			readonly resources?: {readonly requests?: Readonly<Record<string, string>>};
		}>;
	};
}

interface NodeLike {
	readonly status?: {readonly allocatable?: Readonly<Record<string, string>>};
}

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
	InterPodAffinity: 'PodAffinity',
	ImageLocality: 'Image',
	VolumeBinding: 'Volumes',
	VolumeRestrictions: 'VolRestrict',
	VolumeZone: 'Zone',
	NodeVolumeLimits: 'VolLimits',
	DynamicResources: 'Devices',
};

const head = (plugin: string): string => heads[plugin] ?? plugin;

/** Weighted score as what it is made of: `100×2`. */
const score = (matrix: Matrix, plugin: string, node: number): string => {
	const normalised = matrix.normalised[plugin]?.[node];
	const weighted = matrix.weighted[plugin]?.[node];
	if (normalised === undefined || normalised === null) {
		return '';
	}

	const raw = matrix.raw[plugin]?.[node];
	const weight = normalised === 0 || weighted === null || weighted === undefined ? undefined : weighted / normalised;
	const from = raw === null || raw === undefined || raw === normalised ? '' : `${raw}→`;
	return `${from}${normalised}${weight === undefined ? '' : `×${weight}`}`;
};

const columnsOf = (matrix: Matrix, chosen: string | undefined): Column[] => {
	const filters = matrix.plugins.filter((plugin) => matrix.verdicts[plugin]);
	// Who refuses which node is what matters; a column of ticks alone only says its name.
	const columns = filters.map((plugin): Column => ({
		title: head(plugin),
		group: 'filter',
		cells: matrix.nodes.map((_node, index): Segment => {
			const verdict = matrix.verdicts[plugin]?.[index] ?? '';
			return verdict === ''
				? {text: '', tone: 'plain'}
				: verdict === 'passed'
					? {text: '✓', tone: 'good'}
					: {text: '✗', tone: 'bad'};
		}),
	}));
	for (const plugin of matrix.plugins.filter((name) => matrix.normalised[name])) {
		columns.push({
			title: head(plugin),
			group: 'score × weight',
			cells: matrix.nodes.map((_node, index): Segment => ({text: score(matrix, plugin, index), tone: 'plain'})),
		});
	}

	return matrix.totals.length === 0
		? columns
		: [
				...columns,
				{
					title: 'total',
					cells: matrix.nodes.map((node, index): Segment => ({
						text: `${matrix.totals[index] ?? ''}${node === chosen ? ' ● chosen' : ''}`,
						tone: node === chosen ? 'here' : 'title',
					})),
				},
			];
};

/** The matrix, then why each node is out. */
export const matrixRows = (
	matrix: Matrix,
	chosen: string | undefined,
	columns: number,
	pod?: PodLike,
	nodes: ReadonlyMap<string, NodeLike> = new Map(),
): Line[] => {
	const names = matrix.nodes.map((text): Segment => ({text, tone: text === chosen ? 'here' : 'plain'}));
	const rows = columnBlocks('node', names, columnsOf(matrix, chosen), columns);
	const reasons = matrix.nodes.flatMap((node, index) =>
		matrix.plugins
			.map((plugin) => [plugin, matrix.verdicts[plugin]?.[index] ?? ''] as const)
			.filter(([, verdict]) => verdict !== '' && verdict !== 'passed')
			.map(([plugin, verdict]): Line => [
				{text: ` ✗ ${node}: ${plugin}: ${verdict}`, tone: 'bad'},
				{text: remedy(verdict, pod, nodes.get(node)), tone: 'dim'},
			]),
	);
	return reasons.length === 0 ? rows : [...rows, line(''), ...reasons];
};

const asked = (pod: PodLike | undefined, resource: string): string =>
	(pod?.spec?.containers ?? [])
		.map(({resources}) => resources?.requests?.[resource])
		.filter((value) => value !== undefined)
		.join(' + ');

/** What would have to change, for the reasons that a reader can do something about. */
const remedy = (verdict: string, pod: PodLike | undefined, node: NodeLike | undefined): string => {
	const [, resource] = /^Insufficient (\S+)$/.exec(verdict) ?? [];
	if (resource !== undefined) {
		const has = node?.status?.allocatable?.[resource];
		const asks = asked(pod, resource);
		return asks === '' || has === undefined ? '' : `  (requests ${asks}; ${has} in all, minus used)`;
	}

	return /untolerated taint/.test(verdict)
		? '  (a toleration for it would let the Pod in)'
		: /node affinity|node selector/.test(verdict)
			? '  (other labels on the node, or another selector)'
			: '';
};

/** The scheduler's queues, in one line where that fits. */
const queueRows = (state: State, columns: number): Line[] => {
	const queue =
		state.recording.kernel.ledger.readAt<Record<string, readonly unknown[]>>(
			'/components/kube-scheduler/queue',
			state.cursor,
		) ?? {};
	const rows = ['active', 'backoff', 'unschedulable', 'gated'].map((name): Line => {
		const items = Array.isArray(queue[name]) ? queue[name] : [];
		const names = items.map((item) =>
			typeof item === 'string' ? item : String((isRecord(item) ? item['key'] : undefined) ?? ''),
		);
		return [
			{text: ` ${name} `, tone: 'title'},
			{text: `${names.length === 0 ? '–' : names.join('  ')}  `, tone: names.length === 0 ? 'dim' : 'plain'},
		];
	});
	return width(plainText(rows.flat())) <= columns ? [rows.flat()] : rows;
};

type Cycle = Partial<ShownCycle>;

const isMatrix = (value: unknown): value is Matrix =>
	isRecord(value) && ['nodes', 'plugins', 'totals'].every((field) => Array.isArray(value[field]));

/** What the facts of a stop say about the cycle under way. */
const cycleOf = (facts: Stop['facts']): Cycle => {
	const {matrix, pod, node} = facts ?? {};
	return isMatrix(matrix)
		? {
				matrix,
				...(typeof pod === 'string' ? {pod} : {}),
				...(facts && 'node' in facts ? {node: typeof node === 'string' ? node : undefined} : {}),
			}
		: {};
};

/** Queues, and the node × plug-in matrix of the cycle. */
export const schedulerView = (state: State, columns: number): Line[] => {
	const {ledger} = state.recording.kernel;
	const stop = stopOf(state);
	const kept = ledger.readAt<Cycle>('/components/kube-scheduler/cycle', state.cursor);
	const cycle = {...kept, ...cycleOf(stop?.facts)};
	const rows = [...queueRows(state, columns), line('')];
	if (!cycle.matrix) {
		return [...rows, line(' no Pod has been through a scheduling cycle yet', 'dim')];
	}

	const chosen = cycle.matrix.totals.length > 0 || cycle.matrix.nodes.length === 1 ? cycle.node : undefined;
	const name = String(cycle.pod ?? '');
	const pod = ledger.readAt<PodLike>(`/registry/pods/${name}`, state.cursor);
	const requests = ['cpu', 'memory'].map((resource) => [resource, asked(pod, resource)]).filter(([, asks]) => asks);
	const nodes = new Map(
		cycle.matrix.nodes.map((node) => [node, ledger.readAt<NodeLike>(`/registry/minions/${node}`, state.cursor) ?? {}]),
	);
	return [
		...rows,
		[
			{text: ` ${name}`, tone: 'title'},
			{text: `  ${requests.map((pair) => pair.join(' ')).join('  ') || 'no requests'}`, tone: 'dim'},
		],
		...matrixRows(cycle.matrix, chosen, columns, pod, nodes),
	];
};
