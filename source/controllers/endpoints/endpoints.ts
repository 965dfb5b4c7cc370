import type {Routine} from '../../kernel/routine.js';
import {ignoreNotFound} from '../../client/errors.js';
import {keyOf} from '../../client/informer.js';
import type {ObjectMeta, Service} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Controller, Tools} from '../controller.js';
import {SelectedPods} from './selected-pods.js';
import {ServiceAddresses} from './service-addresses.js';
import {headlessLabel, selects, servicesOf, triggerAnnotation, TriggerTimes} from './services-of.js';
import {equal} from '../../kernel/equality.js';
import {allow} from '../controller-roles.js';

const managedByLabel = 'endpoints.kubernetes.io/managed-by';
const overCapacityAnnotation = 'endpoints.kubernetes.io/over-capacity';

/**
Keeps the Endpoints object of a Service: the older, single list of all its addresses.

@see https://kubernetes.io/docs/concepts/services-networking/service/#endpoints
@mirrors k8s.io/kubernetes/pkg/controller/endpoint
*/
export const endpoints: Controller = {
	name: 'endpoints',
	reportsAs: 'endpoint-controller',
	rules: [
		allow('get list watch', 'pods services'),
		allow('create delete get list update watch', 'endpoints'),
		allow('create', 'endpoints/restricted'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build(tools) {
		const triggers = new TriggerTimes();
		const pods = tools.informer('pods');
		const addresses = new SelectedPods(pods, () => new ServiceAddresses());
		tools.kernel.atExit(pods.observe(addresses.onPod));
		return {
			handlers: {
				services: ({object}) => [keyOf(object)],
				pods: (change) => servicesOf(tools, change),
				endpoints: ({type, object}) => (type === 'DELETED' ? [keyOf(object)] : []),
			},
			sync: (key) => sync(tools, {triggers, addresses}, key),
		};
	},
};

/** The controller's memory of each Service. */
interface Known {
	readonly triggers: TriggerTimes;
	readonly addresses: SelectedPods<ServiceAddresses>;
}

const stateOf = (existing: unknown, isSettled: boolean | undefined): 'current' | 'outdated' | 'missing' => {
	if (isSettled) {
		return 'current';
	}

	return existing ? 'outdated' : 'missing';
};

function* sync({informer, client}: Tools, {triggers, addresses}: Known, key: string): Routine {
	const service = informer('services').getByKey(key);
	const existing = informer('endpoints').getByKey(key);
	if (!service) {
		triggers.forget(key);
		addresses.forget(key);
		yield* note('controller.endpoints.sync', {case: 'gone', key});
		if (existing) {
			yield* deleteEndpoints(client, existing.metadata);
		}

		return;
	}

	const {namespace, name} = service.metadata;
	const object = registryKey('services', namespace, name);
	if (!selects(service)) {
		addresses.forget(key);
		yield* note('controller.endpoints.sync', {case: 'no-selector', key}, {object});
		return;
	}

	const {size, set} = addresses.of(service);
	const {subsets, isTruncated} = set.plan();
	const labels = labelsFor(service);
	const trigger = triggers.next(service, set.changed.take());
	const wasTruncated = existing?.metadata.annotations?.[overCapacityAnnotation] !== undefined;
	// Upstream compares with the addresses before they are truncated, which are never the stored ones.
	const settled =
		existing &&
		!isTruncated &&
		!wasTruncated &&
		equal(existing.subsets ?? [], subsets) &&
		equal(existing.metadata.labels ?? {}, labels);
	yield* note(
		'controller.endpoints.sync',
		{
			case: 'compare',
			key,
			pods: size,
			state: stateOf(existing, settled),
			subsets,
		},
		{object},
	);
	if (settled) {
		return;
	}

	const {[triggerAnnotation]: _, [overCapacityAnnotation]: __, ...others} = existing?.metadata.annotations ?? {};
	const annotations = {
		...others,
		...(trigger ? {[triggerAnnotation]: trigger} : {}),
		...(isTruncated ? {[overCapacityAnnotation]: 'truncated'} : {}),
	};
	const metadata = {
		...existing?.metadata,
		name,
		namespace,
		labels,
		...(Object.keys(annotations).length > 0 || existing?.metadata.annotations ? {annotations} : {}),
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
	yield* ignoreNotFound(client.delete('endpoints', namespace, name));
}

const labelsFor = ({metadata, spec}: Service): Readonly<Record<string, string>> => {
	const {[headlessLabel]: _, ...labels} = metadata.labels ?? {};
	return {
		...labels,
		[managedByLabel]: 'endpoint-controller',
		...(spec?.clusterIP === 'None' ? {[headlessLabel]: ''} : {}),
	};
};
