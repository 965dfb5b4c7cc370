import {joinHostPort} from '../../objects/host-port.js';
import type {Pod, Service} from '../../objects/kubernetes.generated.js';

const upper = (name: string): string => name.toUpperCase().replaceAll('-', '_');

/** Whether a Pod has the variables of a Service: those of its namespace, and always those of the apiserver. */
const isLinked = ({metadata: {name, namespace}, spec: {clusterIP}}: Service, pod: Pod): boolean =>
	clusterIP !== undefined &&
	clusterIP !== '' &&
	clusterIP !== 'None' &&
	((namespace === 'default' && name === 'kubernetes') ||
		(namespace === pod.metadata.namespace && pod.spec.enableServiceLinks !== false));

/**
Variables of the Services of the Pod's namespace, and always of the apiserver's.

@mirrors k8s.io/kubernetes/pkg/kubelet/envvars FromServices
*/
export const serviceEnvironment = (pod: Pod, services: readonly Service[]): Readonly<Record<string, string>> => {
	const result: Record<string, string> = {};
	for (const service of services.filter((one) => isLinked(one, pod))) {
		const {clusterIP: ip = '', ports = []} = service.spec;
		const prefix = upper(service.metadata.name);
		result[`${prefix}_SERVICE_HOST`] = ip;
		for (const [index, {port, protocol = 'TCP', name}] of ports.entries()) {
			const url = `${protocol.toLowerCase()}://${joinHostPort(ip, port)}`;
			if (index === 0) {
				result[`${prefix}_SERVICE_PORT`] = String(port);
				result[`${prefix}_PORT`] = url;
			}

			if (name) {
				result[`${prefix}_SERVICE_PORT_${upper(name)}`] = String(port);
			}

			const own = `${prefix}_PORT_${port}_${protocol}`;
			result[own] = url;
			result[`${own}_PROTO`] = protocol.toLowerCase();
			result[`${own}_PORT`] = String(port);
			result[`${own}_ADDR`] = ip;
		}
	}

	return result;
};
