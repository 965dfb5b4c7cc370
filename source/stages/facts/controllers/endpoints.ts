import type {Endpoint, Endpoints, EndpointSlice} from '../../../objects/kubernetes.generated.js';
import type {Gone} from './every-controller.js';

/** A Service without a selector: its endpoints are managed by others. */
interface Unselective {
	readonly case: 'no-selector';
	readonly key: string;
}

/** Facts of the stops of the controllers of endpoints. */
export interface EndpointsFacts {
	'controller.endpointslice.sync':
		| Gone
		| Unselective
		| {
				readonly case: 'compare';
				readonly key: string;
				readonly selector: Readonly<Record<string, string>> | undefined;
				readonly pods: number;
				/** The number of Pods with an address. */
				readonly endpoints: number;
				readonly slices: number;
				/** Whether it waits because the cache does not show the last write yet. */
				readonly waits: boolean;
		  }
		/** The endpoints have hints for zones by the CPUs of the zones' nodes, or no hints. */
		| {
				readonly case: 'hints';
				readonly key: string;
				/** Zone → its part of the CPUs. */
				readonly cpuRatios: Readonly<Record<string, number>>;
				readonly refusal: string | undefined;
		  };
	'controller.endpoints.sync':
		| Gone
		| Unselective
		| {
				readonly case: 'compare';
				readonly key: string;
				readonly pods: number;
				readonly state: 'current' | 'outdated' | 'missing';
				readonly subsets: Endpoints['subsets'];
		  };
	'controller.endpointslice-mirroring.sync': {
		readonly key: string;
		/** Whether the Endpoints are for mirroring. */
		readonly mirrored: boolean;
		readonly slices: number;
	};
	'endpoints.publish':
		| {
				readonly case: 'slice';
				readonly service: string;
				readonly before: EndpointSlice | undefined;
				/** The whole previous slice: missing endpoints count as removed. */
				readonly after: Partial<Omit<EndpointSlice, 'endpoints'>> & {readonly endpoints: readonly Endpoint[]};
		  }
		| {readonly case: 'slice-gone'; readonly service: string; readonly before: EndpointSlice}
		| {
				readonly case: 'endpoints';
				readonly before: Endpoints | undefined;
				readonly after: {readonly subsets?: Endpoints['subsets']};
		  }
		| {readonly case: 'endpoints-gone'}
		| {
				/** A slice copies Endpoints that were written by hand. */
				readonly case: 'mirror';
				readonly endpoints: string;
				readonly before: EndpointSlice | undefined;
				readonly after: {readonly endpoints: readonly Endpoint[]};
		  }
		| {readonly case: 'mirror-gone'};
}
