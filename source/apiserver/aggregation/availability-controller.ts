import type {WatchEvent} from '../../client/request.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {take, type Routine} from '../../kernel/routine.js';
import type {DiscoveredResource} from '../../objects/facts.js';
import type {APIService} from '../../objects/kubernetes.generated.js';
import {nestedMapSlice, nestedStringSlice} from '../../objects/unstructured.js';
import {isKind, isObject, type KubernetesObject} from '../../objects/kubernetes-object.js';
import {registryKey, resourceNamed, type ResourceName} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import {RequestFailure} from '../request/failure.js';
import {mastersGroup, type UserInfo} from '../request/user.js';
import type {Services} from '../services.js';
import {availabilityFrom, availabilityOf, discoveryPath, type Availability} from './availability.js';
import {isAvailable} from './remote-apis.js';
import {remoteRequest} from './remote-request.js';

const apiServices = 'apiservices.apiregistration.k8s.io';
const slices = 'endpointslices.discovery.k8s.io';
const serviceLabel = 'kubernetes.io/service-name';

/** The interval between two requests to a server. */
const resyncMs = 30_000;
const checkTimeoutMs = 5000;

/** The identity that the server sees in an availability check. */
const aggregator: UserInfo = {username: 'system:kube-aggregator', groups: [mastersGroup]};

/** Receives all changes of a resource, until the apiserver ends. */
const watchInside = (
	{cacher, kernel}: Services,
	resource: ResourceName,
	send: (object: KubernetesObject) => void,
): void => {
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

/**
The availability controller of the apiserver: reports for each APIService of another server whether that server can be reached.

Long because it is one loop with all its triggers.

@mirrors k8s.io/kube-aggregator/pkg/controllers/status/remote AvailableConditionController
*/
export function* watchAPIServices(services: Services): Routine {
	const {cacher, kernel} = services;
	const mailbox = new Mailbox<string>('kube-apiserver/apiservices');
	/** Names of APIServices by the Service that they name. */
	const served = new Map<string, Set<string>>();
	const follow = (resource: ResourceName, send: (object: KubernetesObject) => void): void => {
		watchInside(services, resource, send);
	};

	const recheck = (service: string): void => {
		for (const name of served.get(service) ?? []) {
			kernel.send(mailbox, name);
		}
	};

	const consider = (object: KubernetesObject): void => {
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

	follow(apiServices, consider);
	for (const object of cacher.list(apiServices)) {
		// A server that another cluster could reach counts as reachable: it cannot be checked here.
		if (!(services.options.dump && isAvailable(object))) {
			consider(object);
		}
	}

	/** The APIServices whose servers are outside the simulation: such a server may stop answering. */
	const asked = new Set<string>();
	let follows = false;
	for (;;) {
		const name = yield* take(mailbox, asked.size > 0 ? {timeoutMs: resyncMs, periodic: true} : {});
		if (name === undefined) {
			for (const each of asked) {
				kernel.send(mailbox, each);
			}

			continue;
		}

		if (!follows) {
			// Services matter only once there is such an APIService.
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
			const isAsked = yield* check(services, object);
			if (isAsked) {
				asked.add(name);
			} else {
				asked.delete(name);
			}
		} else {
			asked.delete(name);
		}
	}
}

/** The answer of a server outside the simulation, after two stops; `undefined` for one inside. */
function* ask(services: Services, apiService: APIService & KubernetesObject): Routine<Availability | undefined> {
	const {outward} = services.options;
	const {name} = apiService.metadata;
	const request =
		outward &&
		remoteRequest(apiService, services.cacher, aggregator, {
			method: 'GET',
			target: discoveryPath(apiService),
			headers: {accept: 'application/json'},
			timeoutMs: checkTimeoutMs,
		});
	if (!request) {
		return undefined;
	}

	const waiting = outward.send(request);
	const {url} = request;
	yield* note('apiserver.apiservice', {apiService: name, url}, {object: registryKey(apiServices, undefined, name)});
	const answer = yield* waiting();
	// Simplified: the check reads the answer of discovery; there is no request of its own for it.
	services.custom.remote.learn(name, 'text' in answer ? resourcesIn(answer.text) : []);
	return availabilityFrom(url, answer);
}

/** The resources of an APIResourceList. */
const resourcesIn = (text: string): readonly DiscoveredResource[] => {
	let list: unknown;
	try {
		list = JSON.parse(text);
	} catch {
		return [];
	}

	return nestedMapSlice(list, 'resources').flatMap((resource) => {
		const {name, singularName, namespaced, kind, group, version} = resource;
		const shortNames = nestedStringSlice(resource, 'shortNames');
		const categories = nestedStringSlice(resource, 'categories');
		return typeof name === 'string' && typeof kind === 'string'
			? [
					{
						name,
						singularName: typeof singularName === 'string' ? singularName : '',
						namespaced: namespaced === true,
						kind,
						verbs: nestedStringSlice(resource, 'verbs'),
						...(typeof group === 'string' && group !== '' ? {group} : {}),
						...(typeof version === 'string' && version !== '' ? {version} : {}),
						...(shortNames.length > 0 ? {shortNames} : {}),
						...(categories.length > 0 ? {categories} : {}),
					},
				]
			: [];
	});
};

/** Reports for an APIService whether its server can be reached. @returns whether the server is outside the simulation, and a request to it was sent. */
function* check(services: Services, apiService: APIService & KubernetesObject): Routine<boolean> {
	const answered = yield* ask(services, apiService);
	yield* tell(services, apiService, answered ?? fromCluster(services, apiService));
	return answered !== undefined;
}

/** The availability of a server, from objects of the cluster alone. */
const fromCluster = ({cacher}: Services, apiService: APIService): Availability => {
	const {namespace = '', name = ''} = apiService.spec?.service ?? {};
	return availabilityOf(
		apiService,
		cacher.get('services', namespace, name),
		cacher
			.list(slices)
			.filter(({metadata}) => metadata.namespace === namespace && metadata.labels?.[serviceLabel] === name),
	);
};

/** Writes the condition Available, if it has changed. */
function* tell(services: Services, apiService: APIService & KubernetesObject, found: Availability): Routine {
	const {kernel} = services;
	const {name} = apiService.metadata;
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
		{
			apiService: name,
			before,
			after: condition,
			...(found.status === 'True' ? {available: true} : {}),
			reason: found.reason,
			message: found.message,
		},
		{
			object: registryKey(apiServices, undefined, name),
			...(found.status === 'True' ? {} : {outcome: 'warning'}),
		},
	);
	try {
		yield* services.writeInternally(apiServices, after);
	} catch (error) {
		// The faster write has produced its own event, which is handled next.
		if (!(error instanceof RequestFailure)) {
			throw error;
		}
	}
}
