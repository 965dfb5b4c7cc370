import type {Client} from '../client/client.js';
import {Informer} from '../client/informer.js';
import type {Kernel} from '../kernel/kernel.js';
import type {Ledger} from '../kernel/ledger.js';
import {Mailbox} from '../kernel/mailbox.js';
import {receive, type Routine} from '../kernel/routine.js';
import {note} from '../stages/note.js';
import type {Ingress, IngressBackend} from '../objects/kubernetes.generated.js';
import {registryKey} from '../objects/resources.js';
import {ServiceFollower} from './service-follower.js';
import {equal} from '../kernel/equality.js';

/** Where requests for a host and path go. */
export interface IngressRoute {
	/** Empty: every host. */
	readonly host: string;
	readonly path: string;
	readonly pathType: 'Exact' | 'Prefix' | 'ImplementationSpecific';
	/** `namespace/name:port`. */
	readonly service: string;
	/** Pods that the controller sends requests to, as `ip:port`: it does not use the Service's own address. */
	readonly upstreams: readonly string[];
}

/** What the controller knows of an Ingress, in the ledger under `/network/ingress/<namespace>/<name>`. */
export interface IngressEntry {
	readonly namespace: string;
	readonly name: string;
	readonly className: string;
	readonly routes: readonly IngressRoute[];
}

export interface IngressOptions {
	/** Class that it serves; Ingresses without a class are its own too. */
	readonly className?: string;
}

const ingressKey = '/network/ingress/';
/** Keys of all entries: looking for a route must not search the whole ledger. */
const indexKey = '/network/ingress';

/**
Starts an ingress controller: it keeps, for each host and path, the list of Pods to send requests to.

@see https://kubernetes.io/docs/concepts/services-networking/ingress-controllers/

Simplified: one controller of class `nginx`, in front of the cluster, that writes no address into the Ingress's status.
*/
export const startIngressController = (kernel: Kernel, client: Client, options: IngressOptions = {}): void => {
	kernel.spawn('ingress-controller', 'ingress-controller', () => run(kernel, client, options.className ?? 'nginx'));
};

function* run(kernel: Kernel, client: Client, className: string): Routine {
	const {ledger} = kernel;
	const mailbox = new Mailbox<() => Routine>('ingress-controller');
	const ingresses = new Informer(client, 'ingresses.networking.k8s.io', {
		owner: 'ingress-controller',
		indexes: {service: (ingress) => servicesOf(ingress)},
	});
	const follower = new ServiceFollower(client, 'ingress-controller', mailbox, function* (service) {
		for (const ingress of ingresses.byIndex('service', service)) {
			yield* update(ingress);
		}
	});

	function* update(ingress: Ingress): Routine {
		const {namespace = 'default', name} = ingress.metadata;
		const wanted = ingress.spec?.ingressClassName ?? className;
		if (wanted !== className) {
			return;
		}

		const key = `${ingressKey}${namespace}/${name}`;
		const before = ledger.read<IngressEntry>(key);
		const entry: IngressEntry = {namespace, name, className, routes: routesOf(ingress, follower)};
		if (before && equal(before, entry)) {
			return;
		}

		ledger.write(key, entry);
		if (!before) {
			ledger.write(indexKey, [...(ledger.read<readonly string[]>(indexKey) ?? []), key].sort());
		}

		yield* note(
			'ingress.update',
			{case: 'set', before, after: entry},
			{object: registryKey('ingresses.networking.k8s.io', namespace, name)},
		);
	}

	yield* ingresses.start(
		mailbox,
		(event) =>
			function* () {
				const change = yield* ingresses.deliver(event);
				if (!change) {
					return;
				}

				const {namespace, name} = change.object.metadata;
				if (change.type === 'DELETED') {
					const key = `${ingressKey}${namespace}/${name}`;
					const before = ledger.read<IngressEntry>(key);
					if (before) {
						ledger.delete(key);
						ledger.write(
							indexKey,
							(ledger.read<readonly string[]>(indexKey) ?? []).filter((other) => other !== key),
						);
						yield* note(
							'ingress.update',
							{case: 'forget', before},
							{
								object: registryKey('ingresses.networking.k8s.io', namespace, name),
							},
						);
					}

					return;
				}

				yield* follower.start();
				yield* update(change.object);
			},
	);
	for (;;) {
		const work = yield* receive(mailbox);
		yield* work();
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

/** The route of a request: the most exact host, then the longest path. `undefined`: 404. */
export const findRoute = (ledger: Ledger, host: string, path: string): IngressRoute | undefined => {
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

/** −1: it does not match. */
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

	return (
		(route.host === host ? 2_000_000 : wildcard ? 1_000_000 : 0) +
		route.path.length * 2 +
		(route.pathType === 'Exact' ? 1 : 0)
	);
};
