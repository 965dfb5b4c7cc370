import type {Container, ContainerStatus, Pod, PodSpec} from './kubernetes.generated.js';
import {formatQuantity, readQuantity, type Amount} from './quantity.js';
import {getOrInsert} from '../kernel/get-or-insert.js';

/** Amounts by resource name: `cpu` in thousandths, others in whole units (bytes, devices), rounded up. */
export type ResourceAmounts = Readonly<Record<string, number>>;

/** Whether an init container runs next to the main ones: a sidecar. */
export const isSidecar = (container: Pick<Container, 'restartPolicy'>): boolean => container.restartPolicy === 'Always';

type Totals = Map<string, Amount>;
type List = Readonly<Record<string, string>> | undefined;
interface Amounts {
	readonly limits?: List;
	readonly requests?: List;
}

interface Holder extends Pick<Container, 'restartPolicy'> {
	readonly name?: string;
	readonly resources?: Amounts;
}

/** The part of a Pod's spec that determines its resources; an incomplete spec suffices. */
interface SpecLike extends Pick<PodSpec, 'overhead'> {
	readonly resources?: Amounts;
	readonly containers?: readonly Holder[];
	readonly initContainers?: readonly Holder[];
}

interface PodLike {
	readonly spec?: SpecLike;
	readonly status?: Pod['status'];
}

const add = (totals: Totals, name: string, amount: Amount): void => {
	const sum = totals.get(name);
	totals.set(
		name,
		sum ? {nanos: sum.nanos + amount.nanos, format: sum.nanos === 0n ? amount.format : sum.format} : amount,
	);
};

const raise = (totals: Totals, name: string, amount: Amount): void => {
	const most = totals.get(name);
	if (!most || amount.nanos > most.nanos) {
		totals.set(name, amount);
	}
};

const totalsOf = (list: List): Totals => {
	const totals: Totals = new Map();
	for (const name in list) {
		totals.set(name, readQuantity(list[name] ?? '0'));
	}

	return totals;
};

const addAll = (totals: Totals, more: Totals): void => {
	for (const [name, amount] of more) {
		add(totals, name, amount);
	}
};

const raiseAll = (totals: Totals, more: Totals): void => {
	for (const [name, amount] of more) {
		raise(totals, name, amount);
	}
};

const isPodLevel = (name: string): boolean => name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');

/**
The resources of a Pod. Main containers run together with every sidecar; an ordinary init container runs only with the sidecars before it.
The Pod needs the larger of both, or `spec.resources` if set, plus the overhead of its runtime.
*/
const compute = (spec: SpecLike, which: 'requests' | 'limits', of: (container: Holder) => Totals): Totals => {
	const totals: Totals = new Map();
	for (const container of spec.containers ?? []) {
		addAll(totals, of(container));
	}

	if (spec.initContainers) {
		const sidecars: Totals = new Map();
		const starting: Totals = new Map();
		for (const container of spec.initContainers) {
			const own = of(container);
			if (isSidecar(container)) {
				addAll(totals, own);
				addAll(sidecars, own);
				raiseAll(starting, sidecars);
			} else {
				const together = new Map(own);
				addAll(together, sidecars);
				raiseAll(starting, together);
			}
		}

		raiseAll(totals, starting);
	}

	for (const [name, amount] of totalsOf(spec.resources?.[which])) {
		if (isPodLevel(name)) {
			totals.set(name, amount);
		}
	}

	for (const [name, amount] of totalsOf(spec.overhead)) {
		// A limit that is not set stays unlimited.
		if (which === 'requests' || totals.has(name)) {
			add(totals, name, amount);
		}
	}

	return totals;
};

const remembered = {requests: new WeakMap<SpecLike, Totals>(), limits: new WeakMap<SpecLike, Totals>()};

const ofSpec = (spec: SpecLike | undefined, which: 'requests' | 'limits'): Totals => {
	if (!spec) {
		return new Map();
	}

	let totals = remembered[which].get(spec);
	if (!totals) {
		totals = compute(spec, which, (container) => totalsOf(container.resources?.[which]));
		if (Object.isFrozen(spec)) {
			remembered[which].set(spec, totals);
		}
	}

	return totals;
};

/** While a resize is in progress, a container counts for the maximum of its requested, allocated and actual resources. */
const ofResizing = (pod: PodLike): Totals => {
	const statuses = new Map<string, ContainerStatus>();
	for (const status of [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])]) {
		statuses.set(status.name, status);
	}

	return compute(pod.spec ?? {}, 'requests', (container) => {
		const totals = totalsOf(container.resources?.requests);
		const status = statuses.get(container.name ?? '');
		raiseAll(totals, totalsOf(status?.resources?.requests));
		raiseAll(totals, totalsOf(status?.allocatedResources));
		return totals;
	});
};

const isResizing = (pod: PodLike): boolean =>
	pod.status?.conditions?.some(({type}) => type === 'PodResizePending' || type === 'PodResizeInProgress') ?? false;

const nanosPerUnit = 1_000_000_000n;
const nanosPerThousandth = 1_000_000n;

/** One quantity in the unit of {@link ResourceAmounts}. */
const amountOf = (name: string, {nanos}: Amount): number => {
	const unit = name === 'cpu' ? nanosPerThousandth : nanosPerUnit;
	return Number(nanos % unit === 0n ? nanos / unit : nanos / unit + (nanos > 0n ? 1n : 0n));
};

const amountsOf = (totals: Totals): ResourceAmounts => {
	const amounts: Record<string, number> = {};
	for (const [name, amount] of totals) {
		amounts[name] = amountOf(name, amount);
	}

	return Object.freeze(amounts);
};

const textsOf = (totals: Totals): Readonly<Record<string, string>> =>
	Object.fromEntries([...totals].map(([name, amount]) => [name, formatQuantity(amount)]));

/** A list of quantities, such as a node's `allocatable`, as numbers. */
export const resourceAmounts = (list: List): ResourceAmounts => amountsOf(totalsOf(list));

const amounts = new WeakMap<Totals, ResourceAmounts>();

const remembering = (totals: Totals): ResourceAmounts => {
	return getOrInsert(amounts, totals, amountsOf);
};

/**
The requests of a Pod, as the scheduler counts them.

@mirrors k8s.io/component-helpers/resource PodRequests
*/
export const podRequests = (pod: PodLike): ResourceAmounts =>
	isResizing(pod) ? amountsOf(ofResizing(pod)) : remembering(ofSpec(pod.spec, 'requests'));

/** The maximum that a Pod may use; a resource that is not listed is not limited. @mirrors k8s.io/component-helpers/resource PodLimits */
export const podLimits = (pod: PodLike): ResourceAmounts => remembering(ofSpec(pod.spec, 'limits'));

/** {@link podRequests} as quantities, in their original format. */
export const podRequestQuantities = (pod: PodLike): Readonly<Record<string, string>> =>
	textsOf(isResizing(pod) ? ofResizing(pod) : ofSpec(pod.spec, 'requests'));

/** {@link podLimits} as quantities, in their original format. */
export const podLimitQuantities = (pod: PodLike): Readonly<Record<string, string>> =>
	textsOf(ofSpec(pod.spec, 'limits'));
