import type {Resource} from '../../objects/resources.js';

/** How the store of one resource differs from the usual. @mirrors the strategies under k8s.io/kubernetes/pkg/registry */
export interface RegistryTraits {
	/** A PUT to a name that does not exist creates it. */
	readonly createOnUpdate?: boolean;
	/** A PUT without resourceVersion is refused. */
	readonly needsVersion?: boolean;
	/** DELETE answers with the object instead of a Status. */
	readonly returnsDeleted?: boolean;
	/** What becomes of dependents when the request does not say. */
	readonly orphansByDefault?: boolean;
}

const traits: Readonly<Record<string, RegistryTraits>> = {
	pods: {returnsDeleted: true},
	podtemplates: {returnsDeleted: true, createOnUpdate: true},
	persistentvolumes: {returnsDeleted: true},
	persistentvolumeclaims: {returnsDeleted: true},
	resourcequotas: {returnsDeleted: true},
	serviceaccounts: {returnsDeleted: true, needsVersion: true},
	services: {returnsDeleted: true, createOnUpdate: true},
	replicationcontrollers: {orphansByDefault: true},
	endpoints: {createOnUpdate: true},
	events: {createOnUpdate: true},
	limitranges: {createOnUpdate: true},
	'events.events.k8s.io': {createOnUpdate: true},
	'jobs.batch': {orphansByDefault: true},
	'leases.coordination.k8s.io': {createOnUpdate: true, needsVersion: true},
	'poddisruptionbudgets.policy': {needsVersion: true},
	'roles.rbac.authorization.k8s.io': {createOnUpdate: true},
	'rolebindings.rbac.authorization.k8s.io': {createOnUpdate: true},
	'clusterroles.rbac.authorization.k8s.io': {createOnUpdate: true},
	'clusterrolebindings.rbac.authorization.k8s.io': {createOnUpdate: true},
	'csidrivers.storage.k8s.io': {returnsDeleted: true, needsVersion: true},
	'csinodes.storage.k8s.io': {returnsDeleted: true, needsVersion: true},
	'storageclasses.storage.k8s.io': {returnsDeleted: true},
	'csistoragecapacities.storage.k8s.io': {needsVersion: true},
	'volumeattachments.storage.k8s.io': {returnsDeleted: true, needsVersion: true},
	'volumeattributesclasses.storage.k8s.io': {returnsDeleted: true},
	'runtimeclasses.node.k8s.io': {needsVersion: true},
	'customresourcedefinitions.apiextensions.k8s.io': {needsVersion: true},
	'apiservices.apiregistration.k8s.io': {needsVersion: true},
	'mutatingwebhookconfigurations.admissionregistration.k8s.io': {needsVersion: true},
	'validatingwebhookconfigurations.admissionregistration.k8s.io': {needsVersion: true},
	'validatingadmissionpolicies.admissionregistration.k8s.io': {needsVersion: true},
	'validatingadmissionpolicybindings.admissionregistration.k8s.io': {needsVersion: true},
	'mutatingadmissionpolicies.admissionregistration.k8s.io': {needsVersion: true},
	'mutatingadmissionpolicybindings.admissionregistration.k8s.io': {needsVersion: true},
};

const usual: RegistryTraits = {};

export const traitsOf = (resource: Pick<Resource, 'group' | 'plural'>): RegistryTraits =>
	traits[resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`] ?? usual;

/** What every access to a resource warns of, when the whole resource is on its way out. */
const deprecations: Readonly<Record<string, string>> = {
	endpoints: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
	componentstatuses: 'v1 ComponentStatus is deprecated in v1.19+',
};

export const deprecationOf = ({group, plural}: Pick<Resource, 'group' | 'plural'>): string | undefined =>
	group === '' ? deprecations[plural] : undefined;
