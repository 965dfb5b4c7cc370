import type {ConfigMap, Container, Pod, Service, StatefulSet} from '../objects/kubernetes.generated.js';
import {matchesLabels} from '../objects/labels.js';
import {registryPrefix} from '../objects/resources.js';
import {nestedField} from '../objects/unstructured.js';
import {closest} from '../scenario/mistake.js';
import {waitsInLoop} from './attempts.js';
import {all, type Reader} from './look.js';
import {asPattern, renamed, textsIn} from './renamed.js';
import type {Candidate, FieldPath, FileChange, Finding} from './symptom.js';
import type {Saying} from './words/words.js';

/** Advice for an attempt that got no answer. */
export interface Advised {
	readonly advice: readonly Saying[];
	readonly candidates: readonly Candidate[];
	/** The place of the problem, if that is another object of the files. */
	readonly elsewhere?: Finding['elsewhere'];
}

/** Keys of Services in the ledger begin with it. */
export const servicesPrefix = `${registryPrefix({group: '', plural: 'services'})}/`;

/** The Service that a name may mean, for a Pod: `db`, `db.shop`, `db.shop.svc.cluster.local`, `db-0.db`. */
export const serviceNamed = (host: string, key: string): {readonly name: string; readonly namespace: string} => {
	const [, , , own = 'default'] = key.split('/');
	const [name = host, namespace = own] = host.replace(/\.?(?:\.svc(?:\.cluster\.local)?)?\.?$/, '').split('.');
	return {name, namespace};
};

/** The full name of the Service that a name with a wrong suffix may mean, such as `redis.default.svc.cluster.locl`; `undefined` for a correct suffix. */
export const rightlyEnded = (host: string): string | undefined =>
	/\.svc\./.test(host) && !/\.svc\.cluster\.local\.?$/.test(host)
		? host.replace(/\.svc\..*$/, '.svc.cluster.local')
		: undefined;

/** The changes to files in a candidate. */
const changesOf = (candidate: Candidate | undefined): readonly FileChange[] => {
	if (candidate && 'changes' in candidate) {
		return candidate.changes;
	}

	return candidate && 'field' in candidate ? [candidate] : [];
};

/**
Advice for the name of a Pod of a StatefulSet below a wrong Service: `redis-0.redis`, where the headless Service is `redis-headless` or
missing. Such a Pod has a DNS name only below the Service that `serviceName` names.
*/
const podName = (host: string, key: string, field: FieldPath, ledger: Reader): Advised | undefined => {
	const [, , , own = 'default'] = key.split('/');
	const [pod = '', service = '', namespace = own] = host.split('.');
	const [, name] = /^(.+)-\d+$/.exec(pod) ?? [];
	const set = ledger.read<StatefulSet>(`/registry/statefulsets/${namespace}/${name}`);
	const {serviceName = '', template} = set?.spec ?? {};
	if (!set || serviceName === '') {
		return undefined;
	}

	const services = all<Service>(ledger, `${servicesPrefix}${namespace}/`).map(({object}) => object);
	const isThere = services.some(({metadata}) => metadata.name === serviceName);
	const headless = services.find(
		({spec}) =>
			spec.clusterIP === 'None' && spec.selector && matchesLabels(spec.selector, template?.metadata?.labels ?? {}),
	);
	if (isThere && service === serviceName) {
		// The name is right, and the Pod is not ready.
		return {advice: [], candidates: []};
	}

	const governing = isThere ? serviceName : headless?.metadata.name;
	if (governing === undefined) {
		return service === serviceName
			? {advice: [({cluster}) => cluster.applyHeadless(service)], candidates: []}
			: undefined;
	}

	const [written] = renamed(ledger.read(key), field, `${pod}.${service}`, `${pod}.${governing}`);
	const changes = [
		...changesOf(written),
		...(isThere
			? []
			: [
					{
						field: ['spec', 'serviceName'],
						change: {value: governing},
						of: {kind: 'StatefulSet', name: set.metadata.name},
					},
				]),
	];
	return {
		...(isThere || service !== governing
			? {}
			: {elsewhere: {kind: 'StatefulSet', name: set.metadata.name, field: ['spec', 'serviceName']}}),
		advice: [({cluster}) => cluster.podNameBelow(pod, governing, isThere ? undefined : set.metadata.name)],
		candidates: changes.length === 0 ? [] : [{changes}],
	};
};

/** The ports that a container names beside a host: of `nc -z db 5432` and `db:5432`, 5432. */
const portsBeside = (container: unknown, host: string): ReadonlySet<number> => {
	const pattern = new RegExp(String.raw`(?<![\w.-])${asPattern(host)}[\s:]+(?:-p\s*)?(\d{2,5})\b`, 'g');
	return new Set(
		textsIn(container, []).flatMap(([, text]) => [...text.matchAll(pattern)].map(([, port]) => Number(port))),
	);
};

