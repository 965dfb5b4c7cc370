import {redisAnswers} from './databases.js';
import {everywhere, megabytes, paths, site, type KnownImage, type KnownProgram} from '../known-image.js';
import {versions} from '../official-tags.js';

const netexec: KnownProgram = {
	serves: [
		{
			port: 8080,
			options: ['--http-port'],
			http: {
				...site('NOW: 2026-01-01 00:00:00 +0000 UTC', paths('', '/healthz', '/exit', '/shutdown', '/upload')),
				...paths('$HOSTNAME', '/hostname', '/hostName'),
				...paths('', '/shell', '/dial', '/header'),
			},
			netexec: true,
		},
	],
	log: ['Started HTTP server on port $PORT', 'Started UDP server on port  8081'],
	term: {exit: 2, afterMs: 0},
};

const hostnames: KnownProgram = {
	serves: [{port: 9376, options: ['--port'], http: everywhere('$HOSTNAME\n')}],
	log: ['Serving on port $PORT.'],
	term: {exit: 2, afterMs: 0},
};

/** Its /healthz works for ten seconds and then fails, for the tutorial about liveness probes. */
const liveness: KnownProgram = {
	serves: [
		{
			port: 8080,
			http: {
				'/started': [{status: 200, body: ''}],
				'/healthz': [
					{status: 200, body: 'ok'},
					{fromMs: 10_000, status: 500, body: 'error: 10.0'},
				],
				'*': [{status: 404, body: '404 page not found\n'}],
			},
		},
	],
	term: {exit: 2, afterMs: 0},
};

const agnhost: Readonly<Record<string, KnownProgram>> = {
	netexec,
	pause: {log: ['Paused'], term: {exit: 2, afterMs: 0}},
	'serve-hostname': hostnames,
	liveness,
	net: {forMs: 500},
	'dns-suffix': {forMs: 100, log: ['$NAMESPACE.svc.cluster.local,svc.cluster.local,cluster.local']},
	'dns-server-list': {forMs: 100, log: ['10.96.0.10']},
	'etc-hosts': {forMs: 100},
	'entrypoint-tester': {forMs: 100, log: ['[/agnhost entrypoint-tester $ARGS]']},
	'fake-gitserver': {
		serves: [{port: 8000, http: everywhere('I am a fake git server')}],
		log: ["I'm a fake git server"],
	},
	guestbook: {
		serves: [{port: 3000, options: ['--http-port'], http: site('', paths('', '/healthz', '/register', '/guestbook'))}],
	},
	inclusterclient: {log: ['started']},
	'logs-generator': {
		forMs: 10_000,
		log: ['I0101 00:00:00.000000       1 logs_generator.go:76] 0 PUT /api/v1/namespaces/ns/pods/abc 200'],
	},
	mounttest: {forMs: 100},
	mtlsclient: {log: ['started']},
	nettest: {serves: [{port: 8080, options: ['-port', '--port'], http: everywhere('ok')}]},
	'no-snat-test': {serves: [{port: 8080, http: everywhere('ok')}]},
	'no-snat-test-proxy': {serves: [{port: 31_235, http: everywhere('ok')}]},
	porter: {serves: [{port: 80, http: everywhere('foo')}]},
	'port-forward-tester': {serves: [{port: 80, variable: 'BIND_PORT'}]},
	'resource-consumer': {serves: [{port: 8080, options: ['-port', '--port'], http: everywhere('ok')}]},
	'resource-consumer-controller': {serves: [{port: 8080, http: everywhere('ok')}]},
	'test-webserver': {serves: [{port: 80, options: ['--port'], http: site('', paths('', '/healthz'))}]},
	webhook: {serves: [{port: 8443, options: ['--port'], http: everywhere('{}')}]},
	'crd-conversion-webhook': {serves: [{port: 9443, options: ['--port'], http: everywhere('{}')}]},
	'audit-proxy': {serves: [{port: 8080, http: everywhere('ok')}]},
	openidmetadata: {
		forMs: 500,
		log: ['OK: Got issuer https://kubernetes.default.svc.cluster.local', 'Validated signature on JWT'],
	},
	'tcp-reset': {serves: [{port: 8080, options: ['--port']}]},
	'tcp-timewait-server': {serves: [{port: 80, options: ['--port']}]},
	stress: {},
	'grpc-health-checking': {
		serves: [
			{port: 5000, options: ['--port'], grpc: {'': [{serving: 'SERVING'}], '*': [{serving: 'SERVING'}]}},
			{port: 8080, options: ['--http-port'], http: everywhere('ok')},
		],
		log: ['Http server starting to listen on :8080', 'gRPC server starting to listen on :$PORT'],
	},
	'pause-until-healthy': {},
	'': {log: ['Paused'], term: {exit: 2, afterMs: 0}},
};

const runsForever: KnownProgram = {runsCode: true};

