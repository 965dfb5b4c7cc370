import type {Endpoint, Service} from '../../objects/kubernetes.generated.js';

const withHints = (endpoint: Endpoint, hints: Endpoint['hints']): Endpoint => (hints ? {...endpoint, hints} : endpoint);

/**
Hints by which kube-proxy prefers near endpoints, as the Service's `trafficDistribution` asks. Only ready endpoints get some;
one ready endpoint without a zone means none for anybody.

@mirrors k8s.io/endpointslice/trafficdist
*/
export const hinted = (service: Service, endpoints: readonly Endpoint[]): readonly Endpoint[] => {
	const wish = service.spec?.trafficDistribution;
	const zones = wish === 'PreferClose' || wish === 'PreferSameZone';
	if (!zones && wish !== 'PreferSameNode') {
		return endpoints;
	}

	const ready = endpoints.filter(({conditions}) => conditions?.ready);
	const allZoned = ready.every(({zone}) => zone);
	return endpoints.map((endpoint) => {
		const {zone, nodeName, conditions} = endpoint;
		if (!conditions?.ready) {
			return endpoint;
		}

		const forZones = allZoned && zone ? {forZones: [{name: zone}]} : {};
		const forNodes = wish === 'PreferSameNode' && nodeName ? {forNodes: [{name: nodeName}]} : {};
		const hints = {...forNodes, ...forZones};
		return withHints(endpoint, Object.keys(hints).length > 0 ? hints : undefined);
	});
};
