import {createHash} from 'node:crypto';
import type {Routine} from '../../kernel/routine.js';
import {isNotFound} from '../../client/errors.js';
import {keyOf} from '../../client/informer.js';
import type {EndpointAddress, EndpointSubset, ObjectMeta, Pod, Service} from '../../objects/kubernetes.generated.js';
import {isPodReady} from '../../objects/pod.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Controller, Tools} from '../controller.js';
import {addressesOf, canBeEndpoint, familiesOf, hostnameOf, servedPorts, type ServedPort} from './endpoint.js';
import {headlessLabel, podsOf, selects, servicesOf, triggerAnnotation, TriggerTimes} from './services-of.js';
import {equal} from '../../kernel/equality.js';

const managedByLabel = 'endpoints.kubernetes.io/managed-by';

/**
Keeps the Endpoints object of a Service: the older, single list of all its addresses.

@see https://kubernetes.io/docs/concepts/services-networking/service/#endpoints
@mirrors k8s.io/kubernetes/pkg/controller/endpoint
*/
export const endpoints: Controller = {
	name: 'endpoints',
	reportsAs: 'endpoint-controller',
	build(tools) {
		const triggers = new TriggerTimes();
		return {
			handlers: {
				services: ({object}) => [keyOf(object)],
				pods: (change) => servicesOf(tools, change),
				endpoints: ({type, object}) => (type === 'DELETED' ? [keyOf(object)] : []),
			},
			sync: (key) => sync(tools, triggers, key),
		};
	},
};

/**
The subsets of an Endpoints object: addresses that serve the same ports are listed together.

@mirrors endpoints.RepackSubsets
*/
export const planSubsets = (service: Service, pods: readonly Pod[]): EndpointSubset[] => {
	const [family = 'IPv4'] = familiesOf(service);
	const byPort = new Map<
		string,
		{port: ServedPort | undefined; ready: Map<string, EndpointAddress>; not: Map<string, EndpointAddress>}
	>();
	const headless = service.spec?.clusterIP === 'None';
	const keys = new Map<ServedPort | undefined, string>();
	for (const pod of pods) {
		const [ip] = addressesOf(pod, family);
		if (!canBeEndpoint(pod, service.spec?.publishNotReadyAddresses ?? false) || ip === undefined) {
			continue;
		}

		const {namespace, name, uid} = pod.metadata;
		const hostname = hostnameOf(pod, service);
		const address: EndpointAddress = {
			ip,
			...(pod.spec?.nodeName ? {nodeName: pod.spec.nodeName} : {}),
			...(hostname ? {hostname} : {}),
			targetRef: {kind: 'Pod', namespace, name, uid},
		};
		const ports: ReadonlyArray<ServedPort | undefined> = servedPorts(service, pod);
		const ready = (service.spec?.publishNotReadyAddresses ?? false) || isPodReady(pod);
		for (const port of ports.length === 0 && headless && !service.spec?.ports?.length ? [undefined] : ports) {
			const key = keys.get(port) ?? JSON.stringify(port) ?? '';
			keys.set(port, key);
			const entry = byPort.get(key) ?? {port, ready: new Map(), not: new Map()};
			(ready ? entry.ready : entry.not).set(uid, address);
			byPort.set(key, entry);
		}
	}

	const groups = new Map<string, typeof byPort extends Map<string, infer E> ? E[] : never>();
	for (const entry of byPort.values()) {
		const key = `${[...entry.ready.keys()].sort().join()}|${[...entry.not.keys()].sort().join()}`;
		groups.set(key, [...(groups.get(key) ?? []), entry]);
	}

	return [...groups.values()].map((entries) => {
		const [{ready, not}] = entries as [(typeof entries)[0]];
		const ports = entries
			.flatMap(({port}) => port ?? [])
			.sort((a, b) => (portHash(a) < portHash(b) ? -1 : 1))
			.map((port) => withoutEmptyName(port));
		return {
			...(ready.size > 0 ? {addresses: byIP(ready)} : {}),
			...(not.size > 0 ? {notReadyAddresses: byIP(not)} : {}),
			...(ports.length > 0 ? {ports} : {}),
		};
	});
};

/** Upstream orders ports by a hash of how Go prints them. @mirrors endpoints.portsByHash */
const portHash = ({name, port, protocol, appProtocol = '<nil>'}: ServedPort): string =>
	createHash('md5')
		.update(
			`(v1.EndpointPort){Name:(string)${name} Port:(int32)${port} Protocol:(v1.Protocol)${protocol} AppProtocol:(*string)${appProtocol}}`,
		)
		.digest('hex');

const withoutEmptyName = ({name, ...port}: ServedPort) => (name ? {name, ...port} : port);

const byIP = (addresses: ReadonlyMap<string, EndpointAddress>): EndpointAddress[] =>
	[...addresses.values()].sort((a, b) => (sortable(a.ip) < sortable(b.ip) ? -1 : 1));

const sortable = (ip: string): string => ip.replaceAll(/\d+/g, (digits) => digits.padStart(3, '0'));

function* sync({informer, client}: Tools, triggers: TriggerTimes, key: string): Routine {
	const service = informer('services').getByKey(key);
	const existing = informer('endpoints').getByKey(key);
	if (!service) {
		triggers.forget(key);
		yield* note('controller.endpoints.sync', {case: 'gone', key});
		if (existing) {
			yield* deleteEndpoints(client, existing.metadata);
		}

		return;
	}

	const {namespace, name} = service.metadata;
	const object = registryKey('services', namespace, name);
	if (!selects(service)) {
		yield* note('controller.endpoints.sync', {case: 'no-selector', key}, {object});
		return;
	}

	const pods = podsOf({informer}, service);
	const subsets = planSubsets(service, pods);
	const labels = labelsFor(service);
	const trigger = triggers.next(service, pods);
	const settled = existing && equal(existing.subsets ?? [], subsets) && equal(existing.metadata.labels ?? {}, labels);
	yield* note(
		'controller.endpoints.sync',
		{
			case: 'compare',
			key,
			pods: pods.length,
			state: settled ? 'up to date' : existing ? 'out of date' : 'missing',
			subsets,
		},
		{object},
	);
	if (settled) {
		return;
	}

	const {[triggerAnnotation]: _, ...others} = existing?.metadata.annotations ?? {};
	const annotations = trigger ? {...others, [triggerAnnotation]: trigger} : others;
	const metadata = {
		...existing?.metadata,
		name,
		namespace,
		labels,
		...(Object.keys(annotations).length > 0 ? {annotations} : {}),
	} as ObjectMeta;
	const draft = {apiVersion: 'v1', kind: 'Endpoints', metadata, subsets};
	yield* note(
		'endpoints.publish',
		{case: 'endpoints', before: existing, after: draft},
		{object: registryKey('endpoints', namespace, name)},
	);
	yield* existing ? client.update('endpoints', draft) : client.create('endpoints', namespace, draft);
}

function* deleteEndpoints(client: Tools['client'], {namespace, name}: ObjectMeta): Routine {
	yield* note('endpoints.publish', {case: 'endpoints-gone'}, {object: registryKey('endpoints', namespace, name)});
	try {
		yield* client.delete('endpoints', namespace, name);
	} catch (error) {
		if (!isNotFound(error)) {
			throw error;
		}
	}
}

const labelsFor = ({metadata, spec}: Service): Readonly<Record<string, string>> => {
	const {[headlessLabel]: _, ...labels} = metadata.labels ?? {};
	return {
		...labels,
		[managedByLabel]: 'endpoint-controller',
		...(spec?.clusterIP === 'None' ? {[headlessLabel]: ''} : {}),
	};
};
