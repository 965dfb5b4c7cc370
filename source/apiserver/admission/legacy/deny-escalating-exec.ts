import type {Pod} from '../../../objects/kubernetes.generated.js';
import {refuse, type AdmissionPlugin} from '../plugin.js';

/** Refuses exec and attach into Pods that share namespaces of the node or are privileged. @mirrors exec.DenyExec.Validate */
export const denyEscalatingExec = (): AdmissionPlugin => ({
	name: 'DenyEscalatingExec',

	handles: ({operation, resource, subresource}) =>
		operation === 'CONNECT' && resource.plural === 'pods' && (subresource === 'exec' || subresource === 'attach'),

	validate(attributes, {reader}) {
		const pod: Pod | undefined = reader.get('pods', attributes.namespace, attributes.name);
		if (!pod) {
			return 'There is no such Pod.';
		}

		for (const [field, name] of [
			['hostPID', 'host pid'],
			['hostIPC', 'host ipc'],
		] as const) {
			if (pod.spec[field]) {
				throw refuse(attributes, `cannot exec into or attach to a container using ${name}`);
			}
		}

		if (
			[...pod.spec.containers, ...(pod.spec.initContainers ?? [])].some(
				({securityContext}) => securityContext?.privileged,
			)
		) {
			throw refuse(attributes, 'cannot exec into or attach to a privileged container');
		}

		return `Pod "${attributes.name}" has no privileges to reach for.`;
	},
});
