import type {
	Node,
	PersistentVolumeClaim,
	Pod,
	ResourceSlice,
	TokenRequest,
	Volume,
} from '../../objects/kubernetes.generated.js';
import {somePodConfigMap, somePodSecret} from '../../objects/pod-references.js';
import {nodeOf} from '../authorization/node.js';
import {notFound, RequestFailure} from '../request/failure.js';
import type {Reader} from '../storage/reader.js';
import {changedFields} from './changes.js';
import {refuse, type AdmissionAttributes, type AdmissionContext, type AdmissionPlugin} from './plugin.js';
import {equal} from '../../kernel/equality.js';

const mirrorAnnotation = 'kubernetes.io/config.mirror';

/**
Keeps a kubelet to its own Node object and to the Pods bound to its node, where the Node authorizer cannot look at the body.

@see https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#noderestriction
@mirrors noderestriction.Plugin.Admit
*/
export const nodeRestriction: AdmissionPlugin = {
	name: 'NodeRestriction',

	handles: ({user, resource, operation}) =>
		operation !== 'CONNECT' && handled(nodeOf(user), `${resource.group}/${resource.plural}`),

	admit(attributes, context) {
		const {resource, user} = attributes;
		const node = nodeOf(user)!;
		if (node === '') {
			throw refuse(attributes, `could not determine node from user "${user.username}"`);
		}

		checks[`${resource.group}/${resource.plural}`]!(node, attributes, context);
		return {
			object: attributes.object!,
			text: `The kubelet of "${node}" touches only what is its own: ${resource.plural}${attributes.subresource === '' ? '' : `/${attributes.subresource}`} "${attributes.name}".`,
		};
	},
};

/** A user of the nodes whose name leaves out which node may change nothing at all. */
const handled = (node: string | undefined, resource: string): boolean =>
	node !== undefined && (node === '' || checks[resource] !== undefined);

type Check = (node: string, attributes: AdmissionAttributes, context: AdmissionContext) => void;

const pods: Check = (node, attributes, {reader}) => {
	const {operation, subresource, name, namespace} = attributes;
	const bound = () => (attributes.oldObject as Pod | undefined) ?? reader.get('pods', namespace, name);
	switch (`${operation} ${subresource}`) {
		case 'CREATE ': {
			return mirrorPod(node, attributes, reader.get('nodes', undefined, node));
		}

		case 'DELETE ': {
			const pod = bound();
			if (pod && pod.spec.nodeName !== node) {
				throw refuse(attributes, `node "${node}" can only delete pods with spec.nodeName set to itself`);
			}

			return;
		}

		case 'UPDATE status': {
			const old = bound();
			if (old && old.spec.nodeName !== node) {
				throw refuse(attributes, `node "${node}" can only update pod status for pods with spec.nodeName set to itself`);
			}

			const [before, after] = [old?.metadata.labels ?? {}, attributes.object!.metadata.labels ?? {}];
			if (old && before !== after && JSON.stringify(sorted(before)) !== JSON.stringify(sorted(after))) {
				throw refuse(attributes, `node "${node}" cannot update labels through pod status`);
			}

			const [had, has] = [old, attributes.object as Pod].map((pod) => claimStatuses(pod));
			if (old && had !== has) {
				throw refuse(attributes, `node "${node}" cannot update resource claim statues`);
			}

			return;
		}

		case 'CREATE eviction': {
			if (name === '') {
				throw refuse(attributes, 'could not determine pod from request data');
			}

			const pod = reader.get('pods', namespace, name);
			if (!pod) {
				throw new RequestFailure(notFound({group: '', plural: 'pods'}, name));
			}

			if (pod.spec.nodeName !== node) {
				throw refuse(attributes, `node ${node} can only evict pods with spec.nodeName set to itself`);
			}

			return;
		}

		default: {
			throw refuse(
				attributes,
				subresource === ''
					? `unexpected operation "${operation}", node "${node}" can only create and delete mirror pods`
					: `unexpected pod subresource "${subresource}", only 'status' and 'eviction' are allowed`,
			);
		}
	}
};

