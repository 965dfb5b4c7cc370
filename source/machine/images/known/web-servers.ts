import {
	everywhere,
	megabytes,
	paths,
	site,
	slim,
	type KnownImage,
	type KnownProgram,
	type ToolAnswer,
} from '../known-image.js';
import {debianVariants, distributions, onlyVariants, versions} from '../official-tags.js';
import type {Creation} from '../described-program.js';

const nginxPage =
	'<!DOCTYPE html>\n<html>\n<head>\n<title>Welcome to nginx!</title>\n</head>\n<body>\n<h1>Welcome to nginx!</h1>\n</body>\n</html>\n';

/** The files that nginx makes when it starts: none where it runs as another user than root, or its files are read-only. */
const nginxFiles = (cache: string, pid: string): readonly Creation[] => [
	{path: cache, kind: 'directory', failed: `nginx: [emerg] mkdir() "${cache}" failed ($NUMBER: $WHY)`},
	{path: pid, kind: 'file', failed: `nginx: [emerg] open() "${pid}" failed ($NUMBER: $WHY)`},
];

const defaultSite = (port: number): string =>
	`server {\n    listen       ${port};\n    server_name  localhost;\n\n    location / {\n        root   /usr/share/nginx/html;\n        index  index.html index.htm;\n    }\n}\n`;

const nginxServer: KnownProgram & Required<Pick<KnownProgram, 'serves'>> = {
	asRoot: [
		{
			capability: 'CHOWN',
			failed: 'nginx: [emerg] chown("/var/cache/nginx/client_temp", 101) failed (1: Operation not permitted)',
		},
		{capability: 'SETGID', failed: '[emerg] 29#29: setgid(101) failed (1: Operation not permitted)'},
		{capability: 'SETUID', failed: '[emerg] 29#29: setuid(101) failed (1: Operation not permitted)'},
	],
	creates: nginxFiles('/var/cache/nginx/client_temp', '/run/nginx.pid'),
	serves: [{port: 80, documents: {root: '/usr/share/nginx/html', server: 'nginx'}}],
	configured: 'nginx',
	log: [
		'/docker-entrypoint.sh: /docker-entrypoint.d/ is not empty, will attempt to perform configuration',
		'/docker-entrypoint.sh: Configuration complete; ready for start up',
		'[notice] 1#1: start worker processes',
	],
	inUse: 'nginx: [emerg] bind() to 0.0.0.0:$PORT failed (98: Address already in use)',
};

const nginxTool: readonly ToolAnswer[] = [
	{when: '^-[vV]$', output: 'nginx version: nginx/$VERSION(1.27.5)\n'},
	{when: '(?:^| )-t(?: |$)', nginx: 'test'},
	{when: '^-s (?:reload|reopen)$', nginx: 'reload'},
	{when: '^-s quit$', output: 'signal process started\n', signal: 'QUIT'},
	{when: '^-s stop$', output: 'signal process started\n', signal: 'TERM'},
	{output: 'nginx: [emerg] bind() to 0.0.0.0:80 failed (98: Address already in use)\n', exit: 1},
];

const nginx: KnownImage = {
	names: [
		'library/nginx',
		'registry.k8s.io/nginx',
		'registry.k8s.io/nginx-slim',
		'k8s.gcr.io/nginx-slim',
		'k8s.gcr.io/nginx',
	],
	tags: onlyVariants(versions('1.31', 'mainline', 'perl', ...distributions), ...debianVariants, 'slim', 'perl', 'otel'),
	size: megabytes(72),
	shell: 'dash',
	entrypoint: ['/docker-entrypoint.sh'],
	cmd: ['nginx', '-g', 'daemon off;'],
	stopSignal: 'SIGQUIT',
	programs: {nginx: nginxServer, 'nginx-debug': nginxServer},
	tools: {nginx: nginxTool},
	files: {
		'/etc/nginx/nginx.conf': {
			file: 'user  nginx;\nworker_processes  auto;\n\npid        /run/nginx.pid;\n\nevents {\n    worker_connections  1024;\n}\n\nhttp {\n    include       /etc/nginx/mime.types;\n    default_type  application/octet-stream;\n    sendfile        on;\n    keepalive_timeout  65;\n    include /etc/nginx/conf.d/*.conf;\n}\n',
		},
		'/etc/nginx/mime.types': {file: 'types {\n    text/html html htm;\n}\n'},
		...Object.fromEntries(
			['fastcgi_params', 'scgi_params', 'uwsgi_params'].map((name) => [`/etc/nginx/${name}`, {file: ''}]),
		),
		'/etc/nginx/fastcgi.conf': {file: ''},
		'/etc/nginx/conf.d/default.conf': {file: defaultSite(80)},
		'/usr/share/nginx/html/index.html': {file: nginxPage},
		'/usr/share/nginx/html/50x.html': {file: '<h1>An error occurred.</h1>\n'},
		'/var/log/nginx/access.log': {link: '/dev/stdout'},
		'/var/log/nginx/error.log': {link: '/dev/stderr'},
		'/var/cache/nginx': {directory: 0o755},
		'/docker-entrypoint.sh': {file: '', mode: 0o775},
		'/docker-entrypoint.d': {directory: 0o755},
	},
};

