import {keyOf} from '../../client/informer.js';
import {compareQuantities} from '../../objects/quantity.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Controller} from '../controller.js';
import {allow} from '../controller-roles.js';

/**
Reports that another component must expand the volume of a claim: no volume plug-in of the controller manager can any more.

@mirrors k8s.io/kubernetes/pkg/controller/volume/expand
*/
export const volumeExpander: Controller = {
	name: 'persistentvolume-expander',
	reportsAs: 'volume_expand',
	account: 'expand-controller',
	rules: [
		allow('get list patch update watch', 'persistentvolumes'),
		allow('patch update', 'persistentvolumeclaims/status'),
		allow('get list watch', 'persistentvolumeclaims'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build: ({informer, recorder}) => ({
		handlers: {
			persistentvolumeclaims({type, object, old}) {
				const [has = '0', had = has] = [object, old].map((claim) => claim?.spec?.resources?.requests?.['storage']);
				return type !== 'DELETED' && old && object.status?.phase === 'Bound' && compareQuantities(has, had) > 0
					? [keyOf(object)]
					: [];
			},
		},
		*sync(key) {
			const claim = informer('persistentvolumeclaims').getByKey(key);
			const size = claim?.spec?.resources?.requests?.['storage'];
			yield* note(
				'controller.persistentvolume-expander.sync',
				{key, size, before: claim?.status?.capacity?.['storage']},
				{object: claim && registryKey('persistentvolumeclaims', claim.metadata.namespace, claim.metadata.name)},
			);
			if (claim) {
				const message = 'waiting for an external controller to expand this PVC';
				yield* recorder.event(claim, 'Normal', 'ExternalExpanding', message);
			}
		},
	}),
};
