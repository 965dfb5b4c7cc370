import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {ClusterRole, Pod, Role, RoleBinding} from '../../objects/kubernetes.generated.js';
import {closest} from '../../scenario/mistake.js';
import {all} from '../look.js';
import type {Finding, FieldPath, Scene} from '../symptom.js';

type Hint = Pick<Finding, 'field' | 'advice' | 'candidates' | 'elsewhere'>;

const forbidden =
	/User "system:serviceaccount:([^:"]+):([^"]+)" cannot (\w+) resource "([^"]+)" in API group "([^"]*)"(?: in the namespace "([^"]+)")?/;

/** A request of a service account that was refused. */
interface Asked {
	readonly namespace: string;
	readonly account: string;
	readonly verb: string;
	/** The resource, with its subresource: `pods/exec`. */
	readonly resource: string;
	readonly group: string;
}

type Rule = NonNullable<Role['rules']>[number];

const has = (list: readonly string[] | undefined, word: string): boolean =>
	list?.some((one) => one === word || one === '*') === true;

/** The only part of a rule that does not allow a request, and its required value. */
const lacking = (
	{verbs, resources, apiGroups}: Rule,
	{verb, resource, group}: Asked,
): {readonly part: keyof Rule; readonly value: readonly string[]} | undefined => {
	const isVerb = has(verbs, verb);
	const isResource = has(resources, resource);
	const isGroup = has(apiGroups, group);
	const near = resource.replace(/s$/, '');
	if (!isVerb && isResource && isGroup) {
		return {part: 'verbs', value: [...verbs, verb]};
	}

	if (
		isVerb &&
		!isResource &&
		isGroup &&
		resources?.some((one) => one === near || closest(one, [resource]) === resource)
	) {
		return {
			part: 'resources',
			value: resources.map((one) => (one === near || closest(one, [resource]) ? resource : one)),
		};
	}

	if (isVerb && isResource && !isGroup) {
		return {part: 'apiGroups', value: [...(apiGroups ?? []), group]};
	}

	return undefined;
};

const changeOf = (
	{kind, metadata: {name}}: Pick<KubernetesObject, 'kind' | 'metadata'>,
	field: FieldPath,
	value: unknown,
): Hint => ({
	elsewhere: {kind, name, field},
	advice: [({cluster}) => cluster.rightIn(kind, name)],
	candidates: [{field, change: {value}, of: {kind, name}}],
});

/** Whether a binding names the service account; a subject without a namespace has that of its binding. */
const binds = ({metadata, subjects = []}: RoleBinding, {namespace, account}: Asked): boolean =>
	subjects.some(
		({kind, name, namespace: place = metadata.namespace}) =>
			kind === 'ServiceAccount' && name === account && place === namespace,
	);

/** A Role of the namespace, or a ClusterRole. */
const roleOf = (
	{roleRef: {kind, name}, metadata: {namespace}}: RoleBinding,
	{ledger}: Scene,
): Role | ClusterRole | undefined =>
	ledger.read(kind === 'Role' ? `/registry/roles/${namespace}/${name}` : `/registry/clusterroles/${name}`);

/** The binding of a service account names a missing role, or a role that lacks a word. */
const ofBound = (binding: RoleBinding, asked: Asked, scene: Scene): Hint | undefined => {
	const role = roleOf(binding, scene);
	if (!role) {
		const prefix = `/registry/roles/${binding.metadata.namespace}/`;
		const names = scene.ledger.keys(prefix).map((key) => key.slice(prefix.length));
		const near = closest(binding.roleRef.name, names);
		return near === undefined
			? {
					elsewhere: {kind: 'RoleBinding', name: binding.metadata.name, field: ['roleRef', 'name']},
					advice: [({cluster}) => cluster.rightIn('RoleBinding', binding.metadata.name)],
				}
			: changeOf({...binding, kind: 'RoleBinding'}, ['roleRef', 'name'], near);
	}

	const kind = binding.roleRef.kind === 'Role' ? 'Role' : 'ClusterRole';
	for (const [index, rule] of (role.rules ?? []).entries()) {
		const lack = lacking(rule, asked);
		if (lack) {
			return changeOf({...role, kind}, ['rules', index, lack.part], lack.value);
		}
	}

	// The roles of a new cluster are not the user's.
	if (role.metadata.labels?.['kubernetes.io/bootstrapping'] !== undefined) {
		return undefined;
	}

	const {rules = []} = role;
	const {group, resource, verb} = asked;
	const added = {apiGroups: [group], resources: [resource], verbs: [verb]};
	return {
		...changeOf({...role, kind}, ['rules', rules.length], added),
		elsewhere: {kind, name: role.metadata.name, field: ['rules']},
	};
};

/** A binding that nearly names the service account. */
const nearlyBound = (binding: RoleBinding, {account, namespace}: Asked): Hint | undefined => {
	for (const [index, {kind, name, namespace: place}] of (binding.subjects ?? []).entries()) {
		const field: FieldPath = ['subjects', index];
		if (kind === 'ServiceAccount' && name !== account && closest(name, [account]) === account) {
			return changeOf({...binding, kind: 'RoleBinding'}, [...field, 'name'], account);
		}

		if (kind === 'ServiceAccount' && name === account && (place ?? binding.metadata.namespace) !== namespace) {
			return changeOf({...binding, kind: 'RoleBinding'}, [...field, 'namespace'], namespace);
		}
	}

	return undefined;
};

/** The place of the right that a container lacks: a Role, or a binding. */
export const rightsHint = (
	pod: Pod,
	container: FieldPath,
	output: readonly string[],
	scene: Scene,
): Hint | undefined => {
	const [said, namespace = '', account = '', verb = '', resource = '', group = '', place] =
		forbidden.exec(output.join('\n')) ?? [];
	if (said === undefined) {
		return undefined;
	}

	const asked: Asked = {namespace, account, verb, resource, group};
	const bindings = all<RoleBinding>(scene.ledger, `/registry/rolebindings/${place ?? namespace}/`).map(
		({object}) => object,
	);
	const bound = bindings.filter((one) => binds(one, asked));
	const found =
		bound.map((one) => ofBound(one, asked, scene)).find((one) => one !== undefined) ??
		bindings.map((one) => nearlyBound(one, asked)).find((one) => one !== undefined);
	if (found) {
		return {field: container, ...found};
	}

	if (pod.spec.serviceAccountName === account) {
		return {
			field: ['spec', 'serviceAccountName'],
			advice: [
				({cluster}) =>
					cluster.giveRole(
						`kubectl create rolebinding ${account} --clusterrole=view --serviceaccount=${namespace}:${account} -n ${place ?? namespace}`,
					),
			],
		};
	}

	return undefined;
};