/** Images of the Kubernetes project, its tests, its tutorials and its add-ons. */
export const kubernetesImages: readonly KnownImage[] = [
	{
		names: [
			'registry.k8s.io/pause',
			'k8s.gcr.io/pause',
			'gcr.io/google_containers/pause',
			'gcr.io/google-containers/pause',
			'registry.k8s.io/pause-amd64',
			'kubernetes/pause',
			'google/pause',
			'rancher/pause',
			'rancher/mirrored-pause',
		],
		tags: versions('3', 'test', 'go'),
		size: 320_448,
		user: '65535',
		shell: false,
		entrypoint: ['/pause'],
		programs: {pause: {term: {exit: 0, afterMs: 0}}},
	},
	{
		names: [
			'registry.k8s.io/e2e-test-images/agnhost',
			'k8s.gcr.io/e2e-test-images/agnhost',
			'gcr.io/kubernetes-e2e-test-images/agnhost',
			'registry.k8s.io/agnhost',
		],
		size: megabytes(53),
		shell: 'ash',
		entrypoint: ['/agnhost'],
		cmd: ['pause'],
		programs: {agnhost: {subcommands: agnhost}},
		tools: {
			agnhost: [
				{
					when: '^connect',
					output: '',
					asks: 80,
					refused: {output: 'REFUSED\n', exit: 1},
					lost: {output: 'TIMEOUT\n', exit: 1, afterMs: 127_000},
				},
				{when: '^dns-suffix', output: 'default.svc.cluster.local,svc.cluster.local,cluster.local\n'},
				{when: '^dns-server-list', output: '10.96.0.10\n'},
				{},
			],
			dig: [],
		},
	},
	{
		names: [
			'registry.k8s.io/serve_hostname',
			'k8s.gcr.io/serve_hostname',
			'registry.k8s.io/serve-hostname',
			'registry.k8s.io/e2e-test-images/serve-hostname',
		],
		size: megabytes(3),
		shell: false,
		entrypoint: ['/serve_hostname'],
		programs: {serve_hostname: hostnames, 'serve-hostname': hostnames},
	},
	{
		names: ['registry.k8s.io/liveness', 'k8s.gcr.io/liveness', 'gcr.io/google_containers/liveness'],
		size: megabytes(2),
		shell: false,
		entrypoint: ['/server'],
		programs: {server: liveness},
	},
	{
		names: [
			'registry.k8s.io/test-webserver',
			'k8s.gcr.io/test-webserver',
			'registry.k8s.io/e2e-test-images/test-webserver',
			'gcr.io/google_containers/test-webserver',
		],
		size: megabytes(2),
		shell: false,
		entrypoint: ['/test-webserver'],
		programs: {'test-webserver': {serves: [{port: 80, http: everywhere('')}]}},
	},
	{
		names: ['registry.k8s.io/hpa-example', 'k8s.gcr.io/hpa-example'],
		size: megabytes(160),
		shell: 'dash',
		cmd: ['apache2-foreground'],
		stopSignal: 'SIGWINCH',
		programs: {'apache2-foreground': {serves: [{port: 80, http: everywhere('OK!')}]}},
	},
	{
		names: [
			'registry.k8s.io/echoserver',
			'k8s.gcr.io/echoserver',
			'gcr.io/google_containers/echoserver',
			'gcr.io/k8s-minikube/echoserver',
			'kicbase/echo-server',
			'ealen/echo-server',
			'jmalloc/echo-server',
			'mendhak/http-https-echo',
			'gcr.io/kubernetes-e2e-test-images/echoserver',
		],
		size: megabytes(42),
		shell: 'dash',
		cmd: ['/usr/local/bin/run.sh'],
		programs: {'run.sh': {serves: [{port: 8080, variable: 'PORT', http: everywhere('Hostname: $HOSTNAME\n')}]}},
	},
	{
		names: ['gcr.io/google-samples/hello-app', 'us-docker.pkg.dev/google-samples/containers/gke/hello-app'],
		size: megabytes(12),
		shell: false,
		entrypoint: ['./hello-app'],
		programs: {
			'hello-app': {
				serves: [
					{port: 8080, variable: 'PORT', http: everywhere('Hello, world!\nVersion: 1.0.0\nHostname: $HOSTNAME\n')},
				],
				log: ['Server listening on port $PORT'],
			},
		},
	},
	{
		names: [
			'gcr.io/google-samples/node-hello',
			'gcr.io/google-samples/hello-node',
			'gcr.io/hello-minikube-zero-install/hello-node',
		],
		size: megabytes(250),
		shell: 'bash',
		cmd: ['node', 'server.js'],
		programs: {node: {serves: [{port: 8080, http: everywhere('Hello Kubernetes!')}]}},
	},
	{
		names: [
			'gcr.io/google-samples/kubernetes-bootcamp',
			'docker.io/jocatalin/kubernetes-bootcamp',
			'jocatalin/kubernetes-bootcamp',
		],
		size: megabytes(86),
		shell: 'bash',
		cmd: ['node', 'server.js'],
		programs: {
			node: {
				serves: [{port: 8080, http: everywhere('Hello Kubernetes bootcamp! | Running on: $HOSTNAME | v=1\n')}],
				log: ['Kubernetes Bootcamp App Started At: 2026-01-01T00:00:00.000Z | Running On:  $HOSTNAME'],
			},
		},
	},
	{
		names: [
			'gcr.io/google-samples/gb-frontend',
			'gcr.io/google_samples/gb-frontend',
			'us-docker.pkg.dev/google-samples/containers/gke/gb-frontend',
			'registry.k8s.io/guestbook',
		],
		size: megabytes(180),
		shell: 'dash',
		cmd: ['apache2-foreground'],
		stopSignal: 'SIGWINCH',
		programs: {
			'apache2-foreground': {serves: [{port: 80, http: everywhere('<html ng-app="redis">')}]},
			guestbook: {serves: [{port: 3000, http: everywhere('')}]},
		},
		variants: [],
	},
	{
		names: [
			'gcr.io/google-samples/gb-redisslave',
			'gcr.io/google_samples/gb-redisslave',
			'gcr.io/google-samples/gb-redis-follower',
			'us-docker.pkg.dev/google-samples/containers/gke/gb-redis-follower',
			'registry.k8s.io/redis-slave',
			'kubernetes/redis-slave',
		],
		size: megabytes(110),
		shell: 'bash',
		cmd: ['/run.sh'],
		programs: {
			'run.sh': {serves: [{port: 6379}], log: ['Ready to accept connections']},
			'redis-server': {serves: [{port: 6379}]},
		},
		tools: {'redis-cli': redisAnswers},
	},
	{
		names: ['gcr.io/google-samples/xtrabackup', 'registry.k8s.io/xtrabackup'],
		size: megabytes(100),
		shell: 'bash',
		cmd: ['bash'],
		programs: {},
		tools: {xtrabackup: [{}], xbstream: [{}]},
	},
	{
		names: ['registry.k8s.io/ingress-nginx/controller', 'k8s.gcr.io/ingress-nginx/controller'],
		size: megabytes(105),
		shell: 'ash',
		user: '101',
		entrypoint: ['/usr/bin/dumb-init', '--'],
		cmd: ['/nginx-ingress-controller'],
		programs: {
			'nginx-ingress-controller': {
				serves: [
					{port: 80, http: {'*': [{status: 404, body: '404 Not Found'}]}},
					{port: 443},
					{port: 10_254, http: everywhere('ok')},
					{port: 8443},
				],
				log: ['NGINX Ingress controller'],
			},
			'wait-shutdown': {forMs: 1000},
		},
		tools: {'wait-shutdown': [{output: ''}]},
	},
	{
		names: ['registry.k8s.io/metrics-server/metrics-server', 'k8s.gcr.io/metrics-server/metrics-server'],
		size: megabytes(19),
		shell: false,
		user: '65534',
		entrypoint: ['/metrics-server'],
		programs: {
			'metrics-server': {
				readyMs: 2000,
				serves: [
					{port: 10_250, options: ['--secure-port'], http: everywhere('ok')},
					{port: 4443, http: everywhere('ok')},
				],
			},
		},
	},
	{
		names: ['registry.k8s.io/coredns/coredns', 'coredns/coredns'],
		size: megabytes(20),
		shell: false,
		entrypoint: ['/coredns'],
		programs: {
			coredns: {
				serves: [
					{port: 53},
					{port: 8080, http: everywhere('OK')},
					{port: 8181, http: everywhere('OK')},
					{port: 9153, http: everywhere('')},
				],
				log: ['.:53', 'CoreDNS-1.12.1'],
				term: {exit: 0, afterMs: 5000},
			},
		},
	},
	{
		names: ['kubernetesui/dashboard'],
		size: megabytes(75),
		shell: false,
		user: '1001',
		entrypoint: ['/dashboard'],
		programs: {
			dashboard: {
				serves: [
					{port: 8443, http: everywhere('<title>Kubernetes Dashboard</title>')},
					{port: 9090, http: everywhere('<title>Kubernetes Dashboard</title>')},
				],
			},
		},
	},
	{
		names: ['kubernetesui/metrics-scraper'],
		size: megabytes(20),
		shell: false,
		user: '1001',
		entrypoint: ['/metrics-sidecar'],
		programs: {'metrics-sidecar': {serves: [{port: 8000, http: everywhere('')}]}},
	},
	{
		names: ['registry.k8s.io/volume-nfs', 'k8s.gcr.io/volume-nfs', 'registry.k8s.io/e2e-test-images/volume/nfs'],
		size: megabytes(80),
		shell: 'bash',
		cmd: ['/usr/local/bin/run_nfs.sh'],
		programs: {'run_nfs.sh': {serves: [{port: 2049}, {port: 20_048}, {port: 111}], log: ['Serving /exports']}},
	},
	{
		names: [
			'fluent/fluentd',
			'fluent/fluentd-kubernetes-daemonset',
			'quay.io/fluentd_elasticsearch/fluentd',
			'fluent/fluent-bit',
			'k8s.gcr.io/fluentd-gcp',
			'gcr.io/google-containers/fluentd-elasticsearch',
			'k8s.gcr.io/fluentd-elasticsearch',
		],
		size: megabytes(60),
		shell: 'bash',
		entrypoint: ['/entrypoint.sh'],
		programs: {'entrypoint.sh': runsForever, fluentd: runsForever, 'fluent-bit': runsForever},
	},
];
