import type {Routine} from '../../../kernel/routine.js';
import {sortLikeGo} from '../../../go/sort.js';
import {alignRows} from '../../../go/tab-writer.js';
import {isRecord} from '../../../kernel/record.js';
import {nestedField, nestedSlice, nestedString} from '../../../objects/unstructured.js';
import {bytes, cpuMillis} from '../../../objects/quantity.js';
import {CommandFailure, usageFailure} from '../../failure.js';
import {resolveResource} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {pathOf} from '../../resource-path.js';

const listed = (body: unknown): readonly unknown[] => nestedSlice(body, 'items');

/** Whether this is a PodMetrics or a NodeMetrics. */
const isMeasured = (body: unknown): body is Measured =>
	isRecord(body) && isRecord(body['metadata']) && (Array.isArray(body['containers']) || isRecord(body['usage']));

/** @throws {CommandFailure} for flags and words that exclude each other. @mirrors kubectl/pkg/cmd/top Complete, Validate */
const check = ({flags, words, commandPath}: Invocation, what: 'node' | 'pod'): void => {
	if (words.length > 1) {
		throw usageFailure(commandPath, `${what} [NAME | -l label]`);
	}

	const by = flags.text('sort-by');
	if (by !== '' && by !== 'cpu' && by !== 'memory') {
		throw new CommandFailure('--sort-by accepts only cpu or memory');
	}

	if (words.length > 0 && (flags.text('selector') || (what === 'pod' && flags.text('field-selector')))) {
		throw new CommandFailure(
			what === 'pod'
				? 'only one of NAME or selector can be provided'
				: 'only one of NAME or --selector can be provided',
		);
	}
};

interface Measured {
	readonly metadata: {readonly name: string; readonly namespace?: string};
	readonly usage?: Amounts;
	readonly containers?: ReadonlyArray<{readonly name: string; readonly usage: Amounts}>;
}

interface Amounts {
	readonly cpu: string;
	readonly memory: string;
}

interface Sum {
	readonly cpu: number;
	readonly memory: number;
}

const sumOf = (amounts: readonly Amounts[]): Sum => ({
	cpu: amounts.reduce((sum, {cpu}) => sum + cpuMillis(cpu), 0),
	memory: amounts.reduce((sum, {memory}) => sum + bytes(memory), 0),
});

const mebibyte = 1024 * 1024;

/** @mirrors kubectl/pkg/metricsutil printSingleResourceUsage */
const cells = ({cpu, memory}: Sum): readonly string[] => [`${cpu}m`, `${Math.floor(memory / mebibyte)}Mi`];

/** The content of a row, and its default order. */
interface Used {
	readonly name: string;
	readonly namespace?: string;
	readonly sum: Sum;
}

/** @mirrors kubectl/pkg/metricsutil NewPodMetricsSorter */
const sorted = <T extends Used>(rows: readonly T[], by: string): readonly T[] =>
	sortLikeGo(rows, (a, b) => {
		if (by === 'cpu' || by === 'memory') {
			return a.sum[by] > b.sum[by];
		}

		const [one = '', other = ''] = [a.namespace, b.namespace];
		return one === other ? a.name < b.name : one < other;
	});

/** The rows of `kubectl top pod`: a Pod each, or with `--containers` a container each. */
const podRows = (items: readonly Measured[], {flags}: Invocation): readonly (readonly string[])[] => {
	const everywhere = flags.on('all-namespaces');
	const each = flags.on('containers');
	const header = [
		...(everywhere ? ['NAMESPACE'] : []),
		...(each ? ['POD'] : []),
		'NAME',
		'CPU(cores)',
		'MEMORY(bytes)',
	];
	const pods = items.map(({metadata: {name, namespace = ''}, containers = []}) => ({
		name,
		namespace,
		containers,
		sum: sumOf(containers.map(({usage}) => usage)),
	}));
	const rows = sorted(pods, flags.text('sort-by')).flatMap(({name, namespace, containers, sum}) => {
		const first = everywhere ? [namespace] : [];
		return each
			? sorted(
					containers.map((one) => ({name: one.name, sum: sumOf([one.usage])})),
					flags.text('sort-by'),
				).map((one) => [...first, name, one.name, ...cells(one.sum)])
			: [[...first, name, ...cells(sum)]];
	});
	const total = cells(
		pods.reduce((all, {sum}) => ({cpu: all.cpu + sum.cpu, memory: all.memory + sum.memory}), {cpu: 0, memory: 0}),
	);
	const blank = header.slice(0, -3).map(() => '');
	const line = [...blank, '', '________', '________'];
	return [
		...(flags.on('no-headers') ? [] : [header]),
		...rows,
		...(flags.on('sum') ? [line, [...blank, '', ...total]] : []),
	];
};