/** Which claims a Pod's devices come from, in one word: this is for the controller to say, not for the kubelet. */
const claimStatuses = (pod: Pod | undefined): string =>
	(pod?.status?.resourceClaimStatuses ?? [])
		.map(({name, resourceClaimName}) => `${name}=${resourceClaimName ?? ''}`)
		.join(' ');

const sorted = (labels: Readonly<Record<string, string>>): unknown =>
	Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));

/** A kubelet shows its static Pods by mirror Pods; these may lean on nothing in the API. */
const mirrorPod = (node: string, attributes: AdmissionAttributes, own: Node | undefined): void => {
	const pod = attributes.object as Pod;
	if (pod.metadata.annotations?.[mirrorAnnotation] === undefined) {
		throw refuse(
			attributes,
			`pod does not have "${mirrorAnnotation}" annotation, node "${node}" can only create mirror pods`,
		);
	}

	if (pod.spec.nodeName !== node) {
		throw refuse(attributes, `node "${node}" can only create pods with spec.nodeName set to itself`);
	}

	const owners = pod.metadata.ownerReferences ?? [];
	if (owners.length !== 1) {
		throw refuse(
			attributes,
			`node "${node}" can only create pods with ${owners.length > 1 ? 'a single owner reference set to itself' : 'an owner reference set to itself'}`,
		);
	}

	const owner = owners[0]!;
	if (owner.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node) {
		throw refuse(attributes, `node "${node}" can only create pods with an owner reference set to itself`);
	}

	if (!owner.controller) {
		throw refuse(attributes, `node "${node}" can only create pods with a controller owner reference set to itself`);
	}

	if (owner.blockOwnerDeletion) {
		throw refuse(attributes, `node "${node}" must not set blockOwnerDeletion on an owner reference`);
	}

	if (!own) {
		throw new RequestFailure(notFound({group: '', plural: 'nodes'}, node));
	}

	if (owner.uid !== own.metadata.uid) {
		throw refuse(attributes, `node ${node} UID mismatch: expected ${owner.uid} got ${own.metadata.uid}`);
	}

	if (pod.spec.serviceAccountName) {
		throw refuse(attributes, `node "${node}" can not create pods that reference a service account`);
	}

	if (somePodSecret(pod, () => true)) {
		throw refuse(attributes, `node "${node}" can not create pods that reference secrets`);
	}

	if (somePodConfigMap(pod, () => true)) {
		throw refuse(attributes, `node "${node}" can not create pods that reference configmaps`);
	}

	const volumes = pod.spec.volumes ?? [];
	if (volumes.some(({projected}) => (projected?.sources ?? []).some((source) => source.clusterTrustBundle))) {
		throw refuse(attributes, `node "${node}" can not create pods that reference clustertrustbundles`);
	}

	if (volumes.some(({persistentVolumeClaim}) => persistentVolumeClaim)) {
		throw refuse(attributes, `node "${node}" can not create pods that reference persistentvolumeclaims`);
	}
};

const kubeletLabels = new Set([
	'kubernetes.io/hostname',
	'kubernetes.io/os',
	'kubernetes.io/arch',
	'beta.kubernetes.io/os',
	'beta.kubernetes.io/arch',
	'beta.kubernetes.io/instance-type',
	'node.kubernetes.io/instance-type',
	'topology.kubernetes.io/zone',
	'topology.kubernetes.io/region',
	'failure-domain.beta.kubernetes.io/zone',
	'failure-domain.beta.kubernetes.io/region',
]);

const under = (prefix: string, domain: string): boolean => prefix === domain || prefix.endsWith(`.${domain}`);

