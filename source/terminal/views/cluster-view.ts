import type {Jump} from './lists.js';
import type {State} from '../state.js';
import {line, type Line} from '../text.js';

interface PodLike {
	readonly metadata: {readonly name: string; readonly namespace: string; readonly deletionTimestamp?: string};
	readonly spec: {
		readonly nodeName?: string;
		readonly containers: ReadonlyArray<{readonly name: string; readonly image?: string}>;
	};
	readonly status?: {
		readonly phase?: string;
		readonly podIP?: string;
		readonly containerStatuses?: ReadonlyArray<{
			readonly name: string;
			readonly ready: boolean;
			readonly restartCount: number;
			readonly state?: Readonly<Record<string, {readonly reason?: string} | undefined>>;
		}>;
	};
}

interface NodeLike {
	readonly metadata: {readonly name: string};
	readonly spec?: {
		readonly unschedulable?: boolean;
		readonly taints?: ReadonlyArray<{readonly key: string; readonly value?: string; readonly effect: string}>;
	};
	readonly status?: {readonly conditions?: ReadonlyArray<{readonly type: string; readonly status: string}>};
}

type ClusterRow = Jump & {readonly key?: string};

const containerRows = ({spec, status}: PodLike, key: string): ClusterRow[] =>
	spec.containers.map(({name, image}) => {
		const found = status?.containerStatuses?.find((item) => item.name === name);
		const [phase, detail] = Object.entries(found?.state ?? {})[0] ?? ['not created'];
		return {
			key,
			row: [
				{text: `       ${name}  `, tone: 'plain'},
				{
					text: `${phase}${detail?.reason ? ` (${detail.reason})` : ''}${found?.restartCount ? `, ${found.restartCount} restarts` : ''}  `,
					tone: found?.ready ? 'good' : 'warn',
				},
				{text: image ?? '', tone: 'dim'},
			],
		};
	});

const podRows = (key: string, pod: PodLike): ClusterRow[] => {
	const ready = pod.status?.containerStatuses?.filter((item) => item.ready).length ?? 0;
	return [
		{
			key,
			row: [
				{text: `   ▸ ${pod.metadata.namespace}/${pod.metadata.name}  `, tone: 'title'},
				{
					text: `${ready}/${pod.spec.containers.length}  ${pod.metadata.deletionTimestamp ? 'Terminating' : (pod.status?.phase ?? 'Pending')}  `,
					tone: ready === pod.spec.containers.length ? 'good' : 'warn',
				},
				{text: pod.status?.podIP ?? '', tone: 'dim'},
			],
		},
		...containerRows(pod, key),
	];
};

/** Nodes, their Pods, their containers; Pods without a node last. */
export const clusterRows = (state: State): ClusterRow[] => {
	const {ledger} = state.recording.kernel;
	const pods = ledger
		.keys('/registry/pods/', state.cursor)
		.map((key) => [key, ledger.readAt<PodLike>(key, state.cursor)!] as const);
	const rows: ClusterRow[] = [];
	for (const key of ledger.keys('/registry/minions/', state.cursor)) {
		const node = ledger.readAt<NodeLike>(key, state.cursor)!;
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
		rows.push(
			...pods
				.filter(([, pod]) => pod.spec.nodeName === node.metadata.name)
				.flatMap(([podKey, pod]) => podRows(podKey, pod)),
		);
	}

	const homeless = pods.filter(([, pod]) => !pod.spec.nodeName);
	if (homeless.length > 0) {
		rows.push({row: line(' no node yet', 'warn')}, ...homeless.flatMap(([podKey, pod]) => podRows(podKey, pod)));
	}

	return rows.length === 0 ? [{row: line(' no node has registered yet', 'dim')}] : rows;
};

/** The followed object and all Pods, each on a line: for the narrow pane at the left. */
export const followedRows = (state: State): Line[] => {
	const {ledger} = state.recording.kernel;
	return ledger.keys('/registry/pods/', state.cursor).map((key): Line => {
		const pod = ledger.readAt<PodLike>(key, state.cursor)!;
		return [
			{
				text: ` ${key === state.followed ? '◆' : '·'} ${pod.metadata.name}  `,
				tone: key === state.followed ? 'here' : 'plain',
			},
			{
				text: pod.metadata.deletionTimestamp ? 'Terminating' : (pod.status?.phase ?? 'Pending'),
				tone: pod.status?.phase === 'Running' ? 'good' : 'warn',
			},
		];
	});
};
