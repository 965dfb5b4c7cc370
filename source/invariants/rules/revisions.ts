import type {ControllerRevision, DaemonSet, Pod} from '../../objects/kubernetes.generated.js';
import {isRecord} from '../../kernel/record.js';
import {controllerOf, nameOf, type Known} from '../known.js';
import type {Rule} from '../rule.js';
import {isOwnedBy, podsIn} from '../second-reading.js';

const label = 'controller-revision-hash';

/** Images of the containers in a template or Pod. */
const imagesOf = (spec: unknown): string =>
	isRecord(spec) && Array.isArray(spec['containers'])
		? spec['containers'].map((container: unknown) => (isRecord(container) ? String(container['image']) : '')).join(' ')
		: '';

/** The template that a ControllerRevision keeps. */
const templateIn = ({data}: ControllerRevision): unknown => {
	const spec = isRecord(data) ? data['spec'] : undefined;
	const template = isRecord(spec) ? spec['template'] : undefined;
	return isRecord(template) ? template['spec'] : undefined;
};

const templates: Rule = {
	name: 'a StatefulSet makes each Pod from the template of the revision that its label names',
	source: 'k8s.io/kubernetes/pkg/controller/statefulset newVersionedStatefulSetPod',
	watch: (known) => ({
		changes: {
			pods({key, before, after}, {process}, broken) {
				const name = after?.metadata.labels?.[label];
				if (before || !after || name === undefined || controllerOf(process) !== 'statefulset') {
					return;
				}

				const revision = known.at<ControllerRevision>(
					`/registry/controllerrevisions/${after.metadata.namespace}/${name}`,
				);
				const [own, wanted] = [imagesOf(after.spec), revision ? imagesOf(templateIn(revision)) : ''];
				if (wanted !== '' && own !== wanted && known.isCalm) {
					broken(key, `it has ${own}, and revision ${name} has ${wanted}`);
				}
			},
		},
	}),
};

/** A Pod as the controller's cache has it. */
const cachedPod = (known: Known, {metadata}: Pod): Pod | undefined =>
	known.cached<Pod>('controller-manager', 'pods', `${metadata.namespace}/${metadata.name}`);

/** Pods of a set as they are now, and as the controller's cache has them. */
const versionsOfPods = (known: Known, set: DaemonSet): ReadonlyArray<readonly Pod[]> => {
	const {uid, namespace} = set.metadata;
	const now = podsIn(known, namespace, (pod) => isOwnedBy(pod, uid));
	return [now, now.flatMap((pod) => cachedPod(known, pod) ?? [])];
};

const progress: Rule = {
	name: 'a StatefulSet moves its current revision when all its Pods have the new one',
	source: 'k8s.io/kubernetes/pkg/controller/statefulset completeRollingUpdate',
	watch: (known) => ({
		changes: {
			statefulsets({key, before, after}, _stop, broken) {
				const [old, now] = [before?.status?.currentRevision, after?.status?.currentRevision];
				if (!after || !old || !now || old === now || !known.isCalm) {
					return;
				}

				const {uid, namespace} = after.metadata;
				const isDone = podsIn(known, namespace, (pod) => isOwnedBy(pod, uid)).every((pod) =>
					[pod, cachedPod(known, pod)].some((version) => version?.metadata.labels?.[label] === now),
				);
				if (!isDone) {
					broken(key, `it moves from ${old} to ${now}, and Pods have others`);
				}
			},
		},
	}),
};

const updated: Rule = {
	name: 'a DaemonSet counts as updated the Pods that have its newest revision',
	source: 'k8s.io/kubernetes/pkg/controller/daemon DaemonSetsController.updateDaemonSetStatus',
	watch: (known) => ({
		changes: {
			daemonsets({key, before, after}, _stop, broken) {
				const count = after?.status?.updatedNumberScheduled ?? 0;
				if (!after || count === (before?.status?.updatedNumberScheduled ?? 0) || !known.isCalm) {
					return;
				}

				// The images tell revisions apart here: the newest one is the template itself.
				const wanted = imagesOf(after.spec.template.spec);
				const most = Math.max(
					...versionsOfPods(known, after).map((pods) => pods.filter(({spec}) => imagesOf(spec) === wanted).length),
				);
				if (count > most) {
					broken(key, `it counts ${count} of ${most}`);
				}
			},
		},
	}),
};

/** The taints of nodes on which daemons stay. */
const tolerated = ['not-ready', 'unreachable', 'disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'];

const tolerations: Rule = {
	name: 'a Pod of a DaemonSet tolerates what befalls its node',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/#taints-and-tolerations',
	watch: () => ({
		changes: {
			pods({key, before, after}, {process}, broken) {
				const missing =
					before || !after || controllerOf(process) !== 'daemonset'
						? undefined
						: tolerated.find(
								(name) =>
									!after.spec.tolerations?.some(
										({key: taint, tolerationSeconds}) =>
											(!taint || taint === `node.kubernetes.io/${name}`) && tolerationSeconds === undefined,
									),
							);
				if (missing !== undefined) {
					broken(key, `${nameOf(key)} does not tolerate ${missing}`);
				}
			},
		},
	}),
};

/** Rules about revisions of StatefulSets and DaemonSets, and of their Pods. */
export const revisionRules: readonly Rule[] = [templates, progress, updated, tolerations];
