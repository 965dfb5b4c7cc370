import type {EndpointSlice} from '../../objects/kubernetes.generated.js';
import {same} from '../deployment/revision.js';
import type {Family} from './endpoint.js';
import {identity, planSlices, type Group, type NewSlice, type SlicePlan} from './plan-slices.js';
import {topologyHints, withoutHints, type ByZone, type Hinting} from './topology-hints.js';

/** The plan for the endpoints alone, and then their hints, for which slices change that would have stayed. */
export const planHintedSlices = (
	family: Family,
	groups: readonly Group[],
	existing: readonly EndpointSlice[],
	shares: ByZone | undefined,
): {readonly plan: SlicePlan; readonly hinting: Hinting} => {
	const present = new Map(
		existing.flatMap(({endpoints}) => endpoints ?? []).map((endpoint) => [identity(endpoint), endpoint.hints]),
	);
	const withPresent = groups.map(({ports, endpoints}) => ({
		ports,
		endpoints: endpoints.map((endpoint) => {
			const hints = present.get(identity(endpoint));
			return hints ? {...endpoint, hints} : endpoint;
		}),
	}));
	const {create, update, remove} = planSlices(family, withPresent, existing);
	const touched = new Set([...update.map(({slice}) => slice), ...remove]);
	const unchanged = existing
		.filter((slice) => !touched.has(slice))
		.map((slice) => ({slice, content: contentOf(family, slice)}));
	const all = [...create.map((content) => ({slice: undefined, content})), ...update, ...unchanged];
	const hinting = topologyHints(
		all.map(({content: {endpoints}}, index) => ({endpoints, isWritten: index < create.length + update.length})),
		shares,
	);
	const hinted = all.map(({slice, content}, index) => {
		const endpoints =
			'disabled' in hinting ? content.endpoints.map((endpoint) => withoutHints(endpoint)) : hinting.endpoints[index]!;
		return {slice, content: {...content, endpoints}};
	});
	const plan = {
		create: hinted.slice(0, create.length).map(({content}) => content),
		update: hinted.flatMap(({slice, content}) =>
			slice && !same(slice.endpoints ?? [], content.endpoints) ? [{slice, content}] : [],
		),
		remove,
	};
	return {plan, hinting};
};

const contentOf = (addressType: Family, {ports, endpoints}: EndpointSlice): NewSlice => ({
	addressType,
	ports: (ports ?? []) as NewSlice['ports'],
	endpoints: endpoints ?? [],
});
