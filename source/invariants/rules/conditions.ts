import type {Pod} from '../../objects/kubernetes.generated.js';
import type {ChangeOf} from '../known.js';
import type {Broken, Rule} from '../rule.js';
import {isAtWork} from '../second-reading.js';

/** A condition of any kind of object. */
interface Condition {
	readonly type: string;
	readonly status: string;
	readonly lastTransitionTime?: string;
}

type Conditioned = {readonly status?: {readonly conditions?: readonly Condition[]}};

/**
@param isKnownBefore whether the writer may restore an older time. While a node is away, the node lifecycle controller writes Ready of its Pods. A
kubelet that returns writes its own cache. @mirrors kubelet/status updateLastTransitionTime
*/
const look = (
	{key, before, after}: ChangeOf<Conditioned>,
	broken: Broken,
	isKnownBefore: (type: string) => boolean = () => false,
): void => {
	for (const {type, status, lastTransitionTime} of after?.status?.conditions ?? []) {
		const old = before?.status?.conditions?.find((condition) => condition.type === type);
		const isOlder = (lastTransitionTime ?? '') < (old?.lastTransitionTime ?? '') && isKnownBefore(type);
		if (old?.status === status && old.lastTransitionTime !== lastTransitionTime && !isOlder) {
			broken(
				key,
				`${type} is ${status} as before, and its time was ${old.lastTransitionTime} and is ${lastTransitionTime}`,
			);
		}
	}
};

const transitions: Rule = {
	name: 'the lastTransitionTime of a condition changes when its status does, and only then',
	source: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-conditions',
	watch: () => ({
		changes: {
			// Clients other than components may write anything.
			pods(change, {process}, broken) {
				if (!process.startsWith('kubectl')) {
					look(change, broken, (type) => type === 'Ready' && process.startsWith('kubelet/'));
				}
			},
			minions(change, {process}, broken) {
				if (!process.startsWith('kubectl')) {
					look(change, broken);
				}
			},
			deployments: (change, _stop, broken) => look(change, broken),
			horizontalpodautoscalers: (change, _stop, broken) => look(change, broken),
		},
	}),
};

const sameAmount = (one: string | number | undefined, other: string | number | undefined): boolean =>
	one !== undefined && other !== undefined && String(one) === String(other);

/** The class of a Pod by the words of the documentation; `undefined` where amounts are written in two ways. */
const classOf = ({spec}: Pod): string | undefined => {
	if (spec.resources) {
		return undefined;
	}

	const all = [...spec.containers, ...(spec.initContainers ?? [])].map(({resources}) => resources ?? {});
	const amounts = all.flatMap(({requests, limits}) => [
		requests?.['cpu'],
		requests?.['memory'],
		limits?.['cpu'],
		limits?.['memory'],
	]);
	if (amounts.every((amount) => amount === undefined)) {
		return 'BestEffort';
	}

	const isWhole = amounts.every((amount) => amount !== undefined);
	const isEqual = all.every(({requests, limits}) =>
		['cpu', 'memory'].every((name) => sameAmount(requests?.[name], limits?.[name])),
	);
	if (isWhole && !isEqual) {
		return undefined;
	}

	return isWhole ? 'Guaranteed' : 'Burstable';
};

const qosClasses: Rule = {
	name: 'the qosClass of a new Pod follows from the requests and limits of its containers',
	source: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-qos/',
	watch: () => ({
		changes: {
			pods({key, before, after}, _stop, broken) {
				const wanted = before || !after ? undefined : classOf(after);
				const found = after?.status?.qosClass;
				if (wanted !== undefined && found !== undefined && found !== wanted) {
					broken(key, `it is ${found} and not ${wanted}`);
				}
			},
		},
	}),
};

const hosts: Rule = {
	name: 'at rest, the hostIP of a Pod is an address of its node',
	source: 'https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#PodStatus',
	watch: (known) => ({
		atRest(broken) {
			for (const [key, {spec, status}] of known.all('pods')) {
				const node = known.all('minions').get(`/registry/minions/${spec.nodeName}`);
				const {hostIP} = status ?? {};
				if (
					node?.status?.addresses &&
					hostIP !== undefined &&
					isAtWork(known, `kubelet/${spec.nodeName}`) &&
					!node.status.addresses.some(({address}) => address === hostIP)
				) {
					broken(key, `${hostIP} is not an address of ${spec.nodeName}`);
				}
			}
		},
	}),
};

/** Rules about the parts of statuses other than numbers. */
export const conditionRules: readonly Rule[] = [transitions, qosClasses, hosts];
