import type {ClusterRecording} from '../cluster.js';
import type {Stop} from '../kernel/stop.js';
import {registryPrefix} from '../objects/resources.js';
import {nestedField} from '../objects/unstructured.js';
import {isStopOf} from '../stages/stop-of.js';
import {closest} from '../scenario/mistake.js';
import {isRecord} from '../kernel/record.js';
import type {Service} from '../objects/kubernetes.generated.js';
import type {Loss} from '../stages/facts/network/traffic.js';
import {all, type Reader} from './look.js';
import {policyHint} from './policy-hint.js';
import type {Candidate, FieldPath, FileChange, Finding} from './symptom.js';
import type {Saying} from './words/words.js';

/** What a container wanted of the network last, and did not get. */
export interface Unanswered {
	/** Where it got no answer: the way that the packet took, or the name that there is not. */
	readonly stop: Stop;
	readonly advice: readonly Saying[];
	readonly candidates: readonly Candidate[];
	/** Where the trouble is written, if that is another object of the files. */
	readonly elsewhere?: Finding['elsewhere'];
}

const servicesPrefix = `${registryPrefix({group: '', plural: 'services'})}/`;

/** Every text below a path, with where it stands. */
const textsIn = (value: unknown, path: FieldPath): ReadonlyArray<readonly [FieldPath, string]> =>
	typeof value === 'string'
		? [[path, value]]
		: Array.isArray(value)
			? value.flatMap((item, index) => textsIn(item, [...path, index]))
			: isRecord(value)
				? Object.entries(value).flatMap(([name, item]) => textsIn(item, [...path, name]))
				: [];

const asPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Another name instead of this one wherever a container has it in its command, arguments or variables. */
export const renamed = (pod: unknown, field: FieldPath, name: string, other: string): readonly Candidate[] => {
	const pattern = new RegExp(String.raw`(?<![\w.-])${asPattern(name)}(?![\w-])`, 'g');
	const changes = ['command', 'args', 'env'].flatMap((part): FileChange[] =>
		textsIn(nestedField(pod, ...field, part), [...field, part]).flatMap(([path, text]): FileChange[] => {
			const value = text.replaceAll(pattern, () => other);
			return value === text || path.at(-1) === 'name' ? [] : [{field: path, change: {value}}];
		}),
	);
	const [first] = changes;
	return first === undefined ? [] : changes.length === 1 ? [first] : [{changes}];
};

/** What a name should lead to that the cluster's DNS does not know. */
const unknownName = (host: string, key: string, field: FieldPath, ledger: Reader): Omit<Unanswered, 'stop'> => {
	const [, , , own = 'default'] = key.split('/');
	const [name = host, namespace = own] = host.replace(/\.?(?:\.svc(?:\.cluster\.local)?)?\.?$/, '').split('.');
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

	return near === undefined
		? {advice: [({cluster}) => cluster.applyService(name, namespace)], candidates: []}
		: {advice: [({cluster}) => cluster.didYouMean(near)], candidates: renamed(pod, field, name, near)};
};

/** Why a connection is lost, where that is written in an object. */
const lost = (loss: Loss, ledger: Reader, key: string, field: FieldPath): Omit<Unanswered, 'stop'> =>
	loss.case === 'policy'
		? policyHint(loss, ledger, key)
		: loss.case === 'unknown-port'
			? otherPort(loss, ledger, key, field)
			: {advice: [], candidates: []};

/** A Service that does not have the port which a container asks for: the ports that it has. */
const otherPort = (
	{ip, port}: Extract<Loss, {case: 'unknown-port'}>,
	ledger: Reader,
	key: string,
	field: FieldPath,
): Omit<Unanswered, 'stop'> => {
	const service = all<Service>(ledger, servicesPrefix)
		.map(({object}) => object)
		.find(({spec}) => spec.clusterIP === ip);
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

/**
What the last run of a container asked of the network last, if it got no answer: then that is why it ended, or waits.

@param field of the container in its Pod.
*/
export const unansweredBy = (
	{stops, kernel: {ledger}}: ClusterRecording,
	from: number,
	key: string,
	{name, field}: {readonly name: string; readonly field: FieldPath},
): Unanswered | undefined => {
	const own = stops
		.slice(from + 1)
		.filter(
			({object, stage, facts}) => object === key && stage.startsWith('container.') && facts?.['container'] === name,
		);
	const process = own.at(-1)?.process;
	const stop = own.findLast(
		(one) => one.process === process && (one.stage === 'container.resolve' || one.stage === 'container.connect'),
	);
	if (stop && isStopOf(stop, 'container.connect')) {
		const {loss} = stop.facts;
		return loss && {stop, ...lost(loss, ledger, key, field)};
	}

	if (!stop || !isStopOf(stop, 'container.resolve') || stop.facts.result === 'found') {
		return undefined;
	}

	return stop.facts.result === 'silent'
		? {stop, advice: [], candidates: []}
		: {stop, ...unknownName(stop.facts.host, key, field, ledger)};
};
