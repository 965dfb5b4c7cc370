import type {Response} from '../client/request.js';

/** Checks that a probe can ask for one by one. */
const checks = [
	'ping',
	'log',
	'etcd',
	'poststarthook/start-apiextensions-controllers',
	'poststarthook/rbac/bootstrap-roles',
];
const readinessOnly = ['etcd-readiness', 'informer-sync', 'shutdown'];

/** `/healthz`, `/livez`, `/readyz`, and each check below them. Simplified: who answers at all is well. */
export const health = (
	path: string,
	query: Readonly<Record<string, string>>,
	text: (status: number, body: string) => Response,
): Response => {
	const [, endpoint = '', ...rest] = path.split('/');
	const known = endpoint === 'readyz' ? [...checks, ...readinessOnly] : checks;
	if (rest.length > 0) {
		return known.includes(rest.join('/')) ? text(200, 'ok') : text(404, '404 page not found\n');
	}

	return 'verbose' in query
		? text(200, `${known.map((name) => `[+]${name} ok\n`).join('')}${endpoint} check passed\n`)
		: text(200, 'ok');
};
