import type {Ingress} from '../../objects/kubernetes.generated.js';
import {defaultClass} from './default-classes.js';
import {creates, objectOf, type AdmissionPlugin} from './plugin.js';

const group = 'networking.k8s.io';

/** Gives an Ingress that names no class the cluster's default one. */
export const defaultIngressClass: AdmissionPlugin<'DefaultIngressClass'> = {
	name: 'DefaultIngressClass',

	concerns: (attributes) => creates(attributes, 'ingresses', group),

	admit(attributes, {reader}) {
		const ingress = objectOf(attributes, 'networking.k8s.io/v1 Ingress');
		const named = ingress.spec?.ingressClassName ?? ingress.metadata.annotations?.['kubernetes.io/ingress.class'];
		if (named !== undefined) {
			return {object: ingress, found: {case: 'named', className: named}};
		}

		const found = defaultClass(reader.list(`ingressclasses.${group}`), 'ingressclass.kubernetes.io/is-default-class');
		if (!found) {
			return {object: ingress, found: {case: 'none'}};
		}

		const className = found.metadata.name;
		const changed: Ingress = {...ingress, spec: {...ingress.spec, ingressClassName: className}};
		return {object: changed, found: {case: 'default', className}};
	},
};
