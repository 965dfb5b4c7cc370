import {refuse, type AdmissionPlugin} from '../plugin.js';

/** Refuses exec and attach into Pods that share namespaces of the node or are privileged. @mirrors exec.DenyExec.Validate */
export const denyEscalatingExec = (): AdmissionPlugin<'DenyEscalatingExec'> => ({
	name: 'DenyEscalatingExec',

	concerns: ({operation, resource, subresource}) =>
		operation === 'CONNECT' && resource.plural === 'pods' && (subresource === 'exec' || subresource === 'attach'),

	validate(attributes, {reader}) {
		const pod = reader.get('pods', attributes.namespace, attributes.name);
		if (!pod) {
			return {case: 'no-pod'};
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

		return {case: 'unprivileged', pod: attributes.name};
	},
});
