import {semanticEqual} from '../../kernel/equality.js';
import type {ContainerState, PodStatus} from '../../objects/kubernetes.generated.js';

/** A language's words for the news in a Pod's status. */
interface StatusWords {
	readonly phase: string;
	readonly address: string;
	/** The state of a container, as words after its name. */
	readonly state: (state: ContainerState | undefined) => string;
}

/** The changes in the status of a Pod: phase, address, conditions, then init containers and containers. */
export const statusNews = (
	before: PodStatus,
	after: PodStatus,
	{phase, address, state: stateWords}: StatusWords,
): readonly string[] => {
	const had = new Map(before.conditions?.map(({type, status}) => [type, status]));
	const old = [...(before.initContainerStatuses ?? []), ...(before.containerStatuses ?? [])];
	return [
		...(before.phase === after.phase ? [] : [`${phase} ${after.phase}`]),
		...(after.podIP && before.podIP !== after.podIP ? [`${address} ${after.podIP}`] : []),
		...(after.conditions ?? [])
			.filter(({type, status}) => had.get(type) !== status)
			.map(({type, status}) => `${type} ${status}`),
		...[...(after.initContainerStatuses ?? []), ...(after.containerStatuses ?? [])]
			.filter(({name, state}) => !semanticEqual(old.find((status) => status.name === name)?.state, state))
			.map(({name, state}) => `${name} ${stateWords(state)}`),
	];
};
