import type {Ingress} from '../../objects/kubernetes.generated.js';
import {defaultClass} from './default-classes.js';
import {creates, type AdmissionPlugin} from './plugin.js';

const group = 'networking.k8s.io';

/** Gives an Ingress that names no class the cluster's default one. */
export const defaultIngressClass: AdmissionPlugin = {
	name: 'DefaultIngressClass',

	handles: (attributes) => creates(attributes, 'ingresses', group),

	admit({object}, {reader}) {
		const ingress = object as Ingress;
		const named = ingress.spec?.ingressClassName ?? ingress.metadata.annotations?.['kubernetes.io/ingress.class'];
		if (named !== undefined) {
			return {object: ingress, text: `The Ingress names its class, "${named}".`};
		}

		const found = defaultClass(reader.list(`ingressclasses.${group}`), 'ingressclass.kubernetes.io/is-default-class');
		return found
			? {
					object: {...ingress, spec: {...ingress.spec, ingressClassName: found.metadata.name}} as Ingress,
					text: `The Ingress names no class, so it gets the default one, "${found.metadata.name}".`,
				}
			: {object: ingress, text: 'The Ingress names no class and the cluster has no default one.'};
	},
};
