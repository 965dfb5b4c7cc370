import type {Client, TypedEvent} from '../client/client.js';
import {Informer} from '../client/informer.js';
import type {Kernel} from '../kernel/kernel.js';
import type {Ledger} from '../kernel/ledger.js';
import type {LedgerView} from '../kernel/ledger-view.js';
import {Mailbox} from '../kernel/mailbox.js';
import {receive, type Routine} from '../kernel/routine.js';
import {note} from '../stages/note.js';
import type {Ingress, IngressBackend} from '../objects/kubernetes.generated.js';
import {registryKey} from '../objects/resources.js';
import {ServiceFollower} from './service-follower.js';
import {equal} from '../kernel/equality.js';

/** The target of requests for a host and path. */
export interface IngressRoute {
	/** The host; empty for every host. */
	readonly host: string;
	readonly path: string;
	readonly pathType: 'Exact' | 'Prefix' | 'ImplementationSpecific';
	/** `namespace/name:port`. */
	readonly service: string;
	/** The Pods to which the controller sends requests, as `ip:port`: it does not use the Service's address. */
	readonly upstreams: readonly string[];
}

/** The controller's knowledge of an Ingress, in the ledger under `/network/ingress/<namespace>/<name>`. */
export interface IngressEntry {
	readonly namespace: string;
	readonly name: string;
	readonly className: string;
	readonly routes: readonly IngressRoute[];
}

interface IngressOptions {
	/** The class that it serves; it also serves Ingresses without a class. */
	readonly className?: string;
}

const ingressKey = '/network/ingress/';
/** The key of an index of all entries, so that the search for a route need not read the whole ledger. */
const indexKey = '/network/ingress';

/**
Starts an ingress controller: for each host and path, it keeps the list of Pods that receive requests.

@see https://kubernetes.io/docs/concepts/services-networking/ingress-controllers/

Simplified: one controller of class `nginx`, in front of the cluster, that writes no address into the Ingress's status.
*/
export const startIngressController = (kernel: Kernel, client: Client, options: IngressOptions = {}): void => {
	kernel.spawn('ingress-controller', 'ingress-controller', () =>
		new IngressController(client, options.className ?? 'nginx').run(),
	);
};

const resource = 'ingresses.networking.k8s.io';

class IngressController {
	readonly #mailbox = new Mailbox<() => Routine>('ingress-controller');
	readonly #ledger: Ledger;
	readonly #ingresses: Informer<typeof resource>;
	readonly #follower: ServiceFollower;

	constructor(
		client: Client,
		readonly className: string,
	) {
		const owner = 'ingress-controller';
		this.#ledger = client.kernel.ledger;
		this.#ingresses = new Informer(client, resource, {
			owner,
			indexes: {service: (ingress) => servicesOf(ingress)},
		});
		this.#follower = new ServiceFollower(client, owner, this.#mailbox, (service) => this.#serviceChanged(service));
	}

	*run(): Routine {
		yield* this.#ingresses.start(this.#mailbox, (event) => () => this.#ingressChanged(event));
		let isPruned = false;
		for (;;) {
			if (!isPruned && this.#ingresses.synced) {
				isPruned = true;
				yield* this.#prune();
			}

			const work = yield* receive(this.#mailbox);
			yield* work();
		}
	}

	/** An object that was deleted while no controller ran is missing in the first list: no event reports it. */
	*#prune(): Routine {
		for (const key of this.#keys) {
			const [namespace = '', name = ''] = key.slice(ingressKey.length).split('/');
			if (!this.#ingresses.get(namespace, name)) {
				yield* this.#forget(namespace, name);
			}
		}
	}

	*#serviceChanged(service: string): Routine {
		for (const ingress of this.#ingresses.byIndex('service', service)) {
			yield* this.#update(ingress);
		}
	}

	*#ingressChanged(event: TypedEvent<Ingress>): Routine {
		const change = yield* this.#ingresses.deliver(event);
		if (change?.type === 'DELETED') {
			const {namespace, name} = change.object.metadata;
			yield* this.#forget(namespace, name);
		} else if (change) {
			yield* this.#follower.start();
			yield* this.#update(change.object);
		}
	}

	*#update(ingress: Ingress): Routine {
		const {className} = this;
		const {namespace = 'default', name} = ingress.metadata;
		if ((ingress.spec?.ingressClassName ?? className) !== className) {
			return;
		}

		const key = `${ingressKey}${namespace}/${name}`;
		const before = this.#ledger.read<IngressEntry>(key);
		const entry: IngressEntry = {namespace, name, className, routes: routesOf(ingress, this.#follower)};
		if (before && equal(before, entry)) {
			return;
		}

		this.#ledger.write(key, entry);
		if (!before) {
			this.#ledger.write(indexKey, [...this.#keys, key].sort());
		}

		const object = registryKey(resource, namespace, name);
		yield* note('ingress.update', {case: 'set', before, after: entry}, {object});
	}

	*#forget(namespace: string | undefined, name: string): Routine {
		const key = `${ingressKey}${namespace}/${name}`;
		const before = this.#ledger.read<IngressEntry>(key);
		if (before) {
			this.#ledger.delete(key);
			this.#ledger.write(
				indexKey,
				this.#keys.filter((other) => other !== key),
			);
			const object = registryKey(resource, namespace, name);
			yield* note('ingress.update', {case: 'forget', before}, {object});
		}
	}

	get #keys(): readonly string[] {
		return this.#ledger.read<readonly string[]>(indexKey) ?? [];
	}
}

