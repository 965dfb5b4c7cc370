import type {
	Affinity,
	CSINode,
	LabelSelector,
	Node,
	PersistentVolumeClaim,
	Pod,
} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import type {Known} from '../known.js';
import type {Rule} from '../rule.js';
import {selects} from '../second-reading.js';
import {keepsAway} from './places.js';
import {onBinding, podsOn} from './scheduler.js';

type Term = NonNullable<
	NonNullable<Affinity['podAntiAffinity']>['requiredDuringSchedulingIgnoredDuringExecution']
>[number];

/** Terms with a namespace selector are beyond this plain reading. */
const isPlain = ({namespaceSelector, matchLabelKeys = [], mismatchLabelKeys = []}: Term): boolean =>
	namespaceSelector === undefined && matchLabelKeys.length + mismatchLabelKeys.length === 0;

const means = ({labelSelector, namespaces}: Term, own: Pod, {metadata}: Pod): boolean =>
	(namespaces ?? [own.metadata.namespace]).includes(metadata.namespace) &&
	labelSelector !== undefined &&
	selects(labelSelector, metadata.labels);

/** Pods that have not ended on nodes with the same value of a label. */
const podsAround = (known: Known, node: Node, topologyKey: string): readonly Pod[] => {
	const value = node.metadata.labels?.[topologyKey];
	return value === undefined
		? []
		: [...known.all('minions').values()]
				.filter(({metadata}) => metadata.labels?.[topologyKey] === value)
				.flatMap(({metadata}) => podsOn(known, metadata.name));
};

const antiTerms = ({spec}: Pod): readonly Term[] =>
	spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.filter((term) => isPlain(term)) ?? [];

const apart: Rule = {
	name: 'a scheduler binds no Pod beside one that its anti-affinity, or that of the other, keeps away',
	source:
		'https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#inter-pod-affinity-and-anti-affinity',
	watch: (known) =>
		onBinding(known, (pod, node, report) => {
			const others = (key: string): readonly Pod[] =>
				podsAround(known, node, key).filter(({metadata}) => metadata.uid !== pod.metadata.uid);
			for (const term of antiTerms(pod)) {
				const other = others(term.topologyKey).find((one) => means(term, pod, one));
				if (other) {
					report(`is ${other.metadata.name}, which it keeps away from`);
				}
			}

			for (const key of new Set(
				[...known.all('pods').values()].flatMap((one) => antiTerms(one).map((term) => term.topologyKey)),
			)) {
				const other = others(key).find((one) =>
					antiTerms(one).some((term) => term.topologyKey === key && means(term, one, pod)),
				);
				if (other) {
					report(`is ${other.metadata.name}, which keeps away from it`);
				}
			}
		}),
};

const together: Rule = {
	name: 'a scheduler binds a Pod beside those that its affinity asks for',
	source:
		'https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#inter-pod-affinity-and-anti-affinity',
	watch: (known) =>
		onBinding(known, (pod, node, report) => {
			for (const term of pod.spec.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []) {
				const isThere = podsAround(known, node, term.topologyKey).some(
					(one) => one.metadata.uid !== pod.metadata.uid && means(term, pod, one),
				);
				// The first of a group may begin anywhere.
				const isFirst =
					means(term, pod, pod) &&
					![...known.all('pods').values()].some(
						(one) =>
							one.metadata.uid !== pod.metadata.uid && one.spec.nodeName && !isTerminal(one) && means(term, pod, one),
					);
				if (isPlain(term) && known.isCalm && !isThere && !isFirst) {
					report('is no Pod that its affinity asks for');
				}
			}
		}),
};

const spread: Rule = {
	name: 'without faults, a scheduler binds a Pod only where the skew of its spread stays within maxSkew',
	source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/',
	watch: (known) =>
		onBinding(known, (pod, node, report) => {
			for (const constraint of known.isCalm ? (pod.spec.topologySpreadConstraints ?? []) : []) {
				const {whenUnsatisfiable, topologyKey, maxSkew, labelSelector, minDomains, matchLabelKeys = []} = constraint;
				if (whenUnsatisfiable !== 'DoNotSchedule' || !labelSelector || minDomains || matchLabelKeys.length > 0) {
					continue;
				}

				const counts = new Map<string, number>();
				for (const one of known.all('minions').values()) {
					const value = one.metadata.labels?.[topologyKey];
					const {nodeAffinityPolicy = 'Honor', nodeTaintsPolicy = 'Ignore'} = constraint;
					const bare = {
						...one,
						spec: {...one.spec, taints: nodeTaintsPolicy === 'Honor' ? one.spec?.taints : [], unschedulable: false},
					};
					if (value === undefined || (nodeAffinityPolicy === 'Honor' && keepsAway(pod.spec, bare) !== '')) {
						continue;
					}

					const count = podsOn(known, one.metadata.name).filter((other) => counted(other, pod, labelSelector)).length;
					counts.set(value, (counts.get(value) ?? 0) + count);
				}

				const own = counts.get(node.metadata.labels?.[topologyKey] ?? '') ?? 0;
				const least = Math.min(...counts.values());
				if (selects(labelSelector, pod.metadata.labels) && own - least > maxSkew) {
					report(`are ${own} Pods of its kind, and ${least} elsewhere`);
				}
			}
		}),
};

const counted = (other: Pod, pod: Pod, selector: LabelSelector): boolean =>
	other.metadata.namespace === pod.metadata.namespace &&
	!other.metadata.deletionTimestamp &&
	selects(selector, other.metadata.labels);

const claimsOf = (known: Known, {spec, metadata}: Pod): readonly PersistentVolumeClaim[] =>
	(spec.volumes ?? []).flatMap(({persistentVolumeClaim}) =>
		persistentVolumeClaim === undefined
			? []
			: (known
					.all('persistentvolumeclaims')
					.get(`/registry/persistentvolumeclaims/${metadata.namespace}/${persistentVolumeClaim.claimName}`) ?? []),
	);

const exclusive: Rule = {
	name: 'a scheduler gives a claim with ReadWriteOncePod to one Pod, and a node only as many volumes as its driver attaches',
	source: 'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#access-modes',
	watch: (known) =>
		onBinding(known, (pod, node, report) => {
			for (const claim of claimsOf(known, pod)) {
				const other = [...known.all('pods').values()].find(
					(one) =>
						one.metadata.uid !== pod.metadata.uid &&
						one.spec.nodeName &&
						!isTerminal(one) &&
						claimsOf(known, one).includes(claim),
				);
				if (other && claim.spec.accessModes?.includes('ReadWriteOncePod')) {
					report(`it shares ${claim.metadata.name} with ${other.metadata.name}`);
				}
			}

			const csi = known.at<CSINode>(`/registry/csinodes/${node.metadata.name}`);
			for (const {name, allocatable} of csi?.spec.drivers ?? []) {
				const volumes = new Set(
					podsOn(known, node.metadata.name)
						.flatMap((one) => claimsOf(known, one))
						.flatMap(
							({spec}) => known.all('persistentvolumes').get(`/registry/persistentvolumes/${spec.volumeName}`) ?? [],
						)
						.filter(({spec}) => spec.csi?.driver === name)
						.map(({metadata}) => metadata.name),
				);
				if (allocatable?.count !== undefined && claimsOf(known, pod).length > 0 && volumes.size > allocatable.count) {
					report(`are ${volumes.size} volumes of ${name}, of ${allocatable.count}`);
				}
			}
		}),
};

/** Rules about the neighbours of a Pod on its node. */
export const neighbourRules: readonly Rule[] = [apart, together, spread, exclusive];
