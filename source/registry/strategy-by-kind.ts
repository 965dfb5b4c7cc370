import {copyOf} from '../objects/copy.js';
import {withAppArmorBothWays} from './core/pod/app-armor.js';
import {qosClass} from '../objects/pod.js';
import {semanticEqual} from '../kernel/equality.js';

/** A shallow copy of an object on its way into the store: its own fields and its metadata may be set, what is below is shared. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Prepared = Record<string, any>;

interface Term {
	readonly matchLabelKeys?: readonly string[];
	readonly mismatchLabelKeys?: readonly string[];
	readonly labelSelector?: Prepared;
}

/** Keys of labels become conditions with this Pod's own values. */
const applyLabelKeys = <T extends Term>(term: T, labels: Readonly<Record<string, string>>): T => {
	const {matchLabelKeys = [], mismatchLabelKeys = [], labelSelector} = term;
	if (!labelSelector || matchLabelKeys.length + mismatchLabelKeys.length === 0) {
		return term;
	}

	const conditions = [
		...matchLabelKeys.map((key) => ({key, operator: 'In'})),
		...mismatchLabelKeys.map((key) => ({key, operator: 'NotIn'})),
	]
		.filter(({key}) => labels[key] !== undefined)
		.map(({key, operator}) => ({key, operator, values: [labels[key]]}));
	if (conditions.length === 0) {
		return term;
	}

	return {
		...term,
		labelSelector: {...labelSelector, matchExpressions: [...(labelSelector.matchExpressions ?? []), ...conditions]},
	};
};

const applyToAffinity = (affinity: Prepared, labels: Readonly<Record<string, string>>): Prepared => {
	const applied: Prepared = {...affinity};
	for (const name of ['podAffinity', 'podAntiAffinity']) {
		const {
			requiredDuringSchedulingIgnoredDuringExecution: hard,
			preferredDuringSchedulingIgnoredDuringExecution: soft,
		} = affinity[name] ?? {};
		if (hard || soft) {
			applied[name] = {
				...(hard && {
					requiredDuringSchedulingIgnoredDuringExecution: hard.map((term: Term) => applyLabelKeys(term, labels)),
				}),
				...(soft && {
					preferredDuringSchedulingIgnoredDuringExecution: soft.map((term: Prepared) => ({
						...term,
						podAffinityTerm: applyLabelKeys(term.podAffinityTerm, labels),
					})),
				}),
			};
		}
	}

	return applied;
};

/** A new Pod is Pending, has its class, and waits when it has gates. */
export const preparePod = (pod: Prepared): void => {
	const gated = (pod.spec.schedulingGates?.length ?? 0) > 0;
	pod.status = {
		phase: 'Pending',
		...(gated && {
			conditions: [
				{
					type: 'PodScheduled',
					status: 'False',
					lastProbeTime: null,
					lastTransitionTime: pod.metadata.creationTimestamp ?? null,
					reason: 'SchedulingGated',
					message: 'Scheduling is blocked due to non-empty scheduling gates',
				},
			],
		}),
		qosClass: qosClass(pod),
	};
	Object.assign(pod, withAppArmorBothWays(pod as never));
	const labels = pod.metadata.labels ?? {};
	if (pod.spec.affinity?.podAffinity || pod.spec.affinity?.podAntiAffinity) {
		pod.spec = {...pod.spec, affinity: applyToAffinity(pod.spec.affinity, labels)};
	}

	if (pod.spec.topologySpreadConstraints?.some((term: Term) => term.matchLabelKeys)) {
		pod.spec = {
			...pod.spec,
			topologySpreadConstraints: pod.spec.topologySpreadConstraints.map((term: Term) => applyLabelKeys(term, labels)),
		};
	}
};

/** Owners and class of a Pod are not the kubelet's to change; generations it leaves out stay. */
export const preparePodStatus = (pod: Prepared, old: Prepared): void => {
	const {ownerReferences} = old.metadata;
	if (ownerReferences === undefined) {
		delete pod.metadata.ownerReferences;
	} else {
		pod.metadata.ownerReferences = ownerReferences;
	}

	const status: Prepared = copyOf((pod.status ?? {}) as Prepared);
	status.qosClass ||= old.status?.qosClass;
	if (!status.observedGeneration && old.status?.observedGeneration) {
		status.observedGeneration = old.status.observedGeneration;
	}

	if (status.conditions) {
		status.conditions = status.conditions.map((condition: Prepared) => {
			const before = old.status?.conditions?.find(({type}: Prepared) => type === condition.type)?.observedGeneration;
			return condition.observedGeneration || !before ? condition : {...condition, observedGeneration: before};
		});
	}

	pod.status = status;
};

/** The spec of a Pod of which only the ephemeral containers may be new. @mirrors dropNonEphemeralContainerUpdates */
export const withEphemeral = ({spec}: Prepared, {spec: old}: Prepared): Prepared => {
	const {ephemeralContainers: _, ...kept} = old;
	return spec.ephemeralContainers === undefined ? kept : {...kept, ephemeralContainers: spec.ephemeralContainers};
};

