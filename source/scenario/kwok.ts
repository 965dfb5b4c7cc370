import {count, list, mapOf, record, text, type Shape} from './document.js';
import {commonNodeFields} from './node-groups.js';

/** Nodes that no machine is behind: they all look alike. */
export interface KwokNodes {
	/** The prefix of their names, which a number from 0 follows: `kwok-node-0`. */
	readonly name?: string;
	readonly count?: number;
	readonly labels?: Readonly<Record<string, string>>;
	readonly annotations?: Readonly<Record<string, string>>;
	readonly taints?: ReadonlyArray<{readonly key: string; readonly value?: string; readonly effect: string}>;
	readonly capacity?: Readonly<Record<string, string>>;
}

/** KWOK runs in the cluster. */
export interface KwokOptions {
	readonly nodes?: readonly KwokNodes[];
}

const {labels, taints, capacity} = commonNodeFields;

/** The part of a scenario file for KWOK. */
export const kwokShape: Shape<KwokOptions> = record({
	nodes: list(record({name: text, count, labels, annotations: mapOf(text), taints, capacity})),
});

const usualCapacity = {cpu: '4', memory: '32Gi', pods: '110'};

/** The names of nodes, in order. */
export const kwokNodeNames = ({name = 'kwok-node', count: size = 1}: KwokNodes): readonly string[] =>
	Array.from({length: size}, (_, index) => `${name}-${index}`);

/** The Nodes of a scenario that KWOK manages, by the path of their resource: as kubectl creates them, not ready yet. */
export const kwokNodeObjects = ({nodes = []}: KwokOptions): Readonly<Record<string, readonly unknown[]>> => ({
	'/api/v1/nodes': nodes.flatMap((group) => {
		const amounts = {...usualCapacity, ...group.capacity};
		return kwokNodeNames(group).map((name) => ({
			apiVersion: 'v1',
			kind: 'Node',
			metadata: {
				name,
				annotations: {'kwok.x-k8s.io/node': 'fake', ...group.annotations},
				labels: {
					'beta.kubernetes.io/arch': 'amd64',
					'beta.kubernetes.io/os': 'linux',
					'kubernetes.io/arch': 'amd64',
					'kubernetes.io/hostname': name,
					'kubernetes.io/os': 'linux',
					'kubernetes.io/role': 'agent',
					'node-role.kubernetes.io/agent': '',
					type: 'kwok',
					...group.labels,
				},
			},
			spec: {taints: [...(group.taints ?? []), {key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule'}]},
			status: {
				allocatable: amounts,
				capacity: amounts,
				nodeInfo: {
					architecture: 'amd64',
					bootID: '',
					containerRuntimeVersion: '',
					kernelVersion: '',
					kubeProxyVersion: 'fake',
					kubeletVersion: 'fake',
					machineID: '',
					operatingSystem: 'linux',
					osImage: '',
					systemUUID: '',
				},
			},
		}));
	}),
});
