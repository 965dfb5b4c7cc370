import {isRecord} from '../../kernel/record.js';
import type {Stop} from '../../kernel/stop.js';
import {nodeOf, type Known} from '../known.js';
import type {Broken, Rule} from '../rule.js';
import {isAtWork, ownerOf} from '../second-reading.js';

interface Entry {
	readonly uid?: string;
	readonly state?: string;
}

/** The uid of the Pod to which an entry of a node belongs, by the kind of the entry. The kubelet collects what has stopped only each minute. */
const uidIn: Readonly<Record<string, (key: string, value: Entry) => string | undefined>> = {
	sandboxes: (_key, {uid, state}) => (state === 'SANDBOX_READY' ? uid : undefined),
	containers: (_key, {uid, state}) => (state === 'RUNNING' ? uid : undefined),
	volumes: (key) => key.split('/')[4],
	directories: (key) => key.slice(key.lastIndexOf('/') + 1),
	cgroups: (key) => /\/pod([^/]+)$/.exec(key)?.[1],
};

/** Addresses that a node's host-local has given and no sandbox has. */
const freeAddresses = ({kernel: {ledger}}: Known, node: string, broken: Broken): void => {
	const held = new Set(
		ledger
			.entries<{readonly ip?: string; readonly additionalIPs?: readonly string[]}>(`/nodes/${node}/sandboxes/`)
			.flatMap(([, {ip, additionalIPs = []}]) => (ip ? [ip, ...additionalIPs] : [])),
	);
	for (const key of ledger.keys(`/nodes/${node}/netns/host-local/`)) {
		const address = key.slice(key.lastIndexOf('/') + 1);
		if (/^[\da-f.:]*[.:][\da-f.:]*$/.test(address) && !held.has(address)) {
			broken(key, `no sandbox has ${address}`);
		}
	}
};

const remains: Rule = {
	name: 'at rest, the sandboxes, processes, mounts, directories, cgroups and addresses of a node belong to Pods that there are',
	source:
		'k8s.io/kubernetes/pkg/kubelet Kubelet.HandlePodCleanups, k8s.io/kubernetes/pkg/kubelet/kuberuntime containerGC',
	watch: (known) => ({
		atRest(broken) {
			if (known.isTakenOver) {
				return;
			}

			const nodes = [...known.kernel.processes.keys()].flatMap((name) => /^kubelet\/([^/]+)$/.exec(name)?.[1] ?? []);
			for (const node of nodes.filter((name) => isAtWork(known, `kubelet/${name}`))) {
				for (const [key, value] of known.kernel.ledger.entries<Entry>(`/nodes/${node}/`)) {
					const uid = uidIn[key.split('/')[3] ?? '']?.(key, value);
					if (uid !== undefined && !known.podOfUid(uid)) {
						broken(key, `the Pod ${uid} is gone`);
					}
				}

				freeAddresses(known, node, broken);
			}
		},
	}),
};

const identities: Rule = {
	name: 'of a Pod of a StatefulSet, one runs in the whole cluster, unless its deletion was forced',
	source: 'https://kubernetes.io/docs/tasks/run-application/force-delete-stateful-set-pod/',
	watch: (known) => {
		/** Uids of Pods that clients or the Pod garbage collector have removed from the API. */
		const forced = new Set<string>();
		return {
			changes: {
				pods({before, after}, {process}) {
					if (before && before.metadata.uid !== after?.metadata.uid && !process.startsWith('kubelet/')) {
						forced.add(before.metadata.uid);
					}
				},
				'node/containers'({key, before, after}, _stop, broken) {
					const pod = after?.state === 'RUNNING' && before?.state !== 'RUNNING' ? known.podOfUid(after.uid) : undefined;
					if (!pod || !after || ownerOf(pod, 'StatefulSet') === undefined) {
						return;
					}

					for (const [at, other] of known.all('node/containers')) {
						const isSame = other.namespace === after.namespace && other.pod === after.pod;
						if (isSame && other.state === 'RUNNING' && other.uid !== after.uid && !forced.has(other.uid)) {
							broken(key, `${other.pod} runs on ${nodeOf(at)} with another uid`);
						}
					}
				},
			},
		};
	},
};

/** Whether a sync waits for requests that its cache has not shown yet. @param outstanding of the facts of its stop */
const waits = (outstanding: unknown): boolean =>
	isRecord(outstanding) && (Number(outstanding['creations']) > 0 || Number(outstanding['deletions']) > 0);

const expectations: Rule = {
	name: 'at rest, a controller of ReplicaSets or DaemonSets waits for none of the Pods that it has made or deleted',
	source: 'k8s.io/kubernetes/pkg/controller UIDTrackingControllerExpectations.SatisfiedExpectations',
	watch: (known) => {
		/** Object → the process of its last sync, with the results that this waited for. */
		const last = new Map<string, {readonly process: string; readonly outstanding: unknown}>();
		const look = ({process, object, facts}: Stop): void => {
			if (object !== undefined && facts?.['outstanding'] !== undefined) {
				last.set(object, {process, outstanding: facts['outstanding']});
			}
		};

		return {
			stops: {'controller.replicaset.sync': look, 'controller.daemonset.sync': look},
			atRest(broken) {
				for (const [key, {process, outstanding}] of last) {
					if (waits(outstanding) && known.kernel.ledger.read(key) !== undefined && isAtWork(known, process)) {
						broken(key, `${process} waits for ${JSON.stringify(outstanding)}`);
					}
				}
			},
		};
	},
};

/** Rules about leftovers on nodes and in the memory of controllers. */
export const remainsRules: readonly Rule[] = [remains, identities, expectations];
