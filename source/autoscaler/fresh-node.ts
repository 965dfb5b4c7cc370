import type {DaemonSet, Node, Pod} from '../objects/kubernetes.generated.js';
import type {ProfilePlugin} from '../scheduler/framework.js';
import {NodeInfo} from '../scheduler/node-info.js';
import {podInfo} from '../scheduler/pod-info.js';
import type {NodeGroup} from './options.js';
import {Snapshot, type Questions} from './snapshot.js';

const hostname = 'kubernetes.io/hostname';

/** A new node like another, with Pods like its. @mirrors cluster-autoscaler/simulator SanitizedNodeInfo */
export const freshNode = (template: NodeInfo, name: string): NodeInfo => {
	const {node} = template;
	const fresh = new NodeInfo({
		...node,
		metadata: {...node.metadata, name, uid: name, labels: {...node.metadata.labels, [hostname]: name}},
	});
	for (const {pod} of template.pods) {
		fresh.add(podInfo({...pod, metadata: {...pod.metadata, name: `${pod.metadata.name}-${name}`}}));
	}

	return fresh;
};

/** The Pod that a DaemonSet would make for a node. Simplified: without the tolerations that its controller adds; new nodes have no such taints. */
const daemonPod = ({metadata, spec}: DaemonSet, node: string): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {
		...spec.template.metadata,
		name: `${metadata.name}-${node}`,
		namespace: metadata.namespace,
		uid: `${metadata.uid}-${node}`,
		resourceVersion: '',
		creationTimestamp: metadata.creationTimestamp,
	},
	spec: spec.template.spec ?? {containers: []},
	status: {},
});

/** The filters that decide whether a DaemonSet has a Pod on a node. @mirrors k8s.io/kubernetes/pkg/controller/daemon NodeShouldRunDaemonPod */
const daemonFilters: ReadonlySet<string> = new Set(['NodeName', 'NodeAffinity', 'TaintToleration']);

/** A new node of a group, with the Pods that DaemonSets make for it. @mirrors cluster-autoscaler/simulator SanitizedTemplateNodeInfoFromNodeGroup */
export const templateOf = (
	{name: group, template}: NodeGroup,
	daemonSets: readonly DaemonSet[],
	profile: readonly ProfilePlugin[],
	questions: Questions,
): NodeInfo => {
	const name = `template-node-for-${group}`;
	const node: Node = {
		...template,
		metadata: {
			...template.metadata,
			name,
			namespace: '',
			uid: name,
			resourceVersion: '',
			creationTimestamp: '',
			labels: {...template.metadata.labels, [hostname]: name},
		},
	};
	const info = new NodeInfo(node);
	const filters = profile.filter((plugin) => daemonFilters.has(plugin.name));
	const alone = new Snapshot([info], filters, questions);
	for (const daemonSet of daemonSets) {
		const pod = podInfo(daemonPod(daemonSet, name));
		if (!alone.refusal(pod, name)) {
			info.add(pod);
		}
	}

	return info;
};
