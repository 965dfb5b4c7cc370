import {equal} from '../../kernel/equality.js';
import {asKind} from '../../objects/kubernetes-object.js';
import {nodeOf} from '../authorization/node.js';
import {changedFields} from './changes.js';
import type {NodeCheck} from './node-restriction/check.js';
import {checkNodes} from './node-restriction/nodes.js';
import {checkPods} from './node-restriction/pods.js';
import {checkServiceAccounts} from './node-restriction/service-accounts.js';
import {objectOf, oldObjectOf, refuse, type AdmissionPlugin} from './plugin.js';

/**
Keeps a kubelet to its own Node object and to the Pods bound to its node, where the Node authorizer cannot read the body.

@see https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#noderestriction
@mirrors noderestriction.Plugin.Admit
*/
export const nodeRestriction: AdmissionPlugin<'NodeRestriction'> = {
	name: 'NodeRestriction',

	concerns: ({operation}) => operation !== 'CONNECT',

	handles: ({user, resource}) => {
		const node = nodeOf(user);
		return node !== undefined && handled(node, `${resource.group}/${resource.plural}`);
	},

	admit(attributes, context) {
		const {resource, user, object, subresource, name} = attributes;
		const node = nodeOf(user);
		if (!node) {
			throw refuse(attributes, `could not determine node from user "${user.username}"`);
		}

		checks[`${resource.group}/${resource.plural}`]?.(node, attributes, context);
		return {object, found: {node, resource: resource.plural, subresource, name}};
	},
};

/** Refuses every change by a member of the nodes' group whose name does not identify its node. */
const handled = (node: string, resource: string): boolean => node === '' || checks[resource] !== undefined;

/**
Checks a claim's update: the kubelet may only report the progress of its resize.

@mirrors noderestriction.Plugin.admitPVCStatus
*/
const claims: NodeCheck = (node, attributes) => {
	if (attributes.subresource !== 'status') {
		throw refuse(attributes, 'may only update PVC status');
	}

	const [before, after] = [
		oldObjectOf(attributes, 'v1 PersistentVolumeClaim'),
		objectOf(attributes, 'v1 PersistentVolumeClaim'),
	].map(({metadata, status, ...rest}) => {
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

const leases: NodeCheck = (node, attributes) => {
	const name = attributes.name === '' ? attributes.object?.metadata.name : attributes.name;
	if (attributes.namespace !== 'kube-node-lease') {
		throw refuse(attributes, `can only access leases in the "kube-node-lease" system namespace`);
	}

	if (name !== node) {
		throw refuse(attributes, 'can only access node lease with the same name as the requesting node');
	}
};

const csiNodes: NodeCheck = (node, attributes) => {
	const name = attributes.name === '' ? attributes.object?.metadata.name : attributes.name;
	if (name !== node) {
		throw refuse(attributes, 'can only access CSINode with the same name as the requesting node');
	}
};

const slices: NodeCheck = (node, attributes) => {
	const {operation} = attributes;
	if (operation === 'UPDATE') {
		return;
	}

	const slice = asKind(
		operation === 'CREATE' ? attributes.object : attributes.oldObject,
		'resource.k8s.io/v1 ResourceSlice',
	);
	if (slice.spec.nodeName !== node) {
		throw refuse(
			attributes,
			`can only ${operation.toLowerCase()} ResourceSlice with the same NodeName as the requesting node`,
		);
	}
};

const checks: Readonly<Record<string, NodeCheck>> = {
	'/pods': checkPods,
	'/nodes': checkNodes,
	'/persistentvolumeclaims': claims,
	'/serviceaccounts': checkServiceAccounts,
	'coordination.k8s.io/leases': leases,
	'storage.k8s.io/csinodes': csiNodes,
	'resource.k8s.io/resourceslices': slices,
};
