import test from 'ava';
import {Trial} from '../testing/trial.js';

const pod = (name: string, container: string): string => `
apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: ${name}}}
spec: {containers: [{name: c, ${container}}]}
`;

const service = (name: string, port: number): string => `
apiVersion: v1
kind: Service
metadata: {name: ${name}}
spec: {selector: {app: ${name}}, ports: [{port: ${port}}]}
`;

const waits = (image: string, script: string): string => `
apiVersion: v1
kind: Pod
metadata: {name: app}
spec:
  initContainers: [{name: wait, image: '${image}', command: [sh, -c, '${script}']}]
  containers: [{name: c, image: 'nginx:1.27'}]
`;

test("an init container that asks another Pod's server with the image's own client ends once that is there", (t) => {
	for (const [server, container, port, image, script, log] of [
		[
			'db',
			"image: 'postgres:16', env: [{name: POSTGRES_PASSWORD, value: x}]",
			5432,
			'postgres:16',
			'until pg_isready -h db; do sleep 2; done',
			/^(?:db:5432 - no response\n)+db:5432 - accepting connections\n$/,
		],
		[
			'cache',
			"image: 'redis:7'",
			6379,
			'redis:7-alpine',
			'until redis-cli -h cache ping; do sleep 1; done',
			/(?:^|\n)PONG\n$/,
		],
		[
			'shop',
			"image: 'mysql:8.4', env: [{name: MYSQL_ROOT_PASSWORD, value: x}]",
			3306,
			'mysql:8.4',
			'until mysqladmin ping -hshop -uroot -p12; do sleep 2; done',
			/Can.t connect to MySQL server on 'shop:3306' \(111\)[^]*mysqld is alive\n$/,
		],
	] as const) {
		const trial = new Trial({nodes: [{name: 'node-a'}]});
		trial.apply([service(server, port), pod(server, container), waits(image, script)].join('---\n'));
		t.is(trial.kubectl('wait --for=condition=Ready pod/app --timeout=120s').code, 0);
		t.regex(trial.kubectl('logs app -c wait').stdout, log, server);
		t.regex(trial.kubectl('get pod app').stdout, /1\/1 +Running/, server);
	}
});

test('a Job that runs a client fails while its server is not there, and says why', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(`
apiVersion: v1
kind: Pod
metadata: {name: once}
spec:
  restartPolicy: Never
  containers: [{name: c, image: 'postgres:16', command: [psql, -h, nowhere, -c, 'SELECT 1']}]
`);
	t.is(
		trial.kubectl('logs once').stdout,
		'psql: error: could not translate host name "nowhere" to address: Name or service not known\n',
	);
	t.regex(trial.kubectl('get pod once').stdout, /0\/1 +Error/);
});

test('code that a probe or a hook runs is assumed to work, and ends', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(
		pod(
			'py',
			"image: 'python:3.12', command: [python, app.py], readinessProbe: {exec: {command: [python, -c, import x]}}, livenessProbe: {exec: {command: [sh, -c, python -m check]}}, lifecycle: {postStart: {exec: {command: [python, hook.py]}}}",
		),
	);
	t.is(trial.kubectl('wait --for=condition=Ready pod/py --timeout=60s').code, 0);
	t.regex(trial.kubectl('get pod py').stdout, /1\/1 +Running +0 /);
	t.deepEqual(
		trial.facts('container.assume').map(({what}) => what),
		['docker.io/library/python:3.12 (python app.py)', 'python hook.py', 'python -c import x', 'python -m check'],
	);
});

test('a container knows its host name with and without domain, and its groups', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(`
apiVersion: v1
kind: Pod
metadata: {name: named}
spec:
  hostname: web-0
  subdomain: web
  securityContext: {runAsUser: 1000, runAsGroup: 3000, fsGroup: 2000, supplementalGroups: [4000]}
  containers: [{name: c, image: 'busybox:1.28', command: [sh, -c, sleep 1h]}]
`);
	const run = (command: string) => trial.kubectl(`exec named -- ${command}`).stdout;
	t.is(run('hostname'), 'web-0\n');
	t.is(run('hostname -f'), 'web-0.web.default.svc.cluster.local\n');
	t.is(run('hostname -d'), 'web.default.svc.cluster.local\n');
	t.is(run('printenv HOSTNAME'), 'web-0\n');
	t.is(run('id'), 'uid=1000 gid=3000 groups=2000,3000,4000\n');
});

test('a server is asked by gRPC probes, and ncat takes what another Pod gives', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(
		[
			pod(
				'etcd',
				"image: 'registry.k8s.io/etcd:3.5.1-0', command: [/usr/local/bin/etcd, --listen-client-urls, 'http://0.0.0.0:2379', --advertise-client-urls, 'http://127.0.0.1:2379'], livenessProbe: {grpc: {port: 2379}}",
			),
			service('giver', 3307),
			pod(
				'giver',
				"image: 'gcr.io/google-samples/xtrabackup:1.0', command: [bash, -c, exec ncat --listen --keep-open --max-conns=1 3307 -c 'xtrabackup --backup']",
			),
			pod(
				'taker',
				"image: 'gcr.io/google-samples/xtrabackup:1.0', command: [bash, -c, ncat --recv-only giver 3307 | xbstream -x && echo cloned && sleep 1d]",
			),
		].join('---\n'),
	);
	t.is(trial.kubectl('wait --for=condition=Ready pod/giver pod/taker --timeout=60s').code, 0);
	t.regex(trial.kubectl('logs taker').stdout, /^cloned\n$/);
	t.is(trial.kubectl('wait --for=condition=Never pod/etcd --timeout=45s').code, 1);
	t.regex(trial.kubectl('get pod etcd').stdout, /1\/1 +Running +0 /);
});

