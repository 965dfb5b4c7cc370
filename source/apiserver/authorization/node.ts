import type {PolicyRule} from '../../objects/kubernetes.generated.js';
import type {UserInfo} from '../request/user.js';
import type {Reader} from '../storage/reader.js';
import type {Attributes, Opinion} from './attributes.js';
import {related} from './node-graph.js';
import {nodeRules} from './node-rules.js';
import {allows} from './rules.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

const prefix = 'system:node:';

/** The node whose kubelet the user is; empty for a member of `system:nodes` without a node's name, `undefined` for every other user. */
export const nodeOf = ({username, groups}: UserInfo): string | undefined =>
	username.startsWith(prefix) && groups.includes('system:nodes') ? username.slice(prefix.length) : undefined;

const none: Opinion = {authorizer: 'Node', verdict: 'no opinion', reason: ''};
const opinion = (reason: string): Opinion =>
	reason === '' ? none : {authorizer: 'Node', verdict: 'no opinion', reason};
const allow: Opinion = {authorizer: 'Node', verdict: 'allow', reason: ''};

/**
Lets a kubelet read what the Pods bound to its node need, and write its own objects.

@see https://kubernetes.io/docs/reference/access-authn-authz/node/
@mirrors NodeAuthorizer.Authorize
*/
export const nodeAuthorizer = (attributes: Attributes, reader: Reader): Opinion => {
	const node = nodeOf(attributes.user);
	if (node === undefined) {
		return opinion('');
	}

	if (node === '') {
		return opinion(`unknown node for user ${JSON.stringify(attributes.user.username)}`);
	}

	if (attributes.isResourceRequest) {
		const decide = byResource[`${attributes.group}/${attributes.resource}`];
		if (decide) {
			const reason = decide(node, attributes, reader);
			return reason === 'allow' ? allow : opinion(reason);
		}
	}

	const rule = nodeRules.find((candidate) => allows(candidate, attributes));
	return rule ? allowBy(rule) : none;
};

const allowances = new WeakMap<PolicyRule, Opinion>();

/** The opinions by rule: few rules exist, so each opinion is made once. */
const allowBy = (rule: PolicyRule): Opinion => {
	return getOrInsert(allowances, rule, () => ({authorizer: 'Node', verdict: 'allow', reason: '', rule}));
};

/** `allow`, or the reason for having no opinion. */
type Decide = (node: string, attributes: Attributes, reader: Reader) => string;

const relationship: Decide = (node, {resource, namespace, name}, reader) => {
	if (name === '') {
		return 'No Object name found';
	}

	if (related(reader, node, resource, namespace, name)) {
		return 'allow';
	}

	return `no relationship found between node '${node}' and this object`;
};

const readNamespaced: Decide = (node, attributes, reader) => {
	if (!['get', 'list', 'watch'].includes(attributes.verb)) {
		return 'can only read resources of this type';
	}

	if (attributes.subresource !== '') {
		return 'cannot read subresource';
	}

	if (attributes.namespace === '') {
		return 'can only read namespaced object of this type';
	}

	return relationship(node, attributes, reader);
};

const get: Decide = (node, attributes, reader) => {
	if (attributes.verb !== 'get') {
		return 'can only get individual resources of this type';
	}

	if (attributes.subresource !== '') {
		return 'cannot get subresource';
	}

	return relationship(node, attributes, reader);
};

const updateStatus: Decide = (node, attributes, reader) =>
	attributes.verb === 'update' || attributes.verb === 'patch'
		? relationship(node, attributes, reader)
		: 'can only get/update/patch this type';

const selects = ({fieldSelector = []}: Attributes, field: string, value: string): boolean =>
	fieldSelector.some((part) => part.field === field && part.operator !== '!=' && part.value === value);

