import type {Routine} from '../../kernel/routine.js';
import {keyOf} from '../../client/informer.js';
import type {
	Endpoint,
	EndpointAddress,
	Endpoints,
	EndpointSlice,
	ObjectMeta,
} from '../../objects/kubernetes.generated.js';
import {ownerReference} from '../../objects/owner.js';
import {registryKey} from '../../objects/resources.js';
import {lastApplied} from '../../objects/last-applied.js';
import {note} from '../../stages/note.js';
import type {Controller, Tools} from '../controller.js';

import {planSlices, type Group, type NewSlice} from './plan-slices.js';
import {portsInOrder} from './port-order.js';
import {triggerAnnotation} from './services-of.js';
import {equal} from '../../kernel/equality.js';
import {allow} from '../controller-roles.js';

const managedByLabel = 'endpointslice.kubernetes.io/managed-by';
const serviceLabel = 'kubernetes.io/service-name';
const skipLabel = 'endpointslice.kubernetes.io/skip-mirror';
const manager = 'endpointslicemirroring-controller.k8s.io';

/**
Copies handwritten Endpoints of a Service without selector into EndpointSlices: no component reads Endpoints any more.

@see https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/#endpointslice-mirroring
@mirrors k8s.io/kubernetes/pkg/controller/endpointslicemirroring
*/
export const endpointSliceMirroring: Controller = {
	name: 'endpointslice-mirroring',
	reportsAs: 'endpoint-slice-mirroring-controller',
	account: 'endpointslicemirroring-controller',
	rules: [
		allow('get list watch', 'endpoints services'),
		allow('update', 'services/finalizers'),
		allow('update', 'endpoints/finalizers'),
		allow('create delete get list update watch', 'endpointslices', 'discovery.k8s.io'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build: (tools) => ({
		handlers: {
			endpoints: ({object, old}) => (isMirrored(object) || (old && isMirrored(old)) ? [keyOf(object)] : []),
			services: ({object, old}) => (!object.spec?.selector || (old && !old.spec?.selector) ? [keyOf(object)] : []),
			'endpointslices.discovery.k8s.io': () => [],
		},
		sync: (key) => sync(tools, key),
	}),
};

/** Whether these Endpoints are for mirroring: not refused, and no leader election lock. */
export const isMirrored = ({metadata}: Endpoints): boolean =>
	metadata.labels?.[skipLabel] !== 'true' &&
	metadata.annotations?.['control-plane.alpha.kubernetes.io/leader'] === undefined;

/** The endpoints of each subset, with their ports. Simplified: at most 1,000 addresses a subset are not enforced. */
export const mirrorGroups = ({subsets}: Endpoints, family: 'IPv4' | 'IPv6'): Group[] =>
	(subsets ?? []).flatMap(({addresses = [], notReadyAddresses = [], ports = []}) => {
		const of = (list: readonly EndpointAddress[], ready: boolean): Endpoint[] =>
			list
				.filter(({ip}) => ip.includes(':') === (family === 'IPv6'))
				.map(({ip, hostname, nodeName, targetRef}) => ({
					addresses: [ip],
					conditions: {ready},
					...(hostname ? {hostname} : {}),
					...(targetRef ? {targetRef} : {}),
					...(nodeName ? {nodeName} : {}),
				}));
		const endpoints = [...of(addresses, true), ...of(notReadyAddresses, false)];
		const served = ports.map(({name = '', port, protocol = 'TCP', appProtocol}) => ({
			name,
			port,
			protocol,
			...(appProtocol ? {appProtocol} : {}),
		}));
		return endpoints.length > 0 ? [{ports: portsInOrder(served), endpoints}] : [];
	});

function* sync(tools: Tools, key: string): Routine {
	const {informer} = tools;
	const [namespace, name = ''] = key.split('/');
	const source = informer('endpoints').getByKey(key);
	const service = informer('services').getByKey(key);
	const wanted = source && service && !service.spec?.selector && isMirrored(source) ? source : undefined;
	const existing = informer('endpointslices.discovery.k8s.io')
		.byIndex('service', key)
		.filter(({metadata}) => metadata.labels?.[managedByLabel] === manager);
	yield* note(
		'controller.endpointslice-mirroring.sync',
		{key, mirrored: wanted !== undefined, slices: existing.length},
		{object: registryKey('endpoints', namespace, name)},
	);
	for (const family of ['IPv4', 'IPv6'] as const) {
		const ours = existing.filter(({addressType}) => addressType === family);
		const groups = wanted ? mirrorGroups(wanted, family) : [];
		if (!wanted || groups.length === 0) {
			for (const slice of ours) {
				yield* remove(tools, slice);
			}

			continue;
		}

		const plan = planSlices(family, groups, ours);
		for (const content of plan.create) {
			yield* write(tools, wanted, undefined, content);
		}

		for (const {slice, content} of plan.update) {
			yield* write(tools, wanted, slice, content);
		}

		for (const slice of plan.remove) {
			yield* remove(tools, slice);
		}
	}
}

function* write({client}: Tools, source: Endpoints, before: EndpointSlice | undefined, content: NewSlice): Routine {
	const {namespace, name} = source.metadata;
	const {[triggerAnnotation]: trigger, [lastApplied]: _applied, ...annotations} = source.metadata.annotations ?? {};
	const metadata = {
		...(before?.metadata ?? {generateName: `${name}-`, namespace}),
		labels: {...source.metadata.labels, [serviceLabel]: name, [managedByLabel]: manager},
		annotations: trigger ? {...annotations, [triggerAnnotation]: trigger} : annotations,
		ownerReferences: [ownerReference({apiVersion: 'v1', kind: 'Endpoints', metadata: source.metadata})],
	} as ObjectMeta;
	const draft = {apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata, ...content};
	if (before && equal({...before, metadata: undefined}, {...draft, metadata: undefined})) {
		return;
	}

	yield* note(
		'endpoints.publish',
		{case: 'mirror', endpoints: name, before, after: before ? draft : content},
		{object: before && registryKey('endpointslices.discovery.k8s.io', namespace, before.metadata.name)},
	);
	yield* before
		? client.update('endpointslices.discovery.k8s.io', draft)
		: client.create('endpointslices.discovery.k8s.io', namespace, draft);
}

function* remove({client}: Tools, {metadata}: EndpointSlice): Routine {
	yield* note(
		'endpoints.publish',
		{case: 'mirror-gone'},
		{object: registryKey('endpointslices.discovery.k8s.io', metadata.namespace, metadata.name)},
	);
	yield* client.delete('endpointslices.discovery.k8s.io', metadata.namespace, metadata.name);
}
