import type {Image} from './catalogue.js';

const megabytes = (count: number): number => Math.round(count * 1_000_000);

const quick = {exit: 0, afterMs: 100};

const httpServer = (name: string, port: number, body: string, size: number, log: readonly string[] = []): Image => ({
	size: megabytes(size),
	program: {name, log, term: quick},
	listens: [{port, http: {'/': [{status: 200, body}], '*': [{status: 404, body: 'Not Found'}]}}],
});

const store = (name: string, port: number, size: number, readyMs: number, log: readonly string[]): Image => ({
	size: megabytes(size),
	program: {name, log, term: {exit: 0, afterMs: 500}},
	listens: [{port, afterMs: readyMs}],
});

/** By repository, whatever the tag. */
const byRepository: Readonly<Record<string, Image>> = {
	'library/nginx': httpServer('nginx', 80, 'Welcome to nginx!', 72, ['start worker processes']),
	'nginxinc/nginx-unprivileged': {...httpServer('nginx', 8080, 'Welcome to nginx!', 72), user: '101'},
	'library/httpd': httpServer('httpd-foreground', 80, 'It works!', 58, [
		'Apache/2.4 (Unix) configured -- resuming normal operations',
	]),
	'library/caddy': httpServer('caddy', 80, 'Caddy works!', 21),
	'traefik/whoami': {...httpServer('/whoami', 80, 'Hostname: whoami', 3), shell: false},
	'hashicorp/http-echo': {...httpServer('/http-echo', 5678, 'hello-world', 4), shell: false},
	'kennethreitz/httpbin': httpServer('gunicorn', 80, 'httpbin.org', 190),
	'library/redis': store('redis-server', 6379, 41, 100, ['Ready to accept connections tcp']),
	'valkey/valkey': store('valkey-server', 6379, 41, 100, ['Ready to accept connections tcp']),
	'library/postgres': store('postgres', 5432, 154, 2000, ['database system is ready to accept connections']),
	'library/mysql': store('mysqld', 3306, 240, 5000, ['/usr/sbin/mysqld: ready for connections.']),
	'library/mariadb': store('mariadbd', 3306, 118, 4000, ['mariadbd: ready for connections.']),
	'library/mongo': store('mongod', 27_017, 270, 1500, ['Waiting for connections']),
	'library/memcached': store('memcached', 11_211, 31, 0, []),
	'library/rabbitmq': store('rabbitmq-server', 5672, 110, 5000, ['Server startup complete']),
	'library/busybox': {size: 2_216_000},
	'library/alpine': {size: 3_640_000},
	'library/debian': {size: 48_500_000},
	'library/ubuntu': {size: 29_700_000},
	'curlimages/curl': {size: 9_600_000, user: 'curl_user'},
	pause: {size: 320_448, user: '65535', shell: false, program: {name: '/pause', term: {exit: 0, afterMs: 0}}},
};

/** The real behaviour of a widely used image: its ports, its size, how it ends. */
export const wellKnownImage = (registry: string, repository: string): Image | undefined =>
	byRepository[
		registry === 'docker.io'
			? repository
			: repository === 'pause'
				? 'pause'
				: `library/${repository.slice(repository.lastIndexOf('/') + 1)}`
	];
