import {notFound, RequestFailure} from '../request/failure.js';
import type {AdmissionPlugin} from './plugin.js';

/** The namespace of any written object must exist. NamespaceLifecycle checks this for creations; this plug-in checks every write. */
export const namespaceExists: AdmissionPlugin<'NamespaceExists'> = {
	name: 'NamespaceExists',

	concerns: ({operation, resource}) => operation !== 'CONNECT' && resource.namespaced,

	handles: ({namespace}) => namespace !== '',

	validate({namespace}, {reader}) {
		if (!reader.get('namespaces', undefined, namespace)) {
			throw new RequestFailure(notFound({group: '', plural: 'namespaces'}, namespace));
		}

		return {namespace};
	},
};
