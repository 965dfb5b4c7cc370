import {equal} from '../../kernel/equality.js';
import type {Change} from '../../kernel/history.js';
import {isRecord} from '../../kernel/record.js';
import {placeOf} from '../known.js';
import type {Rule} from '../rule.js';

/** Parts of a status, each condition as a part of its own. */
const partsOf = (object: unknown): ReadonlyMap<string, unknown> => {
	const status = isRecord(object) ? object['status'] : undefined;
	const {conditions, ...others} = isRecord(status) ? status : {};
	return new Map([
		...Object.entries(others),
		...(Array.isArray(conditions) ? conditions : []).map((condition: unknown): [string, unknown] => [
			`conditions/${isRecord(condition) ? String(condition['type']) : ''}`,
			condition,
		]),
	]);
};

/** The parts of a status that a write changes. */
const changedParts = ({before, after}: Change): readonly string[] => {
	const [old, now] = [partsOf(before), partsOf(after)];
	return [...new Set([...old.keys(), ...now.keys()])].filter((part) => !equal(old.get(part), now.get(part)));
};

/** The author of a write: its process without the number of the instance. */
const authorOf = (process: string): string =>
	process.replace(/^(kube-scheduler|controller-manager)(?:-\d+)?/, '$1').replace(/^(kubelet|kube-scheduler)\/.*/, '$1');

/** The processes to which the rule applies: clients other than components may write anything. */
const isComponent = /^(?:kubelet|kube-scheduler|controller-manager)(?:\/|$)/;

const controller = (name: string): string => `controller-manager/${name}`;

/** For each place, the parts of a status and the components that write them; the first row that has the part counts. */
const authors: Readonly<Record<string, ReadonlyArray<readonly [parts: RegExp, writers: readonly string[]]>>> = {
	pods: [
		[/^conditions\/PodScheduled$/, ['kube-scheduler', 'kubelet']],
		[
			/^conditions\/DisruptionTarget$/,
			[
				'kube-scheduler',
				'kubelet',
				controller('taint-eviction'),
				controller('pod-garbage-collector/check'),
				controller('disruption'),
			],
		],
		[/^conditions\/Ready$/, ['kubelet', controller('node-lifecycle/monitor')]],
		[/^(?:phase|reason|message)$/, ['kubelet', controller('pod-garbage-collector/check')]],
		[/^nominatedNodeName$/, ['kube-scheduler']],
		[/^(?:resourceClaimStatuses|extendedResourceClaimStatus)$/, ['kube-scheduler', controller('resourceclaim')]],
		[/./, ['kubelet']],
	],
	minions: [
		[/^volumesAttached$/, [controller('persistentvolume-attach-detach')]],
		[/^conditions\//, ['kubelet', controller('node-lifecycle/monitor')]],
		[/./, ['kubelet']],
	],
	deployments: [[/./, [controller('deployment')]]],
	replicasets: [[/./, [controller('replicaset')]]],
	statefulsets: [[/./, [controller('statefulset')]]],
	daemonsets: [[/./, [controller('daemonset')]]],
	jobs: [[/./, [controller('job')]]],
	cronjobs: [[/./, [controller('cronjob')]]],
	horizontalpodautoscalers: [[/./, [controller('horizontal-pod-autoscaler')]]],
	poddisruptionbudgets: [[/./, [controller('disruption')]]],
	persistentvolumes: [[/./, [controller('persistentvolume-binder')]]],
};

const ownParts: Rule = {
	name: 'a component writes only its own part of a status',
	source:
		'https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management, k8s.io/kubernetes/pkg/kubelet/status mergePodStatus, k8s.io/kubernetes/pkg/util/pod PatchPodStatus',
	watch: () => ({
		onObject(change, {process}, broken) {
			const rows = authors[placeOf(change.key)];
			const author = authorOf(process);
			if (!rows || !change.before || !change.after || !isComponent.test(author)) {
				return;
			}

			for (const part of changedParts(change)) {
				const writers = rows.find(([parts]) => parts.test(part))?.[1] ?? [];
				if (!writers.includes(author)) {
					broken(change.key, `${process} changes ${part}, which is written by ${writers.join(' and ')}`);
				}
			}
		},
	}),
};

/** Rules about the components that write statuses. */
export const authorRules: readonly Rule[] = [ownParts];
