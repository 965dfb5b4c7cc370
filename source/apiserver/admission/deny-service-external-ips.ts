import type {Service} from '../../objects/kubernetes.generated.js';
import {isAbout, refuse, type AdmissionPlugin} from './plugin.js';

/** Keeps users from pointing any IP address at their own Pods. */
export const denyServiceExternalIPs: AdmissionPlugin = {
	name: 'DenyServiceExternalIPs',

	handles: (attributes) =>
		isAbout(attributes, 'services') && (attributes.operation === 'CREATE' || attributes.operation === 'UPDATE'),

	validate(attributes) {
		const before = (attributes.oldObject as Service | undefined)?.spec?.externalIPs ?? [];
		const added = ((attributes.object as Service).spec?.externalIPs ?? []).filter(
			(address) => !before.includes(address),
		);
		if (added.length > 0) {
			throw refuse(attributes, 'Use of external IPs is denied by admission control');
		}

		return 'The Service asks for no external IPs.';
	},
};
