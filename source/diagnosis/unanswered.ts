import type {ClusterRecording} from '../cluster.js';
import type {Stop} from '../kernel/stop.js';
import type {Service} from '../objects/kubernetes.generated.js';
import {nestedSlice} from '../objects/unstructured.js';
import type {Loss} from '../stages/facts/network/traffic.js';
import {isStopOf, type StopOf} from '../stages/stop-of.js';
import {failedAttempts, hostOf} from './attempts.js';
import {all, type Reader} from './look.js';
import {policyHint} from './policy-hint.js';
import {renamed} from './renamed.js';
import type {FieldPath} from './symptom.js';
import {rightlyEnded, serviceNamed, servicesPrefix, unknownName, type Advised} from './unknown-host.js';
import type {Saying} from './words/words.js';

/** The last request of a container to the network, which got no answer. */
export interface Unanswered extends Awaited, Advised {
	/** The place without an answer: the way of the packet, or the missing name. */
	readonly stop: Stop;
}

/** The other end of a missing connection. */
interface Awaited {
	/** `the Service db, which has no endpoints` */
	readonly says: Saying;
	/** The ledger key of its Service or Pod, if the cluster has it. */
	readonly awaited?: string;
}

/** The meaning of a name that DNS does not resolve: a Service without a ready Pod, or no object. */
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

/** Why a connection is lost, if an object states it. */
const lost = (loss: Loss, ledger: Reader, key: string, field: FieldPath): Advised => {
	if (loss.case === 'policy') {
		return policyHint(loss, ledger, key);
	}

	if (loss.case === 'unknown-port') {
		return otherPort(loss, ledger, key, field);
	}

	return {advice: [], candidates: []};
};

/** Advice for a Service without the port that a container requests: the ports that it has. */
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

/** A rule that allows DNS queries. */
const dnsRule = {
	ports: [
		{protocol: 'UDP', port: 53},
		{protocol: 'TCP', port: 53},
	],
};

/** Why DNS does not answer, if an object states it. */
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