/** Labels of Kubernetes' own domains that are not the kubelet's to set: whoever may, decides where Pods land. */
const isForbiddenLabel = (key: string): boolean => {
	const prefix = key.includes('/') ? key.slice(0, key.indexOf('/')) : '';
	if (under(prefix, 'node-restriction.kubernetes.io')) {
		return true;
	}

	return (
		(under(prefix, 'kubernetes.io') || under(prefix, 'k8s.io')) &&
		!kubeletLabels.has(key) &&
		!under(prefix, 'kubelet.kubernetes.io') &&
		!under(prefix, 'node.kubernetes.io')
	);
};

const nodes: Check = (node, attributes) => {
	const {operation, name} = attributes;
	const object = attributes.object as Node | undefined;
	const old = attributes.oldObject as Node | undefined;
	const requested = name === '' ? (object?.metadata.name ?? '') : name;
	if (requested !== node) {
		throw refuse(attributes, `node "${node}" is not allowed to modify node "${requested}"`);
	}

	if (operation === 'CREATE') {
		if (object!.spec?.configSource) {
			throw refuse(attributes, `node "${node}" is not allowed to create pods with a non-nil configSource`);
		}

		const keys = Object.keys(object!.metadata.labels ?? {}).filter((key) => isForbiddenLabel(key));
		if (keys.length > 0) {
			throw refuse(attributes, `node "${node}" is not allowed to set the following labels: ${keys.sort().join(', ')}`);
		}

		return;
	}

	if (operation === 'UPDATE' && object && old) {
		if (object.spec?.configSource && !equal(object.spec.configSource, old.spec?.configSource)) {
			throw refuse(attributes, `node "${node}" is not allowed to update configSource to a new non-nil configSource`);
		}

		if (!equal(object.spec?.taints ?? [], old.spec?.taints ?? [])) {
			throw refuse(attributes, `node "${node}" is not allowed to modify taints`);
		}

		const [before, after] = [old.metadata.labels ?? {}, object.metadata.labels ?? {}];
		const keys =
			before === after
				? []
				: [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
						(key) => before[key] !== after[key] && isForbiddenLabel(key),
					);
		if (keys.length > 0) {
			throw refuse(attributes, `is not allowed to modify labels: ${keys.sort().join(', ')}`);
		}
	}
};

const serviceAccounts: Check = (node, attributes, context) => {
	const {reader} = context;
	if (attributes.subresource !== 'token' || attributes.operation !== 'CREATE') {
		return;
	}

	const bound = (attributes.object as unknown as TokenRequest).spec?.boundObjectRef;
	if (!bound || bound.kind !== 'Pod' || bound.apiVersion !== 'v1' || !bound.name) {
		throw refuse(attributes, 'node requested token not bound to a pod');
	}

	if (!bound.uid) {
		throw refuse(attributes, 'node requested token with a pod binding without a uid');
	}

	const pod = reader.get('pods', attributes.namespace, bound.name);
	if (!pod) {
		throw new RequestFailure(notFound({group: '', plural: 'pods'}, bound.name));
	}

	if (bound.uid !== pod.metadata.uid) {
		throw refuse(
			attributes,
			`the UID in the bound object reference (${bound.uid}) does not match the UID in record. The object might have been deleted and then recreated`,
		);
	}

	if (pod.spec.nodeName !== node) {
		throw refuse(attributes, 'node requested token bound to a pod scheduled on a different node');
	}

	restrictAudience(attributes, context, pod);
};

/**
A kubelet asks for tokens only for those who its Pods talk to, unless it was given leave to.

@mirrors noderestriction.Plugin.validateNodeServiceAccountAudience
*/
const restrictAudience = (attributes: AdmissionAttributes, {reader, authorize}: AdmissionContext, pod: Pod): void => {
	const audiences = (attributes.object as unknown as TokenRequest).spec?.audiences ?? [];
	if (audiences.length > 1) {
		throw refuse(attributes, 'node may only request 0 or 1 audiences');
	}

	const audience = audiences[0] ?? '';
	if ((pod.spec.volumes ?? []).some((volume) => asksFor(volume, audience, pod, reader))) {
		return;
	}

	const {allowed} = authorize({
		user: attributes.user,
		verb: 'request-serviceaccounts-token-audience',
		isResourceRequest: true,
		group: '',
		version: 'v1',
		resource: audience,
		subresource: '',
		namespace: attributes.namespace,
		name: attributes.name,
		path: '',
	});
	if (!allowed) {
		throw refuse(
			attributes,
			`audience ${JSON.stringify(audience)} not found in pod spec volume, ${attributes.user.username} is not authorized to request tokens for this audience`,
		);
	}
};

