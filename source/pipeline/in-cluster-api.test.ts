import test from 'ava';
import {pod} from '../testing/manifests.js';
import {Trial} from '../testing/trial.js';

/** The output of a container that runs a script as the service account `reader`. */
const printed = (script: readonly string[], rules = '[]'): string => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(`
apiVersion: v1
kind: ServiceAccount
metadata: {name: reader}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader}
rules: ${rules}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: reader}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects: [{kind: ServiceAccount, name: reader}]
---
apiVersion: v1
kind: Pod
metadata: {name: asks}
spec:
  serviceAccountName: reader
  restartPolicy: Never
  containers:
  - name: asks
    image: curlimages/curl
    command: [sh, -c]
    args:
    - |
      cd /var/run/secrets/kubernetes.io/serviceaccount
      T="Authorization: Bearer $(cat token)"
${script.map((line) => `      ${line}`).join('\n')}
`);
	return trial.kubectl('logs asks').stdout;
};

const path = '/api/v1/namespaces/default/pods';

test('a process in a container asks the apiserver as its service account, and RBAC decides', (t) => {
	const ask = [`curl -sS --cacert ca.crt -H "$T" https://kubernetes.default.svc${path} | grep '"name"'`];
	t.regex(printed(ask, '[{apiGroups: [""], resources: [pods], verbs: [list]}]'), /^ +"name": "asks",$/m);
	const refused = printed([`curl -sS --cacert ca.crt -H "$T" https://kubernetes.default.svc${path}`]);
	t.regex(refused, /User \\"system:serviceaccount:default:reader\\" cannot list resource \\"pods\\"/);
});

test('without its token a process is system:anonymous', (t) => {
	const out = printed([`curl -sk https://$KUBERNETES_SERVICE_HOST:$KUBERNETES_SERVICE_PORT${path}`]);
	t.regex(out, /User \\"system:anonymous\\" cannot list/);
	t.is(printed([`curl -sk -o /dev/null -w '%{http_code}' https://kubernetes/healthz`]).trim(), '200');
});

test('curl does not trust the cluster’s authority unless it is told to', (t) => {
	t.regex(
		printed(['curl -sS https://kubernetes.default.svc/version', 'echo $?']),
		/^curl: \(60\) SSL certificate problem: unable to get local issuer certificate\nMore details here: .*\n60\n$/s,
	);
	t.regex(printed(['curl -sS --cacert none.crt https://kubernetes/version', 'echo $?']), /^curl: \(77\).*\n77\n$/s);
});

test('the apiserver answers a request without TLS in plain words', (t) => {
	t.is(
		printed(["curl -s -w '%{http_code}' http://kubernetes.default.svc:443/version"]),
		'Client sent an HTTP request to an HTTPS server.\n400\n',
	);
});

const secureSite = `
apiVersion: v1
kind: ConfigMap
metadata: {name: site}
data:
  default.conf: |
    server { listen 443 ssl; ssl_certificate /etc/nginx/conf.d/crt; ssl_certificate_key /etc/nginx/conf.d/key; location / { return 200 "secure"; } }
    server { listen 80; location / { return 200 "plain"; } }
  crt: ''
  key: ''
---
apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec:
  containers: [{name: web, image: 'nginx:1.27', volumeMounts: [{name: site, mountPath: /etc/nginx/conf.d}]}]
  volumes: [{name: site, configMap: {name: site}}]
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{name: http, port: 80}, {name: https, port: 443}]}
---
apiVersion: v1
kind: Pod
metadata: {name: curl}
spec: {containers: [{name: main, image: curlimages/curl, command: [sleep, 1d]}]}
---
apiVersion: v1
kind: Pod
metadata: {name: gnu}
spec: {containers: [{name: main, image: 'python:3.12', command: [sleep, 1d]}]}
---
apiVersion: v1
kind: Pod
metadata: {name: busybox}
spec: {containers: [{name: main, image: 'busybox:1.37', command: [sleep, 1d]}]}
`;

test('curl and wget say in their words what is wrong with TLS: no trust, none spoken, or none used', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(secureSite);
	const table: ReadonlyArray<readonly [command: string, code: number, says: RegExp]> = [
		[
			'curl -- curl -sS https://web',
			60,
			/^curl: \(60\) SSL certificate problem: unable to get local issuer certificate\n/,
		],
		['curl -- curl -sk https://web', 0, /^secure$/],
		['curl -- curl -s http://web', 0, /^plain$/],
		['curl -- curl -sk https://web:80', 35, /^command terminated/],
		['curl -- curl -sSk https://web:80', 35, /^curl: \(35\) .*:SSL routines::wrong version number\n/],
		['curl -- curl -s http://web:443', 0, /400 The plain HTTP request was sent to HTTPS port/],
		['gnu -- wget -O- https://web', 5, /^ERROR: The certificate of 'web' is not trusted\.\n/],
		['gnu -- wget -O- --no-check-certificate https://web', 0, /^secure$/],
		['gnu -- wget -O- https://web:80', 4, /\nUnable to establish SSL connection\.\n/],
		['busybox -- wget -qO- https://web', 0, /^secure$/],
		['busybox -- wget -qO- http://web:443', 1, /^wget: server returned error: HTTP\/1\.1 400 Bad Request\n/],
	];
	for (const [command, code, says] of table) {
		const answer = trial.kubectl(`exec ${command}`);
		t.is(answer.code, code, command);
		t.regex(answer.stdout + answer.stderr, says, command);
	}
});

test('what a process posts is stored', (t) => {
	const body = '{"metadata": {"name": "made"}, "data": {"a": "1"}}';
	const out = printed(
		[`curl -sk -X POST -H "$T" -d '${body}' https://kubernetes/api/v1/namespaces/default/configmaps | grep '"uid"'`],
		'[{apiGroups: [""], resources: [configmaps], verbs: [create]}]',
	);
	t.regex(out, /"uid": "[\da-f-]+"/);
});

test('wget shows the header of an answer when asked to', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(pod);
	const {stdout} = trial.kubectl(
		'run asks --image=busybox:1.37 --restart=Never --command -- sh -c "wget -S -O /dev/null http://10.244.1.2 2>&1"',
	);
	t.regex(stdout, /created/);
	t.regex(trial.kubectl('logs asks').stdout, /^ {2}HTTP\/1\.1 200 OK$/m);
});