const pods: Decide = (node, attributes, reader) => {
	const {verb, subresource} = attributes;
	switch (subresource) {
		case '': {
			if (verb === 'get') {
				return get(node, attributes, reader);
			}

			if (verb === 'list' || verb === 'watch') {
				if (selects(attributes, 'spec.nodeName', node)) {
					return 'allow';
				}

				if (attributes.name === '') {
					return 'can only list/watch pods with spec.nodeName field selector';
				}

				return relationship(node, attributes, reader);
			}

			// The plug-in NodeRestriction decides which Pods: only mirror Pods, only on the node itself.
			return verb === 'create' || verb === 'delete' ? 'allow' : '';
		}

		case 'status': {
			return verb === 'update' || verb === 'patch' ? 'allow' : '';
		}

		case 'eviction': {
			return verb === 'create' ? 'allow' : '';
		}

		default: {
			return '';
		}
	}
};

const nodes: Decide = (node, attributes) => {
	const {verb, subresource, name} = attributes;
	if (subresource === 'status') {
		return verb === 'update' || verb === 'patch' ? 'allow' : '';
	}

	if (subresource !== '') {
		return '';
	}

	if (verb === 'create' || verb === 'update' || verb === 'patch') {
		return 'allow';
	}

	if (verb !== 'get' && verb !== 'list' && verb !== 'watch') {
		return '';
	}

	if (name === node) {
		return 'allow';
	}

	if (name === '') {
		return `node '${node}' cannot read all nodes, only its own Node object`;
	}

	return `node '${node}' cannot read '${name}', only its own Node object`;
};

const ownVerbs = new Set(['get', 'create', 'update', 'patch', 'delete']);

const leases: Decide = (node, {verb, namespace, name}) => {
	if (!ownVerbs.has(verb)) {
		return 'can only get, create, update, patch, or delete a node lease';
	}

	if (namespace !== 'kube-node-lease') {
		return 'can only access leases in the "kube-node-lease" system namespace';
	}

	if (verb !== 'create' && name !== node) {
		return 'can only access node lease with the same name as the requesting node';
	}

	return 'allow';
};

const csiNodes: Decide = (node, {verb, subresource, name}) => {
	if (!ownVerbs.has(verb)) {
		return 'can only get, create, update, patch, or delete a CSINode';
	}

	if (subresource !== '') {
		return 'cannot authorize CSINode subresources';
	}

	if (verb !== 'create' && name !== node) {
		return 'can only access CSINode with the same name as the requesting node';
	}

	return 'allow';
};

const serviceAccounts: Decide = (node, attributes, reader) => {
	if (attributes.subresource === '' && attributes.verb === 'get') {
		return readNamespaced(node, attributes, reader);
	}

	if (attributes.verb !== 'create' || attributes.name === '') {
		return 'can only create tokens for individual service accounts';
	}

	return attributes.subresource === 'token'
		? relationship(node, attributes, reader)
		: 'can only create token subresource of serviceaccount';
};

const slices: Decide = (node, attributes, reader) => {
	const {verb, subresource} = attributes;
	if (subresource !== '') {
		return 'cannot authorize ResourceSlice subresources';
	}

	switch (verb) {
		// The plug-in NodeRestriction checks whose slice it is.
		case 'create': {
			return 'allow';
		}

		case 'get':
		case 'update':
		case 'patch':
		case 'delete': {
			return relationship(node, attributes, reader);
		}

		case 'watch':
		case 'list':
		case 'deletecollection': {
			return selects(attributes, 'spec.nodeName', node)
				? 'allow'
				: 'can only list/watch/deletecollection resourceslices with nodeName field selector';
		}

		default: {
			return 'only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection';
		}
	}
};

const byResource: Readonly<Record<string, Decide>> = {
	'/secrets': readNamespaced,
	'/configmaps': readNamespaced,
	'/persistentvolumeclaims': (node, attributes, reader) =>
		attributes.subresource === 'status' ? updateStatus(node, attributes, reader) : get(node, attributes, reader),
	'/persistentvolumes': get,
	'/serviceaccounts': serviceAccounts,
	'/nodes': nodes,
	'/pods': pods,
	'storage.k8s.io/volumeattachments': get,
	'storage.k8s.io/csinodes': csiNodes,
	'resource.k8s.io/resourceclaims': get,
	'resource.k8s.io/resourceslices': slices,
	'coordination.k8s.io/leases': leases,
};
