import type {EndpointSlice} from '../objects/kubernetes.generated.js';

const serviceNameLabel = 'kubernetes.io/service-name';

/** `namespace/name` of the Service of a slice; empty if it belongs to no Service. */
export const sliceService = ({metadata: {namespace, labels}}: EndpointSlice): string => {
	const name = labels?.[serviceNameLabel];
	return name ? `${namespace}/${name}` : '';
};