/** A volume asks for tokens itself, or its driver does. */
const asksFor = (volume: Volume, audience: string, pod: Pod, reader: Reader): boolean => {
	if (
		(volume.projected?.sources ?? []).some(
			({serviceAccountToken: token}) => token && (token.audience ?? '') === audience,
		)
	) {
		return true;
	}

	const driver = driverOf(volume, pod, reader);
	return (
		driver !== undefined &&
		(reader.get('csidrivers.storage.k8s.io', undefined, driver)?.spec.tokenRequests ?? []).some(
			(request) => request.audience === audience,
		)
	);
};

const driverOf = (
	{name, csi, ephemeral, persistentVolumeClaim}: Volume,
	pod: Pod,
	reader: Reader,
): string | undefined => {
	const claimed = ephemeral ? `${pod.metadata.name}-${name}` : persistentVolumeClaim?.claimName;
	const volume =
		claimed === undefined
			? undefined
			: reader.get('persistentvolumeclaims', pod.metadata.namespace, claimed)?.spec.volumeName;
	return csi?.driver ?? (volume ? reader.get('persistentvolumes', undefined, volume)?.spec.csi?.driver : undefined);
};

/**
The kubelet says how far the resize of a claim has come, nothing else.

@mirrors noderestriction.Plugin.admitPVCStatus
*/
const claims: Check = (node, attributes) => {
	if (attributes.subresource !== 'status') {
		throw refuse(attributes, 'may only update PVC status');
	}

	const [before, after] = [attributes.oldObject, attributes.object].map((claim) => {
		const {metadata, status, ...rest} = claim as PersistentVolumeClaim;
		const {capacity: _1, conditions: _2, allocatedResources: _3, allocatedResourceStatuses: _4, ...said} = status ?? {};
		return {...rest, metadata: {...metadata, resourceVersion: '', managedFields: undefined}, status: said};
	});
	if (!equal(before, after)) {
		// Simplified: upstream ends with Go's rendering of the difference.
		throw refuse(
			attributes,
			`node "${node}" is not allowed to update fields other than status.capacity and status.conditions: ${changedFields(before, after).join(', ')}`,
		);
	}
};

const leases: Check = (node, attributes) => {
	const name = attributes.name === '' ? attributes.object?.metadata.name : attributes.name;
	if (attributes.namespace !== 'kube-node-lease') {
		throw refuse(attributes, `can only access leases in the "kube-node-lease" system namespace`);
	}

	if (name !== node) {
		throw refuse(attributes, 'can only access node lease with the same name as the requesting node');
	}
};

const csiNodes: Check = (node, attributes) => {
	const name = attributes.name === '' ? attributes.object?.metadata.name : attributes.name;
	if (name !== node) {
		throw refuse(attributes, 'can only access CSINode with the same name as the requesting node');
	}
};

const slices: Check = (node, attributes) => {
	const {operation} = attributes;
	const slice = (operation === 'CREATE' ? attributes.object : attributes.oldObject) as ResourceSlice | undefined;
	if (operation !== 'UPDATE' && slice?.spec.nodeName !== node) {
		throw refuse(
			attributes,
			`can only ${operation.toLowerCase()} ResourceSlice with the same NodeName as the requesting node`,
		);
	}
};

const checks: Readonly<Record<string, Check>> = {
	'/pods': pods,
	'/nodes': nodes,
	'/persistentvolumeclaims': claims,
	'/serviceaccounts': serviceAccounts,
	'coordination.k8s.io/leases': leases,
	'storage.k8s.io/csinodes': csiNodes,
	'resource.k8s.io/resourceslices': slices,
};
