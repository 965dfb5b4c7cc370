import type {Pod} from '../../objects/kubernetes.generated.js';
import {resourceOfWord} from '../../classroom/place.js';
import {keysAt} from '../../debugger/keys-at.js';
import {objectName} from '../../objects/object-name.js';
import type {State} from '../state/state.js';
import {line} from '../paint/text.js';
import {kindRows} from './kind-table.js';
import {insideRows, logRows} from './node/inside-rows.js';
import {LateRow, type Jump} from './lists.js';
import {podsByNode} from './pods-by-node.js';
import {ageOf, containerState, podSummary} from './pod-summary.js';
import type {ClusterState, Description} from '../state/parts.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {nameInKey} from '../../objects/resources.js';
import {wordsOf} from '../words/words.js';

interface NodeLike {
	readonly metadata: {readonly name: string};
	readonly spec?: {
		readonly unschedulable?: boolean;
		readonly taints?: ReadonlyArray<{readonly key: string; readonly value?: string; readonly effect: string}>;
	};
	readonly status?: {readonly conditions?: ReadonlyArray<{readonly type: string; readonly status: string}>};
}

type ClusterRow = Jump & {readonly key?: string};

const containerRows = (state: State, pod: Pod, key: string): ClusterRow[] =>
	pod.spec.containers.map(
		({name, image}) =>
			new LateRow(() => {
				const {text, tone} = containerState(pod, name, wordsOf(state).panes.components);
				return [
					{text: `       ${name}  `, tone: 'plain'},
					{text: `${text}  `, tone},
					{text: image ?? '', tone: 'dim'},
				];
			}, key),
	);

const podRows = (state: State, key: string, pod: Pod): ClusterRow[] => [
	new LateRow(() => {
		const {phase, ready, tone, created} = podSummary(pod);
		const age = ageOf(created, state.recording.stops.get(state.cursor)?.timeMs ?? 0, state.recording);
		return [
			{
				text: `   ${key === state.object.followed ? '◆' : '▸'} ${pod.metadata.namespace}/${pod.metadata.name}  `,
				tone: 'title',
			},
			{text: `${ready}  ${phase}  `, tone},
			{text: `${pod.status?.podIP ?? ''}  ${age}`, tone: 'dim'},
		];
	}, key),
	...containerRows(state, pod, key),
];

/** Nodes, their Pods, their containers; Pods without a node last. */
const treeRows = (state: State): ClusterRow[] => {
	const {ledger} = state.recording.kernel;
	const podsOf = podsByNode(state);
	const rows: ClusterRow[] = [];
	for (const [key, node] of ledger.entries<NodeLike>('/registry/minions/', state.cursor)) {
		const ready = node.status?.conditions?.find(({type}) => type === 'Ready')?.status === 'True';
		const taints = (node.spec?.taints ?? [])
			.map(({key: name, value, effect}) => `${name}${value ? `=${value}` : ''}:${effect}`)
			.join(' ');
		rows.push({
			key,
			row: [
				{text: ` ${node.metadata.name}  `, tone: 'plain'},
				{
					text: `${ready ? 'Ready' : 'NotReady'}${node.spec?.unschedulable ? ',SchedulingDisabled' : ''}  `,
					tone: ready ? 'good' : 'bad',
				},
				{text: taints, tone: 'dim'},
			],
		});
		for (const [podKey, pod] of podsOf.get(node.metadata.name) ?? []) {
			rows.push(...podRows(state, podKey, pod));
		}
	}

	const homeless = podsOf.get('') ?? [];
	if (homeless.length > 0) {
		rows.push(
			{row: line(` ${wordsOf(state).panes.cluster.noNode}`, 'warn')},
			...homeless.flatMap(([podKey, pod]) => podRows(state, podKey, pod)),
		);
	}

	return [
		...(rows.length === 0 ? [{row: line(` ${wordsOf(state).panes.cluster.noNodes}`, 'dim')}] : rows),
		...namespaceRows(state),
	];
};