/**
The spec of a Pod of which only the resources may be new; `undefined` where there are more or fewer containers, which validation tells.

@mirrors dropNonResizeUpdates
*/
export const resizedSpec = (spec: Prepared, old: Prepared): Prepared | undefined => {
	const counts = (name: string): boolean => (spec[name]?.length ?? 0) === (old[name]?.length ?? 0);
	if (!counts('containers') || !counts('initContainers')) {
		return undefined;
	}

	const resized = {...old};
	for (const name of ['containers', 'initContainers']) {
		if (old[name]) {
			resized[name] = resizedContainers(spec[name] ?? [], old[name]);
		}
	}

	return resized;
};

/** Another order or another name is left for validation to tell. */
const resizedContainers = (now: readonly Prepared[], old: readonly Prepared[]): readonly Prepared[] =>
	now.some(({name}, index) => name !== old[index]!.name)
		? now
		: old.map((container, index) => {
				const {resources: _, resizePolicy: __, ...kept} = container;
				const {resources, resizePolicy} = now[index]!;
				return {...kept, ...(resources && {resources}), ...(resizePolicy && {resizePolicy})};
			});

/** The older field was always only for claims and snapshots; anything else in it is dropped. */
const isOldSource = ({apiGroup = '', kind}: Prepared): boolean =>
	(kind === 'PersistentVolumeClaim' && apiGroup === '') ||
	(kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io');

/** The two fields for where a volume's content comes from say the same, unless another namespace is meant. */
export const prepareClaimSpec = (claim: Prepared, old?: Prepared): void => {
	if (claim.spec?.dataSourceRef?.namespace && !old?.dataSourceRef) {
		// The feature gate CrossNamespaceVolumeDataSource is off by default in v1.36.
		const {dataSourceRef: _, ...spec} = claim.spec;
		claim.spec = spec;
	}

	const {dataSource, dataSourceRef} = claim.spec ?? {};
	if (dataSource && !dataSourceRef && !old?.dataSource && !old?.dataSourceRef && !isOldSource(dataSource)) {
		const {dataSource: _, ...spec} = claim.spec;
		claim.spec = spec;
	} else if (dataSource && !dataSourceRef) {
		claim.spec = {...claim.spec, dataSourceRef: dataSource};
	} else if (!dataSource && dataSourceRef && !dataSourceRef.namespace) {
		const {namespace: _, ...source} = dataSourceRef;
		claim.spec = {...claim.spec, dataSource: source};
	}
};

const hasClusterIP = ({type}: Prepared): boolean =>
	type === 'ClusterIP' || type === 'NodePort' || type === 'LoadBalancer';
const hasNodePorts = ({type, allocateLoadBalancerNodePorts}: Prepared): boolean =>
	type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false);
const hasHealthCheckPort = ({type, externalTrafficPolicy}: Prepared): boolean =>
	type === 'LoadBalancer' && externalTrafficPolicy === 'Local';

/** What a Service had only because of its old type goes with the type. @mirrors dropTypeDependentFields */
export const prepareService = (service: Prepared, old: Prepared): void => {
	const before: Prepared = old.spec;
	const now: Prepared = {...service.spec};
	const drop = (...names: readonly string[]): void => {
		for (const name of names) {
			if (semanticEqual(now[name], before[name])) {
				delete now[name];
			}
		}
	};

	if (hasClusterIP(before) && !hasClusterIP(now)) {
		if (semanticEqual(now.clusterIP, before.clusterIP) && semanticEqual(now.clusterIPs, before.clusterIPs)) {
			drop('clusterIP', 'clusterIPs');
		}

		drop('ipFamilies', 'ipFamilyPolicy');
	}

	const portsOf = (spec: Prepared): unknown => spec.ports?.map(({nodePort}: Prepared) => nodePort ?? 0);
	if (hasNodePorts(before) && !hasNodePorts(now) && semanticEqual(portsOf(before), portsOf(now))) {
		now.ports = now.ports?.map((port: Prepared) => {
			const {nodePort, ...others} = port;
			return nodePort === undefined ? port : others;
		});
	}

	if (hasHealthCheckPort(before) && !hasHealthCheckPort(now)) {
		drop('healthCheckNodePort');
	}

	if (before.type === 'LoadBalancer' && now.type !== 'LoadBalancer') {
		drop('allocateLoadBalancerNodePorts', 'loadBalancerClass');
	}

	const isExternal = ({type, externalIPs}: Prepared): boolean =>
		type === 'NodePort' || type === 'LoadBalancer' || (externalIPs?.length ?? 0) > 0;
	if (isExternal(before) && !isExternal(now)) {
		drop('externalTrafficPolicy');
	}

	if (before.type !== 'ExternalName' && now.type === 'ExternalName') {
		drop('internalTrafficPolicy');
	}

	service.spec = now;
	if (now.type !== 'LoadBalancer' && service.status?.loadBalancer?.ingress !== undefined) {
		service.status = {...service.status, loadBalancer: {}};
	}
};
