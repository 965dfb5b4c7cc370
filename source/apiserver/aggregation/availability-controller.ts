import type {WatchEvent} from '../../client/request.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive, type Routine} from '../../kernel/routine.js';
import type {APIService} from '../../objects/kubernetes.generated.js';
import {isKind, isObject, type KubernetesObject} from '../../objects/kubernetes-object.js';
import {registryKey, resourceNamed, type ResourceName} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import {RequestFailure} from '../request/failure.js';
import type {Services} from '../services.js';
import {availabilityOf} from './availability.js';

const apiServices = 'apiservices.apiregistration.k8s.io';
const slices = 'endpointslices.discovery.k8s.io';
const serviceLabel = 'kubernetes.io/service-name';

/**
Says of each APIService that another server serves whether that can be reached, inside the apiserver.

@mirrors k8s.io/kube-aggregator/pkg/controllers/status/remote AvailableConditionController
*/
export function* watchAPIServices(services: Services): Routine {
	const {cacher, kernel} = services;
	const mailbox = new Mailbox<string>('kube-apiserver/apiservices');
	/** Names of APIServices by the Service that they name. */
	const served = new Map<string, Set<string>>();
	const follow = (resource: ResourceName, send: (object: KubernetesObject) => void): void => {
		const cache = cacher.of(resourceNamed(resource));
		const watcher = {
			id: cacher.nextID(),
			name: 'kube-aggregator',
			namespace: '',
			matches: () => true,
			bookmarks: false,
			sent: cacher.revision,
			send({object}: WatchEvent) {
				if (isObject(object)) {
					send(object);
				}
			},
		};
		cache.watchers.add(watcher);
		kernel.atExit(() => {
			cache.watchers.remove(watcher);
		});
	};

	const recheck = (service: string): void => {
		for (const name of served.get(service) ?? []) {
			kernel.send(mailbox, name);
		}
	};

	const take = (object: KubernetesObject): void => {
		if (!isKind(object, 'apiregistration.k8s.io/v1 APIService')) {
			return;
		}

		const {service, group} = object.spec ?? {};
		if (service && !services.custom.aggregated.some((resource) => resource.group === group)) {
			const key = `${service.namespace}/${service.name}`;
			served.set(key, (served.get(key) ?? new Set()).add(object.metadata.name));
			kernel.send(mailbox, object.metadata.name);
		}
	};

	follow(apiServices, take);
	for (const object of cacher.list(apiServices)) {
		take(object);
	}

	let follows = false;
	for (;;) {
		const name = yield* receive(mailbox);
		if (!follows) {
			// Services are of interest to whoever has such an APIService, and to nobody else.
			follows = true;
			follow('services', ({metadata}) => {
				recheck(`${metadata.namespace}/${metadata.name}`);
			});
			follow(slices, ({metadata}) => {
				recheck(`${metadata.namespace}/${metadata.labels?.[serviceLabel]}`);
			});
		}

		const object = services.storage.read(registryKey(apiServices, undefined, name))?.value;
		if (object && isKind(object, 'apiregistration.k8s.io/v1 APIService') && object.spec?.service) {
			yield* check(services, object);
		}
	}
}

function* check(services: Services, apiService: APIService & KubernetesObject): Routine {
	const {cacher, kernel} = services;
	const {name} = apiService.metadata;
	const {namespace = '', name: serviceName = ''} = apiService.spec?.service ?? {};
	const found = availabilityOf(
		apiService,
		cacher.get('services', namespace, serviceName),
		cacher
			.list(slices)
			.filter(({metadata}) => metadata.namespace === namespace && metadata.labels?.[serviceLabel] === serviceName),
	);
	const conditions = apiService.status?.conditions ?? [];
	const before = conditions.find(({type}) => type === 'Available');
	if (before?.status === found.status && before.reason === found.reason && before.message === found.message) {
		return;
	}

	const lastTransitionTime = before?.status === found.status ? before.lastTransitionTime : kernel.timestamp();
	const condition = {type: 'Available', ...found, lastTransitionTime};
	const after = {
		...apiService,
		status: {...apiService.status, conditions: [...conditions.filter(({type}) => type !== 'Available'), condition]},
	};
	yield* note(
		'apiserver.apiservice',
		{apiService: name, before, after: condition, reason: found.reason, message: found.message},
		{object: registryKey(apiServices, undefined, name), outcome: 'warning'},
	);
	try {
		yield* services.writeInternally(apiServices, after);
	} catch (error) {
		// The faster write has produced an event of its own, which is handled next.
		if (!(error instanceof RequestFailure)) {
			throw error;
		}
	}
}
