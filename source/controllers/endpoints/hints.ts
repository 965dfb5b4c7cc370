import type {Endpoint, Service} from '../../objects/kubernetes.generated.js';
import {bare, endpointsOf, withoutHints, type SlicePlan} from './plan-slices.js';

/** Whether the Service requests hints by zones and their CPUs; the older annotation takes precedence. @mirrors hintsEnabled */
export const followsTopology = ({metadata}: Service): boolean => {
	const value =
		metadata.annotations?.['service.kubernetes.io/topology-aware-hints'] ??
		metadata.annotations?.['service.kubernetes.io/topology-mode'];
	return value === 'Auto' || value === 'auto';
};

/** The hint of a single endpoint. Only ready endpoints have one. */
const hintOf = (wish: string | undefined, {zone, nodeName, conditions}: Endpoint): Endpoint['hints'] => {
	const forZones = zone ? {forZones: [{name: zone}]} : {};
	const forNodes = wish === 'PreferSameNode' && nodeName ? {forNodes: [{name: nodeName}]} : {};
	const hints = {...forZones, ...forNodes};
	return conditions?.ready && Object.keys(hints).length > 0 ? hints : undefined;
};

const namesOf = (hints: ReadonlyArray<{readonly name: string}> | undefined): string =>
	(hints ?? []).map(({name}) => name).join(' ');

const sameHints = (a: Endpoint['hints'], b: Endpoint['hints']): boolean =>
	namesOf(a?.forZones) === namesOf(b?.forZones) && namesOf(a?.forNodes) === namesOf(b?.forNodes);

/** The endpoint itself if its hints are correct: versions of a slice share unchanged parts. */
const withHint = (wish: string | undefined, endpoint: Endpoint): Endpoint => {
	const hints = hintOf(wish, endpoint);
	if (!hints) {
		return bare(endpoint);
	}

	return sameHints(endpoint.hints, hints) ? endpoint : {...endpoint, hints};
};

/** By list of endpoints: the requested hints of the last comparison, and whether all endpoints have them. */
const compared = new WeakMap<readonly Endpoint[], {readonly wish: string; readonly isRight: boolean}>();

/** Whether all ready endpoints have the requested hints. A frozen list is scanned once. */
const areRight = (wish: string, endpoints: readonly Endpoint[]): boolean => {
	const known = compared.get(endpoints);
	if (known?.wish === wish) {
		return known.isRight;
	}

	const isRight = endpoints.every(
		(endpoint) => !endpoint.conditions?.ready || sameHints(endpoint.hints, hintOf(wish, endpoint)),
	);
	if (Object.isFrozen(endpoints)) {
		compared.set(endpoints, {wish, isRight});
	}

	return isRight;
};

/**
Sets the hints that the Service's `trafficDistribution` requests, so that kube-proxy prefers near endpoints. Slices with other hints are also written.

@mirrors k8s.io/endpointslice/trafficdist.ReconcileHints
*/
export const withDistributionHints = (plan: SlicePlan, wish: string | undefined): SlicePlan => {
	if (wish !== 'PreferClose' && wish !== 'PreferSameZone' && wish !== 'PreferSameNode') {
		return withoutHints(plan);
	}

	const hinted = <T extends {readonly endpoints: readonly Endpoint[]}>(content: T): T => ({
		...content,
		endpoints: content.endpoints.map((endpoint) => withHint(wish, endpoint)),
	});
	const wrong = new Set(plan.unchanged.filter(({endpoints}) => !areRight(wish, endpoints ?? [])));
	return {
		...plan,
		create: plan.create.map((content) => hinted(content)),
		update: [...plan.update, ...[...wrong].map((slice) => ({slice, content: endpointsOf(slice)}))].map(
			({slice, content}) => ({slice, content: hinted(content)}),
		),
		unchanged: plan.unchanged.filter((slice) => !wrong.has(slice)),
	};
};
