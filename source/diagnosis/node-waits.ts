import type {ClusterRecording} from '../cluster.js';
import {parseTimestamp} from '../kernel/clock.js';
import type {Lease, Node} from '../objects/kubernetes.generated.js';
import type {Wait} from './wait.js';

/** How long a node can be silent, plus the time until its controller reports it. @mirrors --node-monitor-grace-period */
const silenceMs = 57_000;

/** Nodes whose kubelet is down, which the cluster has not noticed yet: the effect on their Pods is due. */
export const silentNodes = ({kernel}: Pick<ClusterRecording, 'kernel'>): readonly Wait[] =>
	[...kernel.processes.values()].flatMap(({name, state}) => {
		const [, node] = /^kubelet\/([^/]+)$/.exec(name) ?? [];
		if ((state !== 'crashed' && state !== 'ended') || node === undefined) {
			return [];
		}

		const known = kernel.ledger.read<Node>(`/registry/minions/${node}`);
		const lease = kernel.ledger.read<Lease>(`/registry/leases/kube-node-lease/${node}`);
		const isReady = known?.status?.conditions?.some(({type, status}) => type === 'Ready' && status === 'True') ?? false;
		const renewed = lease?.spec?.renewTime;
		return isReady && renewed !== undefined
			? [{untilMs: parseTimestamp(renewed) + silenceMs, words: ({progress: {waits: say}}) => say.silence(node)}]
			: [];
	});
