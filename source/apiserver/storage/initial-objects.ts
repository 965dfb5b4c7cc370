import {packageText} from '../../kernel/platform.js';
import {asObject, type KubernetesObject} from '../../objects/kubernetes-object.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import type {Kernel} from '../../kernel/kernel.js';
import {apiVersionOf, registryKey, resourceAt, resourceNamed} from '../../objects/resources.js';
import {dumpedObjects, type StoredObject} from './dumped-objects.js';
import {familyOf} from '../../objects/ip.js';
import {defaultNetwork, wellKnownAddress, type ClusterNetwork} from '../../objects/cluster-network.js';
import {nestedMap, nestedString} from '../../objects/unstructured.js';

export type InitialObjects = Readonly<Record<string, readonly unknown[]>>;

let fresh: InitialObjects | undefined;

/** The objects with the addresses of a network in place of those in the facts. */
const withNetwork = (objects: InitialObjects, network: ClusterNetwork): InitialObjects => {
	const ip = wellKnownAddress(network, 1);
	const family = familyOf(ip);
	const change = (path: string, fields: (object: Fields) => Fields) =>
		(objects[path] ?? []).map((object) => (isRecord(object) ? {...object, ...fields(object)} : object));
	const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});
	return {
		...objects,
		// The only one that there is.
		'/api/v1/services': change('/api/v1/services', ({spec}) => ({
			spec: {...fieldsOf(spec), clusterIP: ip, clusterIPs: [ip], ipFamilies: [family]},
		})),
		'/apis/networking.k8s.io/v1/ipaddresses': change('/apis/networking.k8s.io/v1/ipaddresses', ({metadata}) => ({
			metadata: {
				...fieldsOf(metadata),
				name: ip,
				labels: {...fieldsOf(fieldsOf(metadata)['labels']), 'ipaddress.kubernetes.io/ip-family': family},
			},
		})),
		'/apis/networking.k8s.io/v1/servicecidrs': change('/apis/networking.k8s.io/v1/servicecidrs', ({spec}) => ({
			spec: {...fieldsOf(spec), cidrs: network.serviceCIDR},
		})),
	};
};

const authenticationMap = 'extension-apiserver-authentication';

/** The objects with the authority that servers of APIServices trust. @param authority PEM. */
export const withAuthority = (objects: InitialObjects, authority: string): InitialObjects => ({
	...objects,
	'/api/v1/configmaps': (objects['/api/v1/configmaps'] ?? []).map((object) =>
		nestedString(object, 'metadata', 'name') === authenticationMap && isRecord(object)
			? {
					...object,
					data: {
						...nestedMap(object, 'data'),
						'client-ca-file': authority,
						'requestheader-client-ca-file': authority,
					},
				}
			: object,
	),
});

/** The objects of a control plane that has just started: bootstrap RBAC, namespaces, priority classes … by the path of their resource. */
export const freshCluster = (network = defaultNetwork): InitialObjects =>
	network === defaultNetwork ? freshFacts() : withNetwork(freshFacts(), network);

const freshFacts = (): InitialObjects => {
	if (!fresh) {
		// The project's own file: only its recorder writes it.
		fresh = JSON.parse(packageText('snapshots/cluster/fresh-cluster.json.gz')) as InitialObjects;
	}

	return fresh;
};

/** Leases are left out: they name the machine of the recording, and their holders write new ones. */
const left = new Set(['/apis/coordination.k8s.io/v1/leases']);

/**
The objects with their keys, and with uids and times of this run in place of the facts' placeholders.

@param dump objects of another cluster: they replace those with the same keys.
@returns in the order in which they are to be stored.
*/
export const initialObjects = (
	kernel: Kernel,
	objects: InitialObjects,
	dump: readonly KubernetesObject[] = [],
): readonly StoredObject[] => {
	const fresh = freshObjects(kernel, objects);
	if (dump.length === 0) {
		return fresh;
	}

	const dumped = dumpedObjects(dump);
	const keys = new Set(dumped.map(({key}) => key));
	return [...fresh.filter(({key}) => !keys.has(key)), ...dumped];
};

const freshObjects = (kernel: Kernel, objects: InitialObjects): readonly StoredObject[] => {
	const random = kernel.random('initial-objects');
	const now = kernel.timestamp();
	const stored = [];
	for (const [path, items] of Object.entries(objects)) {
		if (left.has(path)) {
			continue;
		}

		const [group = '', version = '', plural = ''] = path.startsWith('/api/')
			? ['', ...path.split('/').slice(2)]
			: path.split('/').slice(2);
		const resource = resourceAt(group, version, plural);
		if (!resource) {
			continue;
		}

		for (const item of items) {
			const fields = isRecord(item) ? filledAt(item, now) : {};
			const metadata = isRecord(fields['metadata']) ? fields['metadata'] : {};
			const object = asObject({
				...fields,
				apiVersion: apiVersionOf(resource),
				kind: resource.kind,
				metadata: {...metadata, resourceVersion: undefined, uid: random.uid(), creationTimestamp: now},
			});
			stored.push({key: registryKey(resource, object.metadata.namespace, object.metadata.name), object});
		}
	}

	stored.push(...kubeadmBindings(now, random.uid()));
	return stored;
};

/** The additions of kubeadm: users with its admin certificate have all rights. */
const kubeadmBindings = (now: string, uid: string) => {
	const resource = resourceNamed('clusterrolebindings.rbac.authorization.k8s.io');
	const name = 'kubeadm:cluster-admins';
	return [
		{
			key: registryKey(resource, undefined, name),
			object: asObject({
				apiVersion: apiVersionOf(resource),
				kind: resource.kind,
				metadata: {name, uid, creationTimestamp: now},
				roleRef: {apiGroup: resource.group, kind: 'ClusterRole', name: 'cluster-admin'},
				subjects: [{apiGroup: resource.group, kind: 'Group', name}],
			}),
		},
	];
};

const certificate =
	'-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIBADAKBggqhkjOPQQDAjAVMRMwEQYDVQQDEwprdWJlcm5l\ndGVz\n-----END CERTIFICATE-----\n';

/** The value with `<time>` and similar marks replaced; shared if it has none. */
const filled = (value: unknown, now: string): unknown => {
	if (typeof value === 'string') {
		if (value === '<time>') {
			return now;
		}

		if (value === '<pem>') {
			return certificate;
		}

		return value;
	}

	if (Array.isArray(value)) {
		return value.map((item) => filled(item, now));
	}

	return isRecord(value) ? filledFields(value, now) : value;
};

const filledFields = (fields: Fields, now: string): Fields =>
	Object.fromEntries(Object.entries(fields).map(([key, item]) => [key, filled(item, now)]));

/** The last completed items: clusters in one process usually start at the same time and share unchanged values. */
const known = new WeakMap<Fields, {readonly now: string; readonly fields: Fields}>();

const filledAt = (item: Fields, now: string): Fields => {
	const found = known.get(item);
	if (found?.now === now) {
		return found.fields;
	}

	const fields = filledFields(item, now);
	known.set(item, {now, fields});
	return fields;
};