test('containers that share their processes see the files of each other below /proc, and volumes of a group its bit', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(`
apiVersion: v1
kind: Pod
metadata: {name: shared}
spec:
  shareProcessNamespace: true
  securityContext: {fsGroup: 2000}
  volumes: [{name: v, emptyDir: {}}]
  containers:
    - {name: nginx, image: 'nginx:1.27'}
    - {name: shell, image: 'busybox:1.28', command: [sleep, 1h], volumeMounts: [{name: v, mountPath: /data/demo}]}
`);
	const run = (command: string) => trial.kubectl(`exec shared -c shell -- ${command}`).stdout;
	t.is(run('sh -c "head -n 1 /proc/$(pgrep -o nginx)/root/etc/nginx/nginx.conf"'), 'user  nginx;\n');
	t.regex(run('ls -l /data'), /\ndrwxrwsrwx +2 root +2000 /);
});

test('agnhost connects as far as the network lets it, and netexec answers what queries ask for', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	const agnhost = "image: 'registry.k8s.io/e2e-test-images/agnhost:2.53'";
	trial.apply(
		[service('web', 8080), pod('web', `${agnhost}, args: [netexec]`), pod('client', `${agnhost}, args: [pause]`)].join(
			'---\n',
		),
	);
	const run = (command: string) => trial.kubectl(`exec client -- ${command}`);
	const ip = /\d+(?:\.\d+){3}/.exec(trial.kubectl('get pod client -o wide').stdout)?.[0] ?? '';
	t.like(run('/agnhost connect web:8080 --timeout=1s'), {stdout: '', code: 0});
	t.like(run(`/agnhost connect ${ip}:81 --timeout=1s`), {code: 1});
	t.regex(run(`/agnhost connect ${ip}:81 --timeout=1s`).stderr, /^REFUSED\n/);
	t.is(run('curl -s http://web:8080/echo?msg=hello%20there').stdout, 'hello there');
	t.is(run('curl -s http://web:8080/clientip').stdout, `${ip}:40000`);
	t.is(run('curl -s http://web:8080/hostname').stdout, 'web');
	t.is(run('curl -s -L http://web:8080/redirect?location=/hostname').stdout, 'web');
});

test('what is not known of a client is said, and a distribution has only its own programs', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(
		[
			pod('cache', "image: 'redis:7'"),
			pod('box', "image: 'busybox:1.36', command: [sleep, 1d]"),
			pod('deb', "image: 'debian:12', command: [sleep, 1d]"),
			pod('go', "image: 'golang:1.24', command: [sleep, 1d]"),
			pod('user', "image: 'curlimages/curl', command: [sleep, 1d]"),
		].join('---\n'),
	);
	t.like(trial.kubectl('exec cache -- redis-cli get a'), {stdout: '', code: 0});
	t.is(trial.last('container.assume').facts.what, 'redis-cli get a');
	for (const [name, program] of [
		['box', 'curl'],
		['box', 'bash'],
		['deb', 'wget'],
		['deb', 'ps'],
	] as const) {
		t.regex(
			trial.kubectl(`exec ${name} -- ${program}`).stderr,
			new RegExp(`exec: "${program}": executable file not found`),
		);
	}

	trial.kubectl('exec deb -- apt-get install -y curl');
	t.regex(trial.kubectl('exec deb -- curl http://nowhere').stderr, /Could not resolve host/);
	t.is(trial.kubectl('exec go -- pwd').stdout, '/go\n');
	t.is(trial.kubectl('exec user -- id -u').stdout, '100\n');
	t.regex(trial.kubectl('exec box -- env').stdout, /^PATH=\/usr\/local\/sbin:[^]*\nHOME=\/root\n$/);
});

test('agnhost netexec runs commands, asks other servers and ends when a client says so', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	const agnhost = "image: 'registry.k8s.io/e2e-test-images/agnhost:2.53', args: [netexec]";
	trial.apply([pod('a', agnhost), pod('b', agnhost), service('b', 8080)].join('---\n'));
	trial.kubectl('wait --for=condition=Ready pod/a pod/b --timeout=120s');
	const asked = (query: string): string => trial.kubectl(`exec a -- curl -s -g 'http://b:8080${query}'`).stdout;
	t.is(asked('/shell?cmd=hostname'), '{"output":"b\\n"}');
	t.is(asked('/shell?cmd=echo+x;exit+3'), '{"error":"exit status 3","output":"x\\n"}');
	t.is(asked('/dial?host=b&port=8080&request=hostname&tries=2'), '{"responses":["b","b"]}');
	t.regex(asked('/dial?host=b&port=81&request=hostname'), /^\{"errors":\["Get .*connection refused"\]\}$/);
	t.is(asked('/dial?host=b&port=8080'), 'request parameter not specified. <nil>\n');
	t.is(
		asked('/dial?host=nobody&port=80&request=x'),
		'host and/or port param are invalid. lookup nobody: no such host\n',
	);
	// A server that starts a shell on each request, which sends it the next request.
	trial.kubectl('exec b -- sh -c \'echo "curl -s localhost:8080/shell?cmd=sh+/again" > /again\'');
	t.regex(asked('/shell?cmd=sh+/again'), /resource temporarily unavailable/);
	asked('/exit?code=7&wait=2s');
	trial.rest();
	t.regex(
		trial.kubectl('get pod b -o jsonpath={.status.containerStatuses[0].lastState.terminated.exitCode}').stdout,
		/^7$/,
	);
});
