import test from 'ava';
import type {Pod} from '../objects/kubernetes.generated.js';
import {Trial} from '../testing/trial.js';

const client = `
apiVersion: v1
kind: Pod
metadata: {name: client, labels: {app: client}}
spec:
  nodeName: node-a
  containers: [{name: c, image: "busybox:1.37", command: [sleep, "3600"]}]
`;

const shop = (more = '') => `
apiVersion: v1
kind: Pod
metadata: {name: shop-1, labels: {app: shop}}
spec:
  nodeName: node-b${more}
  containers: [{name: web, image: "nginx:1.27", ports: [{containerPort: 80}]}]
`;

const service = `
apiVersion: v1
kind: Service
metadata: {name: shop}
spec:
  selector: {app: shop}
  ports: [{port: 8000, targetPort: 80}]
`;

const world = (...manifests: readonly string[]): Trial => {
	const trial = new Trial({nodes: [{name: 'node-a'}, {name: 'node-b'}]});
	trial.apply([client, ...manifests].join('---\n'));
	return trial;
};

/** The output and the exit code of a command in the client; the output includes standard error. */
const run = (trial: Trial, command: string) => {
	const {stdout, stderr, code} = trial.kubectl(`exec client -- ${command}`);
	return {text: stdout + stderr.replace(/command terminated with exit code \d+\n/, ''), code};
};

const lookups: ReadonlyArray<readonly [image: string, host: string, text: string]> = [
	[
		'busybox:1.28',
		'shop',
		'Server:    10.96.0.10\nAddress 1: 10.96.0.10 kube-dns.kube-system.svc.cluster.local\n\nName:      shop\nAddress 1: CLUSTER-IP shop.default.svc.cluster.local\n',
	],
	[
		'busybox:1.28.4-glibc',
		'none',
		"Server:    10.96.0.10\nAddress 1: 10.96.0.10 kube-dns.kube-system.svc.cluster.local\n\nnslookup: can't resolve 'none'\n",
	],
	[
		'busybox:1.29',
		'shop',
		'Server:\t\t10.96.0.10\nAddress:\t10.96.0.10:53\n\nName:\tshop.default.svc.cluster.local\nAddress: CLUSTER-IP\n\n',
	],
	[
		'registry.k8s.io/e2e-test-images/agnhost:2.53',
		'shop',
		'Server:\t\t10.96.0.10\nAddress:\t10.96.0.10#53\n\nName:\tshop.default.svc.cluster.local\nAddress: CLUSTER-IP\n\n',
	],
];

for (const [image, host, text] of lookups) {
	test(`nslookup ${host} in ${image} has the words of its program`, (t) => {
		const trial = new Trial({nodes: [{name: 'node-a'}, {name: 'node-b'}]});
		trial.apply([client.replace('busybox:1.37', image), service].join('---\n'));
		const {stdout} = trial.kubectl('get service shop -o jsonpath={.spec.clusterIP}');
		t.is(run(trial, `nslookup ${host}`).text.replace(stdout, 'CLUSTER-IP'), text);
	});
}

test('wget of busybox says where it connects to, unless -q asks for silence', (t) => {
	const trial = world(shop(), service);
	const clusterIP = trial.kubectl('get service shop -o jsonpath={.spec.clusterIP}').stdout;
	for (const [command, text] of [
		['wget --spider --timeout=1 shop:8000', `Connecting to shop:8000 (${clusterIP}:8000)\nremote file exists\n`],
		['wget -q --spider shop:8000', ''],
		[
			'wget -O /dev/null 10.244.2.2',
			/^Connecting to 10\.244\.2\.2 \(10\.244\.2\.2:80\)\nsaving to '\/dev\/null'\nnull {16} 100% \|\*{32}\| +\d+ {2}0:00:00 ETA\n'\/dev\/null' saved\n$/,
		],
		['wget absent', "wget: bad address 'absent'\n"],
	] as const) {
		const said = run(trial, command).text;
		t.regex(said, typeof text === 'string' ? new RegExp(`^${text.replaceAll(/[()]/g, '\\$&')}$`) : text, command);
	}
});

test('a request of a container goes through the rules of its node to an endpoint', (t) => {
	const trial = world(shop(), service);
	t.regex(run(trial, 'wget -qO- http://shop:8000').text, /Welcome to nginx!/);
	const {facts} = trial.last('container.connect');
	t.like(facts, {container: 'c', node: 'node-a', port: 8000, endpoint: '10.244.2.2:80', outcome: 'open'});
	t.deepEqual(
		facts.hops.map((hop) => hop.case),
		['address', 'endpoint', 'container'],
	);
});

