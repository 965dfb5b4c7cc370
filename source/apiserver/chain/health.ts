import type {Request, Response} from '../../client/request.js';
import {goQuoted} from '../../go/print.js';
import {isGateOn} from '../../objects/versions/served.js';

/** A check with the feature gate that turns it on, if there is one. */
type Check = string | {readonly name: string; readonly gate: string};

/** Checks of the server itself. */
const basic: readonly Check[] = ['ping', 'log', 'etcd'];
const readinessOnly: readonly Check[] = ['etcd-readiness', 'informer-sync'];

/** The hooks that kube-apiserver, its API extensions and its aggregator run at their start, and the registration of API services. */
const started: readonly Check[] = [
	'poststarthook/start-apiserver-admission-initializer',
	'poststarthook/generic-apiserver-start-informers',
	'poststarthook/priority-and-fairness-config-consumer',
	'poststarthook/priority-and-fairness-filter',
	'poststarthook/storage-object-count-tracker-hook',
	'poststarthook/start-apiextensions-informers',
	'poststarthook/start-apiextensions-controllers',
	'poststarthook/crd-informer-synced',
	'poststarthook/start-system-namespaces-controller',
	{name: 'poststarthook/peer-endpoint-reconciler-controller', gate: 'UnknownVersionInteroperabilityProxy'},
	'poststarthook/start-cluster-authentication-info-controller',
	'poststarthook/start-kube-apiserver-identity-lease-controller',
	'poststarthook/start-kube-apiserver-identity-lease-garbage-collector',
	{name: 'poststarthook/storage-readiness', gate: 'WatchCacheInitializationPostStartHook'},
	'poststarthook/start-legacy-token-tracking-controller',
	'poststarthook/start-service-ip-repair-controllers',
	'poststarthook/rbac/bootstrap-roles',
	'poststarthook/scheduling/bootstrap-system-priority-classes',
	'poststarthook/priority-and-fairness-config-producer',
	'poststarthook/bootstrap-controller',
	{name: 'poststarthook/start-kubernetes-service-cidr-controller', gate: 'MultiCIDRServiceAllocator'},
	'poststarthook/aggregator-reload-proxy-client-cert',
	'poststarthook/start-kube-aggregator-informers',
	'poststarthook/apiservice-status-local-available-controller',
	'poststarthook/apiservice-status-remote-available-controller',
	'poststarthook/apiservice-registration-controller',
	'poststarthook/apiservice-discovery-controller',
	'poststarthook/kube-apiserver-autoregistration',
	'autoregister-completion',
	'poststarthook/apiservice-openapi-controller',
	'poststarthook/apiservice-openapiv3-controller',
];

const readiness = [...basic, ...readinessOnly, ...started, 'shutdown'];
const liveness = [...basic, ...started];

/** @param minor the minor version of Kubernetes 1; the simulated one, where each of the gates is on, when not given */
const checksOf = (endpoint: string, minor: number | undefined): readonly string[] =>
	(endpoint === 'readyz' ? readiness : liveness).flatMap((check) => {
		if (typeof check === 'string') {
			return [check];
		}

		return minor === undefined || isGateOn(minor, check.gate) ? [check.name] : [];
	});

/**
`/healthz`, `/livez`, `/readyz`, and each check below them. Simplified: a server that answers at all is healthy.

@param minor as {@link checksOf} takes it
@mirrors k8s.io/apiserver/pkg/server/healthz and the hooks of k8s.io/kubernetes/pkg/controlplane
*/
export const health = (
	path: string,
	{query, repeated}: Pick<Request, 'query' | 'repeated'>,
	minor: number | undefined,
	text: (status: number, body: string) => Response,
): Response => {
	const [, endpoint = '', ...rest] = path.split('/');
	const known = checksOf(endpoint, minor);
	if (rest.length > 0) {
		return known.includes(rest.join('/')) ? text(200, 'ok') : text(404, '404 page not found\n');
	}

	if (!('verbose' in query)) {
		return text(200, 'ok');
	}

	const excluded = new Set(repeated?.['exclude'] ?? ('exclude' in query ? [query['exclude']!] : []));
	const lines = known.map((name) => `[+]${name} ${excluded.delete(name) ? 'excluded: ' : ''}ok\n`);
	if (excluded.size > 0) {
		const names = [...excluded].map((name) => goQuoted(name)).join(',');
		lines.push(`warn: some health checks cannot be excluded: no matches for ${names}\n`);
	}

	return text(200, `${lines.join('')}${endpoint} check passed\n`);
};
