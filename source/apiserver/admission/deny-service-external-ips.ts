import type {Service} from '../../objects/kubernetes.generated.js';
import {objectOf, oldObjectOf, refuse, writes, type AdmissionPlugin} from './plugin.js';

/** Keeps users from pointing any IP address at their own Pods. */
export const denyServiceExternalIPs: AdmissionPlugin<'DenyServiceExternalIPs'> = {
	name: 'DenyServiceExternalIPs',

	concerns: (attributes) => writes(attributes, 'services'),

	validate(attributes) {
		const addressesOf = ({spec}: Service) => spec?.externalIPs ?? [];
		const before = attributes.oldObject ? addressesOf(oldObjectOf(attributes, 'v1 Service')) : [];
		if (addressesOf(objectOf(attributes, 'v1 Service')).some((address) => !before.includes(address))) {
			throw refuse(attributes, 'Use of external IPs is denied by admission control');
		}

		return {case: 'none'};
	},
};