const backendsOf = (
	ingress: Ingress,
): Array<Pick<IngressRoute, 'host' | 'path' | 'pathType'> & {readonly backend: IngressBackend}> => [
	...(ingress.spec?.rules ?? []).flatMap(({host = '', http}) =>
		(http?.paths ?? []).map(({path = '/', pathType, backend}) => ({host, path, pathType, backend})),
	),
	...(ingress.spec?.defaultBackend
		? [{host: '', path: '/', pathType: 'Prefix' as const, backend: ingress.spec.defaultBackend}]
		: []),
];

const servicesOf = (ingress: Ingress): string[] => [
	...new Set(
		backendsOf(ingress).flatMap(({backend}) =>
			backend.service ? [`${ingress.metadata.namespace}/${backend.service.name}`] : [],
		),
	),
];

const routesOf = (ingress: Ingress, follower: ServiceFollower): IngressRoute[] =>
	backendsOf(ingress).flatMap(({host, path, pathType, backend: {service}}) =>
		service
			? [
					{
						host,
						path,
						pathType,
						service: `${ingress.metadata.namespace}/${service.name}:${service.port?.name ?? service.port?.number ?? ''}`,
						upstreams: follower.endpoints(ingress.metadata.namespace, service.name, service.port ?? {}),
					},
				]
			: [],
	);

/** The route of a request: the most exact host, then the longest path. `undefined` for a 404. */
export const findRoute = (ledger: LedgerView, host: string, path: string): IngressRoute | undefined => {
	let best: IngressRoute | undefined;
	let bestRank = -1;
	for (const key of ledger.read<readonly string[]>(indexKey) ?? []) {
		for (const route of ledger.read<IngressEntry>(key)?.routes ?? []) {
			const rank = rankOf(route, host, path);
			if (rank > bestRank) {
				best = route;
				bestRank = rank;
			}
		}
	}

	return best;
};

/** −1 if it does not match. */
const rankOf = (route: IngressRoute, host: string, path: string): number => {
	const wildcard = route.host.startsWith('*.') && host.slice(host.indexOf('.')) === route.host.slice(1);
	if (route.host !== '' && route.host !== host && !wildcard) {
		return -1;
	}

	const prefix = route.path.endsWith('/') ? route.path : `${route.path}/`;
	const matches = route.pathType === 'Exact' ? path === route.path : path === route.path || path.startsWith(prefix);
	if (!matches) {
		return -1;
	}

	const byWildcard = wildcard ? 1_000_000 : 0;
	const byHost = route.host === host ? 2_000_000 : byWildcard;
	return byHost + route.path.length * 2 + (route.pathType === 'Exact' ? 1 : 0);
};
