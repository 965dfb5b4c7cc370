import test from 'ava';
import {pod} from '../testing/manifests.js';
import {Trial} from '../testing/trial.js';

/** What a container prints that runs a script as the service account `reader`. */
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
	t.is(
		printed(['curl -sS https://kubernetes.default.svc/version', 'echo $?']),
		'curl: (60) SSL certificate problem: unable to get local issuer certificate\n60\n',
	);
	t.regex(printed(['curl -sS --cacert none.crt https://kubernetes/version', 'echo $?']), /^curl: \(77\).*\n77\n$/s);
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
