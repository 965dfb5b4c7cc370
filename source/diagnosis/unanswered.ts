import type {ClusterRecording} from '../cluster.js';
import type {Stop} from '../kernel/stop.js';
import {registryPrefix} from '../objects/resources.js';
import {nestedField, nestedSlice} from '../objects/unstructured.js';
import {isStopOf, type StopOf} from '../stages/stop-of.js';
import {closest} from '../scenario/mistake.js';
import {isRecord} from '../kernel/record.js';
import type {ConfigMap, Service, StatefulSet} from '../objects/kubernetes.generated.js';
import {matchesLabels} from '../objects/labels.js';
import type {Loss} from '../stages/facts/network/traffic.js';
import {failedAttempts, hostOf} from './attempts.js';
import {all, type Reader} from './look.js';
import {policyHint} from './policy-hint.js';
import type {Candidate, FieldPath, FileChange, Finding} from './symptom.js';
import type {Saying} from './words/words.js';

/** The last request of a container to the network, which got no answer. */
export interface Unanswered extends Awaited {
	/** The place without an answer: the way of the packet, or the missing name. */
	readonly stop: Stop;
	readonly advice: readonly Saying[];
	readonly candidates: readonly Candidate[];
	/** The place of the problem, if that is another object of the files. */
	readonly elsewhere?: Finding['elsewhere'];
}

/** The other end of a missing connection. */
interface Awaited {
	/** `the Service db, which has no endpoints` */
	readonly says: Saying;
	/** Ledger key of the Service or Pod that it is, if the cluster has it. */
	readonly awaited?: string;
}

const servicesPrefix = `${registryPrefix({group: '', plural: 'services'})}/`;

/** Every text below a path, with its place. */
const textsIn = (value: unknown, path: FieldPath): ReadonlyArray<readonly [FieldPath, string]> => {
	if (typeof value === 'string') {
		return [[path, value]];
	}

	if (Array.isArray(value)) {
		return value.flatMap((item, index) => textsIn(item, [...path, index]));
	}

	if (isRecord(value)) {
		return Object.entries(value).flatMap(([name, item]) => textsIn(item, [...path, name]));
	}

	return [];
};

const asPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Replaces a name in a container's command, arguments and variables. */
export const renamed = (pod: unknown, field: FieldPath, name: string, other: string): readonly Candidate[] => {
	const pattern = new RegExp(String.raw`(?<![\w.-])${asPattern(name)}(?![\w-])`, 'g');
	const changes = ['command', 'args', 'env'].flatMap((part): FileChange[] =>
		textsIn(nestedField(pod, ...field, part), [...field, part]).flatMap(([path, text]): FileChange[] => {
			const value = text.replaceAll(pattern, () => other);
			return value === text || path.at(-1) === 'name' ? [] : [{field: path, change: {value}}];
		}),
	);
	const [first] = changes;
	if (first === undefined) {
		return [];
	}

	if (changes.length === 1) {
		return [first];
	}

	return [{changes}];
};

/** Advice for an attempt, beside the stop and the other end. */
type Advised = Omit<Unanswered, 'stop' | keyof Awaited>;

/** The Service that a name may mean, for a Pod: `db`, `db.shop`, `db.shop.svc.cluster.local`, `db-0.db`. */
const serviceNamed = (host: string, key: string): {readonly name: string; readonly namespace: string} => {
	const [, , , own = 'default'] = key.split('/');
	const [name = host, namespace = own] = host.replace(/\.?(?:\.svc(?:\.cluster\.local)?)?\.?$/, '').split('.');
	return {name, namespace};
};

/** The full name of a Service that a name with another end, such as `redis.default.svc.cluster.locl`, may mean; `undefined` for a name that ends as it should. */
const rightlyEnded = (host: string): string | undefined =>
	/\.svc\./.test(host) && !/\.svc\.cluster\.local\.?$/.test(host)
		? host.replace(/\.svc\..*$/, '.svc.cluster.local')
		: undefined;

/** The meaning of a name that the DNS does not know: a Service without a ready Pod behind it, or nothing. */
const awaitedName = (host: string, key: string, ledger: Reader): Awaited => {
	const {name, namespace} = serviceNamed(host, key);
	const awaited = `${servicesPrefix}${namespace}/${name}`;
	return ledger.read(awaited) === undefined || rightlyEnded(host) !== undefined
		? {says: ({cluster}) => cluster.awaits.unknownName(host)}
		: {says: ({cluster}) => cluster.awaits.noReadyPods(name), awaited};
};

/** The Service that has an address. */
const serviceAt = (ip: string, ledger: Reader): Service | undefined =>
	all<Service>(ledger, servicesPrefix)
		.map(({object}) => object)
		.find(({spec}) => spec.clusterIP === ip);