const whoami = ({name}: {readonly name: string}): NonNullable<KnownImage['programs'][string]['serves']>[number] => ({
	port: 80,
	options: ['--port', '-port'],
	variable: 'WHOAMI_PORT_NUMBER',
	http: everywhere(`Hostname: ${name}\n`),
});

/** Web servers and proxies. */
export const webServers: readonly KnownImage[] = [
	nginx,
	{
		...nginx,
		names: ['nginxinc/nginx-unprivileged'],
		tags: undefined,
		user: '101',
		programs: {
			nginx: {
				...nginxServer,
				creates: nginxFiles('/tmp/client_temp', '/tmp/nginx.pid'),
				serves: nginxServer.serves.map((one) => ({...one, port: 8080})),
			},
		},
		files: {...nginx.files, '/etc/nginx/conf.d/default.conf': {file: defaultSite(8080)}},
	},
	{
		names: ['nginxdemos/hello', 'nginxdemos/nginx-hello'],
		size: megabytes(20),
		shell: 'ash',
		entrypoint: ['/docker-entrypoint.sh'],
		cmd: ['nginx', '-g', 'daemon off;'],
		stopSignal: 'SIGQUIT',
		programs: {
			nginx: {...nginxServer, configured: undefined, serves: [{port: 80, http: everywhere('Server name: hello\n')}]},
		},
		variants: [{tags: /./}],
	},
	{
		names: ['library/httpd'],
		tags: onlyVariants(versions('2.4', ...distributions), ...debianVariants),
		size: megabytes(58),
		shell: 'dash',
		...slim,
		directory: '/usr/local/apache2',
		cmd: ['httpd-foreground'],
		stopSignal: 'SIGWINCH',
		programs: Object.fromEntries(
			['httpd-foreground', 'httpd', 'apachectl'].map((name) => [
				name,
				{
					serves: [{port: 80, documents: {root: '/usr/local/apache2/htdocs', server: 'apache'}}],
					log: [
						"AH00558: httpd: Could not reliably determine the server's fully qualified domain name, using $IP. Set the 'ServerName' directive globally to suppress this message",
						'[mpm_event:notice] [pid 1:tid 1] AH00489: Apache/2.4.63 (Unix) configured -- resuming normal operations',
						"[core:notice] [pid 1:tid 1] AH00094: Command line: 'httpd -D FOREGROUND'",
					],
					inUse: '(98)Address already in use: AH00072: make_sock: could not bind to address 0.0.0.0:$PORT',
				},
			]),
		),
		files: {
			'/usr/local/apache2/htdocs/index.html': {file: '<html><body><h1>It works!</h1></body></html>\n'},
			'/usr/local/apache2/conf/httpd.conf': {file: 'ServerRoot "/usr/local/apache2"\nListen 80\n'},
		},
	},
	{
		names: ['library/caddy'],
		tags: versions('2', 'builder', ...distributions),
		size: megabytes(21),
		shell: 'ash',
		directory: '/srv',
		cmd: ['caddy', 'run', '--config', '/etc/caddy/Caddyfile', '--adapter', 'caddyfile'],
		programs: {
			caddy: {
				serves: [{port: 80, http: site('Caddy works!')}],
				log: [
					'{"level":"info","msg":"using config from file","file":"/etc/caddy/Caddyfile"}',
					'{"level":"info","msg":"serving initial configuration"}',
				],
			},
		},
		tools: {caddy: [{when: '^version', output: 'v$VERSION(2.10.0)\n'}]},
	},
	{
		names: ['library/traefik'],
		tags: versions('3', ...distributions),
		size: megabytes(44),
		shell: 'ash',
		entrypoint: ['/entrypoint.sh'],
		cmd: ['traefik'],
		programs: {
			traefik: {
				serves: [
					{
						port: 80,
						options: ['--entrypoints.web.address', '--entryPoints.web.address'],
						http: {'*': [{status: 404, body: '404 page not found\n'}]},
					},
					{port: 8080, http: site('dashboard', paths('OK', '/ping', '/dashboard/', '/api/overview', '/metrics'))},
				],
				log: ['INF Traefik version 3.4 built', 'INF Starting provider aggregator aggregator.ProviderAggregator'],
			},
		},
		tools: {
			traefik: [
				{when: '^version', output: 'Version:      $VERSION(3.4)\n'},
				{when: '^healthcheck', output: 'OK: http://:8080/ping\n'},
			],
		},
	},
	{
		names: ['traefik/whoami', 'containous/whoami', 'jwilder/whoami'],
		size: megabytes(3),
		shell: false,
		entrypoint: ['/whoami'],
		programs: {whoami: {serves: [whoami({name: 'whoami'})], log: ['Starting up on port $PORT']}},
	},
	{
		names: ['library/haproxy'],
		tags: versions('3', 'lts', 'dev', ...distributions),
		size: megabytes(45),
		shell: 'dash',
		user: 'haproxy',
		uid: 99,
		directory: '/var/lib/haproxy',
		entrypoint: ['docker-entrypoint.sh'],
		cmd: ['haproxy', '-f', '/usr/local/etc/haproxy/haproxy.cfg'],
		stopSignal: 'SIGUSR1',
		programs: {
			haproxy: {runsCode: true, log: ['[NOTICE]   (1) : New worker (8) forked', '[NOTICE]   (1) : Loading success.']},
		},
		tools: {
			haproxy: [
				{when: '^-v', output: 'HAProxy version $VERSION(3.2.0) - https://haproxy.org/\n'},
				{when: '-c', output: 'Configuration file is valid\n'},
			],
		},
	},
	{
		names: ['envoyproxy/envoy', 'envoyproxy/envoy-distroless'],
		size: megabytes(65),
		shell: 'dash',
		entrypoint: ['/docker-entrypoint.sh'],
		cmd: ['envoy', '-c', '/etc/envoy/envoy.yaml'],
		programs: {
			envoy: {
				serves: [
					{port: 10_000, http: everywhere('')},
					{port: 9901, http: everywhere('LIVE\n')},
				],
				log: [
					'[info] initializing epoch 0',
					'[info] all dependencies initialized. starting workers',
					'[info] starting main dispatch loop',
				],
				runsCode: true,
			},
		},
	},
	{
		names: ['crccheck/hello-world'],
		size: megabytes(1.3),
		shell: 'ash',
		directory: '/www',
		cmd: ['httpd', '-f', '-v', '-p', '8000'],
		programs: {
			httpd: {serves: [{port: 8000, options: ['-p'], http: everywhere('<pre>\nHello World\n</pre>\n')}]},
			'/bin/sh': {serves: [{port: 8000, http: everywhere('<pre>\nHello World\n</pre>\n')}]},
		},
	},
	{
		names: ['hashicorp/http-echo'],
		size: megabytes(4),
		shell: false,
		user: '65532',
		entrypoint: ['/http-echo'],
		env: {ECHO_TEXT: 'hello-world'},
		programs: {
			'http-echo': {
				serves: [{port: 5678, options: ['-listen', '--listen'], http: everywhere('$ARG:text\n')}],
				log: ['[INFO] server is listening on :$PORT'],
			},
		},
	},
	{
		names: ['mccutchen/go-httpbin', 'ghcr.io/mccutchen/go-httpbin'],
		size: megabytes(20),
		shell: false,
		user: '65532',
		cmd: ['/bin/go-httpbin'],
		programs: {
			'go-httpbin': {
				serves: [{port: 8080, options: ['-port', '--port'], variable: 'PORT', http: everywhere('{}')}],
				log: ['go-httpbin listening on http://0.0.0.0:$PORT'],
			},
		},
	},
	{
		names: ['kennethreitz/httpbin'],
		size: megabytes(190),
		shell: 'bash',
		cmd: ['gunicorn', '-b', '0.0.0.0:80', 'httpbin:app', '-k', 'gevent'],
		programs: {
			gunicorn: {
				serves: [{port: 80, options: ['-b'], http: everywhere('{}')}],
				log: ['[INFO] Listening at: http://0.0.0.0:$PORT (1)'],
			},
		},
	},
];
