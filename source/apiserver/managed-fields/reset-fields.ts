import type {Resource} from '../../objects/resources.js';
import {setOf, union, type FieldSet} from './field-set.js';

const spec = setOf('f:spec');
const status = setOf('f:status');
const metadata = setOf('f:metadata');

const specAndMetadata = union(spec, metadata);

/** Kinds whose status endpoint takes nothing of the metadata, or not all of it. */
const ofStatus: Readonly<Record<string, FieldSet>> = {
	pods: union(spec, union(setOf('f:metadata', 'f:deletionTimestamp'), setOf('f:metadata', 'f:ownerReferences'))),
	'deployments.apps': union(spec, setOf('f:metadata', 'f:labels')),
	'certificatesigningrequests.certificates.k8s.io': union(spec, setOf('f:status', 'f:conditions')),
	'validatingadmissionpolicies.admissionregistration.k8s.io': specAndMetadata,
	'flowschemas.flowcontrol.apiserver.k8s.io': specAndMetadata,
	'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': specAndMetadata,
	'servicecidrs.networking.k8s.io': specAndMetadata,
	'resourceclaims.resource.k8s.io': specAndMetadata,
	'volumeattachments.storage.k8s.io': specAndMetadata,
};

const statusAndSpec = union(spec, status);
const specAndCertificate = union(spec, setOf('f:status', 'f:certificate'));

/**
What an endpoint resets in every object that comes to it: nobody owns it through this endpoint.

@mirrors GetResetFields of the strategies under k8s.io/kubernetes/pkg/registry
*/
export const resetFieldsOf = (resource: Resource, subresource: string): FieldSet | undefined => {
	const name = resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
	const isRequest = name === 'certificatesigningrequests.certificates.k8s.io';
	switch (subresource) {
		case 'status': {
			return ofStatus[name] ?? spec;
		}

		case 'approval': {
			return specAndCertificate;
		}

		default: {
			return isRequest
				? statusAndSpec
				: resource.subresources.some((other) => other.name === 'status')
					? status
					: undefined;
		}
	}
};