/** The end that does not accept a connection. */
const awaitedEnd = (host: string, {ip, port, loss}: StopOf<'container.connect'>['facts'], ledger: Reader): Awaited => {
	const service = serviceAt(ip, ledger);
	const awaited = service && `${servicesPrefix}${service.metadata.namespace}/${service.metadata.name}`;
	const name = service?.metadata.name ?? '';
	switch (loss?.case) {
		case 'no-endpoints': {
			return {says: ({cluster}) => cluster.awaits.noEndpoints(name), awaited};
		}

		case 'unknown-port': {
			return {says: ({cluster}) => cluster.awaits.otherPort(name, port), awaited};
		}

		case 'closed-port': {
			const pod = loss.pod;
			const isOfService = awaited !== undefined;
			return {
				says: ({cluster}) => cluster.awaits.closedPort(isOfService ? `${host}:${port}` : host, pod, loss.port),
				awaited: awaited ?? `/registry/pods/${pod}`,
			};
		}

		default: {
			return {says: ({cluster}) => cluster.awaits.silent(`${host}:${port}`), ...(awaited ? {awaited} : {})};
		}
	}
};

/** The changes of files that a candidate consists of. */
const changesOf = (candidate: Candidate | undefined): readonly FileChange[] => {
	if (candidate && 'changes' in candidate) {
		return candidate.changes;
	}

	return candidate && 'field' in candidate ? [candidate] : [];
};

/**
Advice for the name of a Pod of a StatefulSet below a wrong Service: `redis-0.redis`, where the headless Service is `redis-headless` or none.

Such a Pod has a name only below the Service that `serviceName` names.
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

/** Advice for a name that the cluster's DNS does not know. */
const unknownName = (host: string, key: string, field: FieldPath, ledger: Reader): Advised => {
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
			candidates: [],
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

/** Why a connection is lost, where that is written in an object. */
const lost = (loss: Loss, ledger: Reader, key: string, field: FieldPath): Advised => {
	if (loss.case === 'policy') {
		return policyHint(loss, ledger, key);
	}

	if (loss.case === 'unknown-port') {
		return otherPort(loss, ledger, key, field);
	}

	return {advice: [], candidates: []};
};

/** A Service that does not have the port which a container asks for: the ports that it has. */
const otherPort = (
	{ip, port}: Extract<Loss, {case: 'unknown-port'}>,
	ledger: Reader,
	key: string,
	field: FieldPath,
): Advised => {
	const service = serviceAt(ip, ledger);
	const ports = (service?.spec.ports ?? []).map((one) => one.port);
	if (!service || ports.length === 0) {
		return {advice: [], candidates: []};
	}

	const {name, namespace} = service.metadata;
	const pod = ledger.read(key);
	const names = [name, `${name}.${namespace}`, `${name}.${namespace}.svc`, `${name}.${namespace}.svc.cluster.local`];
	const candidates = ports.flatMap((other) =>
		names.flatMap((host) => {
			const written = renamed(pod, field, `${host}:${port}`, `${host}:${other}`);
			return written.length > 0 || port !== 80 ? written : renamed(pod, field, host, `${host}:${other}`);
		}),
	);
	return {advice: [({cluster}) => cluster.servicePorts(name, ports)], candidates};
};

/** A rule that lets queries to the DNS out. */
const dnsRule = {
	ports: [
		{protocol: 'UDP', port: 53},
		{protocol: 'TCP', port: 53},
	],
};

/** Why the DNS does not answer, where that is written in an object. */
const noName = (loss: Loss | undefined, ledger: Reader, key: string, field: FieldPath): Advised => {
	if (loss?.case !== 'policy' || loss.direction !== 'egress') {
		return loss ? lost(loss, ledger, key, field) : {advice: [], candidates: []};
	}

	const hint = policyHint(loss, ledger, key);
	const of = hint.elsewhere;
	const policy = of && ledger.read(`/registry/networkpolicies/${loss.policies[0]}`);
	return {
		...hint,
		candidates: of
			? [{field: ['spec', 'egress', nestedSlice(policy, 'spec', 'egress').length], change: {value: dnsRule}, of}]
			: [],
	};
};

/**
The last request of a container's present run to the network, if it got no answer: the reason why the container ended, or waits.

@param field of the container in its Pod.
*/
export const unansweredBy = (
	{stops, kernel: {ledger}}: ClusterRecording,
	key: string,
	{name, field}: {readonly name: string; readonly field: FieldPath},
): Unanswered | undefined => {
	const [stop] = failedAttempts(stops, key, name, 1);
	if (stop && isStopOf(stop, 'container.connect')) {
		const {loss} = stop.facts;
		const host = hostOf(stops, stop);
		return loss && {stop, ...awaitedEnd(host, stop.facts, ledger), ...lost(loss, ledger, key, field)};
	}

	if (!stop || !isStopOf(stop, 'container.resolve')) {
		return undefined;
	}

	const {host, server, result, loss} = stop.facts;
	return result === 'silent'
		? {stop, says: ({cluster}) => cluster.awaits.silent(server), ...noName(loss, ledger, key, field)}
		: {stop, ...awaitedName(host, key, ledger), ...unknownName(host, key, field, ledger)};
};
