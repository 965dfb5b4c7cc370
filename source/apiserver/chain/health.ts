import type {Request, Response} from '../../client/request.js';
import {goQuoted} from '../../go/print.js';

/** Checks that a probe can request one by one. */
const checks = [
	'ping',
	'log',
	'etcd',
	'poststarthook/start-apiextensions-controllers',
	'poststarthook/rbac/bootstrap-roles',
];
const readinessOnly = ['etcd-readiness', 'informer-sync', 'shutdown'];

/** `/healthz`, `/livez`, `/readyz`, and each check below them. Simplified: a server that answers at all is healthy. */
export const health = (
	path: string,
	{query, repeated}: Pick<Request, 'query' | 'repeated'>,
	text: (status: number, body: string) => Response,
): Response => {
	const [, endpoint = '', ...rest] = path.split('/');
	const known = endpoint === 'readyz' ? [...checks, ...readinessOnly] : checks;
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