test('a Service without endpoints is refused by the rules of the node', (t) => {
	const trial = world(service);
	const {text, code} = run(trial, 'wget -qO- http://shop:8000');
	t.regex(text, /^wget: can't connect to remote host \(10\.96\.\d+\.\d+\): Connection refused\n$/);
	t.is(code, 1);
	t.deepEqual(trial.last('container.connect').facts.loss, {case: 'no-endpoints', service: 'default/shop'});
});

test('a policy that lets nobody in makes a request of a container time out', (t) => {
	const policy = `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: deny}
spec: {podSelector: {matchLabels: {app: shop}}, policyTypes: [Ingress]}
`;
	const trial = world(shop(), service, policy);
	t.deepEqual(run(trial, 'wget -qO- -T 2 http://shop:8000'), {text: 'wget: download timed out\n', code: 1});
	t.like(trial.last('container.connect').facts.loss, {
		case: 'policy',
		direction: 'ingress',
		policies: ['default/deny'],
	});
});

test('the apiserver and CoreDNS are behind Services as others are', (t) => {
	const trial = world();
	for (const [address, endpoint] of [
		['10.96.0.1 443', '10.0.0.1:6443'],
		['10.96.0.10 53', '10.0.0.1:53'],
	] as const) {
		t.is(run(trial, `nc -z ${address}`).code, 0);
		t.is(trial.last('container.connect').facts.endpoint, endpoint);
	}
});

test('when CoreDNS is down names have no answer, and addresses still have', (t) => {
	const trial = world(shop(), service);
	trial.crash('coredns');
	const before = trial.recording.kernel.now;
	t.deepEqual(run(trial, 'nslookup shop'), {text: ';; connection timed out; no servers could be reached\n\n', code: 1});
	t.true(trial.recording.kernel.now - before >= 5000);
	t.deepEqual(run(trial, 'wget -qO- http://shop:8000'), {text: "wget: bad address 'shop:8000'\n", code: 1});
	t.is(
		trial.kubectl('exec shop-1 -- curl -sS -m 3 http://client').stderr.split('\n')[0],
		'curl: (28) Resolving timed out after 3001 milliseconds',
	);
	t.is(run(trial, 'wget -qO /dev/null http://10.244.2.2').code, 0);
	trial.restart('coredns');
	trial.rest();
	t.is(run(trial, 'wget -qO /dev/null http://shop:8000').code, 0);
});

test('a Pod that is down takes its port with it, also on the network of its node', (t) => {
	const trial = world(shop('\n  hostNetwork: true'), service);
	t.is(run(trial, 'wget -qO /dev/null http://shop:8000').code, 0);
	t.is(trial.last('container.connect').facts.endpoint, '192.168.0.12:80');
	trial.kubectl('delete pod shop-1');
	t.is(run(trial, 'nc -z 192.168.0.12 80').code, 1);
});

test('nc in a loop is a server: each client gets the answer that it reads', (t) => {
	const trial = world(`
apiVersion: v1
kind: Pod
metadata: {name: hello}
spec:
  nodeName: node-b
  containers:
  - name: c
    image: busybox:1.37
    command: [sh, -c, 'while true; do echo -e "HTTP/1.1 200 OK\\r\\nContent-Length: 12\\r\\n\\r\\nHello World" | nc -l -p 8080 || true; done']
`);
	const {podIP} = trial.get<Pod>('/registry/pods/default/hello').status ?? {};
	for (const text of ['Hello World\n', 'Hello World\n']) {
		t.deepEqual(run(trial, `wget -qO- http://${podIP}:8080`), {text, code: 0});
	}
});

test('names of /etc/hosts come before the DNS, and nslookup asks the DNS alone', (t) => {
	const trial = world(
		shop(`
  hostAliases: [{ip: 127.0.0.1, hostnames: [self]}]`),
	);
	t.is(trial.kubectl('exec shop-1 -- curl -sS -o /dev/null http://self').code, 0);
	t.regex(trial.kubectl('exec shop-1 -- nslookup self').stdout, /can't find self: NXDOMAIN/);
});

test('nginx serves what is mounted over its document root, as a sidecar writes it', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(`
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: nginx
    image: nginx:1.27
    volumeMounts: [{name: html, mountPath: /usr/share/nginx/html}]
    readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 1}
  - name: writer
    image: busybox:1.37
    command: [sh, -c, "sleep 5; echo hello > /html/index.html; sleep 3600"]
    volumeMounts: [{name: html, mountPath: /html}]
  volumes: [{name: html, emptyDir: {}}]
`);
	t.regex(trial.kubectl('describe pod web').stdout, /Readiness probe failed: HTTP probe failed with statuscode: 403/);
	t.is(trial.kubectl('exec web -c writer -- wget -qO- localhost').stdout, 'hello\n');
});

test('the alias of a Service of type ExternalName is a CNAME record, and its target is assumed to exist outside the cluster', (t) => {
	const alias = (name: string, target: string) =>
		`apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\nspec: {type: ExternalName, externalName: ${target}}\n`;
	const trial = world(
		alias('far', 'db.acme.com'),
		alias('near', 'db.corp.internal'),
		alias('typo', 'db.shop.svc.cluster.locl'),
	);
	const server = 'Server:\t\t10.96.0.10\nAddress:\t10.96.0.10:53\n\n';
	t.deepEqual(run(trial, 'nslookup far'), {
		text: `${server}far.default.svc.cluster.local\tcanonical name = db.acme.com\nName:\tdb.acme.com\nAddress: 93.184.216.34\n\n`,
		code: 0,
	});
	t.regex(run(trial, 'nslookup near').text, /canonical name = db\.corp\.internal\nName:\tdb\.corp\.internal\n/);
	t.regex(run(trial, 'nslookup typo').text, /can't find typo: NXDOMAIN/);
});