const nameOf = (object: unknown): string => nestedString(object, 'metadata', 'name') ?? '';

const share = (used: number, of: number): string => (of > 0 ? `${Math.trunc((used / of) * 100)}%` : '<unknown>');

/** The rows of `kubectl top node`, next to the allocatable amounts of each node. */
const nodeRows = (
	items: readonly Measured[],
	nodes: readonly unknown[],
	{flags}: Invocation,
): readonly (readonly string[])[] => {
	const kind = flags.on('show-capacity') ? 'capacity' : 'allocatable';
	const measured = items.flatMap(({metadata: {name}, usage}) => (usage ? [{name, sum: sumOf([usage])}] : []));
	const rows = sorted(measured, flags.text('sort-by')).map(({name, sum}) => {
		const own = nodes.find((node) => nameOf(node) === name);
		const amount = (which: 'cpu' | 'memory') => nestedString(own, 'status', kind, which);
		const [cpu = '', memory = ''] = cells(sum);
		return [name, cpu, share(sum.cpu, cpuMillis(amount('cpu'))), memory, share(sum.memory, bytes(amount('memory')))];
	});
	const silent = nodes
		.map((node) => nameOf(node))
		.filter((name) => !measured.some((one) => one.name === name))
		.map((name) => [name, '<unknown>', '<unknown>', '<unknown>', '<unknown>']);
	const header = ['NAME', 'CPU(cores)', 'CPU(%)', 'MEMORY(bytes)', 'MEMORY(%)'];
	return [...(flags.on('no-headers') ? [] : [header]), ...rows, ...silent];
};

/** A row whose last cell is also padded to its column. */
const closed = (row: readonly string[]): readonly string[] => [...row, ''];

/** `kubectl top` asks metrics-server, if the cluster runs one. @mirrors kubectl/pkg/cmd/top */
const top = (what: 'node' | 'pod') =>
	function* (invocation: Invocation): Routine<number | void> {
		check(invocation, what);
		const {all} = yield* invocation.resources();
		if (!all.some(({group}) => group === 'metrics.k8s.io')) {
			throw new CommandFailure('Metrics API not available');
		}

		const {words, flags} = invocation;
		const resource = yield* resolveResource(
			invocation,
			what === 'pod' ? 'pods.metrics.k8s.io' : 'nodes.metrics.k8s.io',
		);
		const namespace = what === 'node' || flags.on('all-namespaces') ? undefined : yield* invocation.namespace();
		const query = {labelSelector: flags.text('selector'), fieldSelector: flags.text('field-selector')};
		const answer = yield* invocation.request('GET', pathOf(resource, namespace, words[0]), {query});
		const {body} = answer;
		const items = isMeasured(body) ? [body] : listed(body).filter((item) => isMeasured(item));
		const own = yield* resolveResource(invocation, what === 'pod' ? 'pods' : 'nodes');
		if (what === 'pod') {
			if (items.length > 0) {
				invocation.out(alignRows(podRows(items, invocation).map(closed)));
				return;
			}

			const pods = yield* invocation.request('GET', pathOf(own, namespace), {query});
			if (listed(pods.body).length > 0) {
				throw new CommandFailure('metrics not available yet');
			}

			invocation.err(`No resources found${namespace === undefined ? '' : ` in ${namespace} namespace.`}\n`);
			return;
		}

		if (items.length === 0) {
			throw new CommandFailure('metrics not available yet');
		}

		const found = yield* invocation.request('GET', pathOf(own, undefined, words[0]), {query});
		const nodes = nestedField(found.body, 'items') === undefined ? [found.body] : listed(found.body);
		invocation.out(alignRows(nodeRows(items, nodes, invocation).map(closed)));
	};

/** `kubectl top node`. */
export const topNode = top('node');

/** `kubectl top pod`. */
export const topPod = top('pod');
