import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import {amountText, roundedUp} from '../../objects/resource-amount.js';
import {formatTaint, untoleratedTaint} from '../../objects/taints.js';
import {free, missing, type Room} from './node-room.js';
import type {ScreenWords} from '../words/screen-words.js';

type SchedulerWords = ScreenWords['panes']['scheduler'];

type Spec = Pick<Pod, 'metadata' | 'spec'>;

/** `300m more cpu: asks 500m, 200m of 4 free`; empty if the sums do not explain the verdict, because Pods may be assumed there. */
const roomNeed = (resource: string, rooms: readonly Room[], words: SchedulerWords): string => {
	const room = rooms.find((one) => one.resource === resource);
	if (!room || missing(room) === 0) {
		return '';
	}

	const text = (amount: number) => amountText(resource, amount);
	return words.needsMore(
		text(roundedUp(resource, missing(room))),
		resource,
		text(room.asked),
		text(free(room)),
		text(room.allocatable),
	);
};

/** The labels that a Pod's nodeSelector requires and a node lacks. */
const missingLabels = ({spec}: Spec, node: Node, words: SchedulerWords): readonly string[] =>
	Object.entries(spec.nodeSelector ?? {})
		.filter(([key, value]) => node.metadata.labels?.[key] !== value)
		.map(([key, value]) => {
			const has = node.metadata.labels?.[key];
			return words.needsLabel(`${key}=${value}`, has === undefined ? undefined : `${key}=${has}`);
		});

/**
The change to a node or a Pod that removes a filter's reason, in words; empty if the objects do not show it.

@param reason one reason of the scheduler, as in the event: `Insufficient cpu`
@param rooms the resources of the node, as {@link roomsOn} counts them
*/
export const needOf = (
	reason: string,
	pod: Spec,
	node: Node,
	rooms: readonly Room[],
	words: SchedulerWords,
): string => {
	const [, resource] = /^Insufficient (\S+)$/.exec(reason) ?? [];
	if (resource !== undefined) {
		return roomNeed(resource, rooms, words);
	}

	if (/untolerated taint/.test(reason)) {
		const taint = untoleratedTaint(node.spec?.taints, pod.spec.tolerations);
		return taint ? words.needsToleration(formatTaint(taint)) : '';
	}

	if (/unschedulable/.test(reason)) {
		return node.spec?.unschedulable ? `kubectl uncordon ${node.metadata.name}` : '';
	}

	return /affinity\/selector/.test(reason) ? missingLabels(pod, node, words).join('; ') : '';
};

/** The node that lacks the least, among those that lack a single resource, and a request that would fit. */
export const nearest = (
	rooms: ReadonlyMap<string, readonly Room[]>,
): {readonly node: string; readonly room: Room} | undefined => {
	const lacking = [...rooms].flatMap(([node, all]) => {
		const short = all.filter((room) => missing(room) > 0);
		const [room] = short;
		return room && short.length === 1 ? [{node, room}] : [];
	});
	const resources = new Set(lacking.map(({room}) => room.resource));
	// Amounts of different things cannot be compared.
	return resources.size === 1
		? lacking.reduce((least, one) => (missing(one.room) < missing(least.room) ? one : least))
		: undefined;
};