/** A Service with an address and without Pods. */
const plainService = (name: string, namespace: string, port: number): string => `apiVersion: v1
kind: Service
metadata:
  name: ${name}${namespace === 'default' ? '' : `\n  namespace: ${namespace}`}
spec:
  ports:
    - port: ${port}
`;

/** The most Services that are tried in place of an unknown one. */
const mostServices = 2;

/**
Changes where nothing is called as a container asks: another Service of the namespace with its port. For an init container that only waits: a Service
with this name, which ends a wait for the name, or no init container.
*/
const withoutService = (
	name: string,
	namespace: string,
	key: string,
	field: FieldPath,
	ledger: Reader,
): readonly Candidate[] => {
	const pod = ledger.read<Pod>(key);
	const container: Container | undefined = Object(nestedField(pod, ...field));
	const ports = portsBeside(container, name);
	const others = all<Service>(ledger, `${servicesPrefix}${namespace}/`)
		.map(({object}) => object)
		.filter(
			({spec}) =>
				spec.selector !== undefined &&
				!matchesLabels(spec.selector, pod?.metadata.labels) &&
				(ports.size === 0 || spec.ports?.some(({port}) => ports.has(port))),
		)
		.map(({metadata}) => metadata.name)
		.toSorted((one, other) => Number(name.includes(other)) - Number(name.includes(one)))
		.slice(0, mostServices);
	const waits = field[1] === 'initContainers' && container !== undefined && waitsInLoop(container, name);
	const isOnly = pod?.spec.initContainers?.length === 1;
	return [
		...others.flatMap((other) => renamed(pod, field, name, other)),
		...(waits
			? [
					{document: plainService(name, namespace, [...ports][0] ?? 80)},
					{field: isOnly ? field.slice(0, 2) : field, change: {remove: true} as const},
				]
			: []),
	];
};

/** Advice for a name that the cluster's DNS does not know. */
export const unknownName = (host: string, key: string, field: FieldPath, ledger: Reader): Advised => {
	const ofPod = podName(host, key, field, ledger);
	if (ofPod) {
		return ofPod;
	}

	const {name, namespace} = serviceNamed(host, key);
	const meant = rightlyEnded(host);
	if (meant !== undefined && ledger.read(`${servicesPrefix}${namespace}/${name}`) !== undefined) {
		return {
			advice: [({cluster}) => cluster.didYouMean(meant)],
			candidates: renamed(ledger.read(key), field, host, meant),
		};
	}

	const services = ledger.keys(servicesPrefix).map((one) => one.slice(servicesPrefix.length).split('/'));
	if (services.some(([place, called]) => place === namespace && called === name)) {
		return {advice: [], candidates: []};
	}

	const pod = ledger.read(key);
	const near = closest(
		name,
		services.flatMap(([place, called = '']) => (place === namespace ? [called] : [])),
	);
	const [elsewhere] = services.find(([, called]) => called === name) ?? [];
	if (elsewhere !== undefined && elsewhere !== namespace) {
		const full = `${name}.${elsewhere}`;
		const written = host === name ? name : `${name}.${namespace}`;
		return {
			advice: [({cluster}) => cluster.serviceElsewhere(name, elsewhere)],
			candidates: renamed(pod, field, written, full),
		};
	}

	if (near === undefined) {
		const elsewhere = writtenIn(pod, host, key, ledger);
		return {
			advice: [({cluster}) => cluster.applyService(name, namespace)],
			candidates: withoutService(name, namespace, key, field, ledger),
			...(elsewhere ? {elsewhere} : {}),
		};
	}

	return {advice: [({cluster}) => cluster.didYouMean(near)], candidates: renamed(pod, field, name, near)};
};

/** The ConfigMap of a Pod's volumes and variables that has a host in a text: a configuration of a proxy, say. */
const writtenIn = (pod: unknown, host: string, key: string, ledger: Reader): Finding['elsewhere'] => {
	const [, , , namespace = 'default'] = key.split('/');
	const word = new RegExp(String.raw`(?<![\w.-])${asPattern(host)}(?![\w-])`);
	const named = new Set(textsIn(nestedField(pod, 'spec'), []).map(([, text]) => text));
	for (const {object} of all<ConfigMap>(ledger, `/registry/configmaps/${namespace}/`)) {
		const [entry] = Object.entries(object.data ?? {}).find(([, text]) => word.test(text)) ?? [];
		if (entry !== undefined && named.has(object.metadata.name)) {
			return {kind: 'ConfigMap', name: object.metadata.name, field: ['data', entry]};
		}
	}

	return undefined;
};
