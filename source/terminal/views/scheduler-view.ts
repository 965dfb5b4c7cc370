import {stopOf, type State} from '../state.js';
import {line, type Line, type Segment} from '../text.js';

interface Matrix {
	readonly nodes?: readonly string[];
	readonly plugins?: readonly string[];
	readonly verdicts?: Readonly<Record<string, Readonly<Record<string, string | boolean>>>>;
	readonly weighted?: Readonly<Record<string, Readonly<Record<string, number>>>>;
	readonly raw?: Readonly<Record<string, Readonly<Record<string, number>>>>;
	readonly normalised?: Readonly<Record<string, Readonly<Record<string, number>>>>;
	readonly weights?: Readonly<Record<string, number>>;
	readonly totals?: Readonly<Record<string, number>>;
	readonly chosen?: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Short heads for columns: `TaintToleration` → `TaintTol`. */
const head = (plugin: string): string => plugin.replace(/^NodeResources/, '').slice(0, 10);

const verdictRows = (matrix: Matrix, chosen: string | undefined): Line[] => {
	const nodes = matrix.nodes ?? [];
	const filters = Object.keys(matrix.verdicts ?? {});
	const scores = Object.keys(matrix.weighted ?? {});
	const nameWidth = Math.max(6, ...nodes.map((node) => node.length)) + 2;
	const rows: Line[] = [
		[
			{text: ` ${'node'.padEnd(nameWidth)}`, tone: 'dim'},
			{text: filters.map((plugin) => head(plugin).padEnd(11)).join(''), tone: 'title'},
			{
				text: scores.map((plugin) => `${head(plugin)}×${matrix.weights?.[plugin] ?? 1}`.padEnd(13)).join(''),
				tone: 'title',
			},
			{text: scores.length > 0 ? 'total' : '', tone: 'title'},
		],
	];
	for (const node of nodes) {
		const row: Segment[] = [{text: ` ${node.padEnd(nameWidth)}`, tone: node === chosen ? 'here' : 'plain'}];
		let why = '';
		for (const plugin of filters) {
			const verdict = matrix.verdicts?.[plugin]?.[node];
			const passed = verdict === true || verdict === '' || verdict === 'passed' || verdict === '✓';
			row.push({text: (verdict === undefined ? '' : passed ? '✓' : '✗').padEnd(11), tone: passed ? 'good' : 'bad'});
			why ||= verdict !== undefined && !passed ? text(verdict) : '';
		}

		if (why === '') {
			for (const plugin of scores) {
				const normalised = matrix.normalised?.[plugin]?.[node] ?? matrix.raw?.[plugin]?.[node];
				row.push({
					text: (normalised === undefined ? '' : `${normalised}→${matrix.weighted?.[plugin]?.[node] ?? 0}`).padEnd(13),
					tone: 'plain',
				});
			}

			const total = matrix.totals?.[node];
			row.push(
				{text: total === undefined ? '' : String(total), tone: 'title'},
				{text: node === chosen ? '  ● chosen' : '', tone: 'here'},
			);
		} else {
			row.push({text: why, tone: 'bad'});
		}

		rows.push(row);
	}

	return rows;
};

const asArray = (value: unknown): readonly unknown[] =>
	Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.keys(value) : [];

/** Queues, and the node × plug-in matrix of the cycle. */
export const schedulerView = (state: State): Line[] => {
	const {ledger} = state.recording.kernel;
	const queue = ledger.readAt<Record<string, unknown>>('/components/kube-scheduler/queue', state.cursor) ?? {};
	const rows: Line[] = ['active', 'backoff', 'unschedulable', 'gated']
		.filter((name) => name in queue || name !== 'gated')
		.map((name): Line => {
			const items = asArray(queue[name]).map((item) =>
				typeof item === 'string'
					? item
					: text((item as {key?: unknown; name?: unknown}).key ?? (item as {name?: unknown}).name ?? item),
			);
			return [
				{text: ` ${name.padEnd(14)}`, tone: 'title'},
				{text: items.length === 0 ? '–' : items.join('  '), tone: items.length === 0 ? 'dim' : 'plain'},
			];
		});
	const stop = stopOf(state);
	const cycle = (
		stop?.facts?.matrix === undefined ? ledger.readAt('/components/kube-scheduler/cycle', state.cursor) : stop.facts
	) as {pod?: unknown; matrix?: Matrix; chosen?: string; node?: string; message?: string} | undefined;
	rows.push(line(''));
	if (!cycle?.matrix) {
		return [...rows, line(' no Pod has been through a scheduling cycle yet', 'dim')];
	}

	rows.push(
		line(` ${typeof cycle.pod === 'string' ? cycle.pod : ''}`, 'title'),
		...verdictRows(cycle.matrix, cycle.chosen ?? cycle.matrix.chosen ?? cycle.node),
	);
	if (cycle.message) {
		rows.push(line(''), line(` ${cycle.message}`, 'bad'));
	}

	return rows;
};