/** `1 configmap`, `2 configmaps`: by the name that kubectl has for one. */
const counted = (count: number, plural: string): string =>
	`${count} ${count === 1 ? (resourceOfWord(plural)?.singular ?? plural) : plural}`;

/** Namespace → resource → the number of its objects. */
type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

const countedKeys = (keys: readonly string[]): Counts => {
	const counts = new Map<string, Map<string, number>>();
	let folder: string | undefined;
	let named: ReturnType<typeof objectName>;
	for (const key of keys) {
		// Keys are sorted, and those in one folder have one resource and one namespace.
		if (folder === undefined || !key.startsWith(folder) || key.includes('/', folder.length)) {
			folder = key.slice(0, key.lastIndexOf('/') + 1);
			named = objectName(key);
		}

		if (named?.namespace !== undefined) {
			const inside = getOrInsert(counts, named.namespace, () => new Map<string, number>());
			inside.set(named.resource, (inside.get(named.resource) ?? 0) + 1);
		}
	}

	return counts;
};

/** Most frames have the keys of the frame before. */
const remembered = new WeakMap<readonly string[], Counts>();

/** Namespaces, each with the number of objects per resource. */
const namespaceRows = (state: State): ClusterRow[] => {
	const {ledger} = state.recording.kernel;
	const counts = getOrInsert(remembered, keysAt(ledger, state.cursor), countedKeys);
	return ledger.keys('/registry/namespaces/', state.cursor).map((key): ClusterRow => {
		const name = nameInKey(key);
		const {status} = ledger.readAt<{readonly status?: {readonly phase?: string}}>(key, state.cursor) ?? {};
		const inside = [...(counts.get(name) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
		return {
			key,
			row: [
				{text: ` ${wordsOf(state).panes.cluster.namespace(name)}  `, tone: 'plain'},
				{text: `${status?.phase ?? ''}  `, tone: status?.phase === 'Active' ? 'good' : 'warn'},
				{text: inside.map(([resource, count]) => counted(count, resource)).join('  '), tone: 'dim'},
			],
		};
	});
};

/** The output of kubectl describe, and the way to repeat it after the cursor has moved. */
const describeRows = (state: State, {at, command, printed}: Description): ClusterRow[] => [
	{row: line(` $ kubectl ${command}`, 'key')},
	...(at === state.cursor
		? []
		: [{row: line(` ${wordsOf(state).panes.cluster.asItWas(at)}`, 'warn')} satisfies ClusterRow]),
	...printed
		.trimEnd()
		.split('\n')
		.map((text): ClusterRow => ({row: line(` ${text}`)})),
];

/** The contents of a node or a Pod, or the output of its containers. */
const partRows = (
	state: State,
	{key, part}: Exclude<NonNullable<ClusterState['inside']>, Description>,
	columns: number,
): readonly ClusterRow[] => {
	const {ledger} = state.recording.kernel;
	const words = wordsOf(state).panes.cluster;
	const pod = part === 'node' ? undefined : ledger.readAt<Pod>(key, state.cursor);
	const node = part === 'node' ? key.split('/').at(-1) : pod?.spec.nodeName;
	if (!node) {
		return [{row: line(` ${words.nothingInside}`, 'dim')}];
	}

	const logs = (): readonly ClusterRow[] => (pod ? logRows(state, node, pod) : []);
	const rows = part === 'logs' ? logs() : insideRows(state, node, pod, columns);
	return rows.length === 0 ? [{row: line(` ${part === 'logs' ? words.nothingPrinted : words.nothing}`, 'dim')}] : rows;
};

/** The cluster: as a tree, one kind of objects, or the inside of a node or a Pod. */
export const clusterRows = (state: State, columns: number): readonly ClusterRow[] => {
	if (state.cluster.inside) {
		return state.cluster.inside.part === 'describe'
			? describeRows(state, state.cluster.inside)
			: partRows(state, state.cluster.inside, columns);
	}

	return state.cluster.kind === undefined ? treeRows(state) : kindRows(state, state.cluster.kind, columns);
};
