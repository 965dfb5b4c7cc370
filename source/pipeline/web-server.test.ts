import test from 'ava';
import {Trial} from '../testing/trial.js';

const front = (
	configuration: string,
	{probe = '/', port = 80}: {readonly probe?: string; readonly port?: number} = {},
) => `
apiVersion: v1
kind: ConfigMap
metadata: {name: site}
data:
  default.conf: |
${configuration.replaceAll(/^/gm, '    ')}
---
apiVersion: v1
kind: Pod
metadata: {name: front}
spec:
  containers:
  - name: web
    image: nginx:1.27
    readinessProbe: {httpGet: {path: ${probe}, port: ${port}}, periodSeconds: 5}
    volumeMounts: [{name: site, mountPath: /etc/nginx/conf.d}]
  volumes: [{name: site, configMap: {name: site}}]
`;

const api = `
apiVersion: v1
kind: Pod
metadata: {name: api, labels: {app: api}}
spec:
  containers: [{name: api, image: "registry.k8s.io/e2e-test-images/agnhost:2.53", args: [netexec, --http-port=8080]}]
---
apiVersion: v1
kind: Service
metadata: {name: api}
spec:
  selector: {app: api}
  ports: [{port: 80, targetPort: 8080}]
`;

const proxy = 'server { listen 80; location / { proxy_pass http://api/; } }';

const isReady = (trial: Trial): boolean =>
	trial.kubectl('get pod front -o jsonpath={.status.containerStatuses[0].ready}').stdout === 'true';

const exec = (trial: Trial, command: string) => {
	const {stdout, stderr, code} = trial.kubectl(`exec front -- ${command}`);
	return {text: stdout + stderr, code};
};

test('a mounted configuration decides the port of nginx', (t) => {
	const trial = new Trial();
	trial.apply(front('server { listen 8080; return 200 here; }', {port: 8080}));
	t.true(isReady(trial));
	t.is(exec(trial, 'curl -s localhost:8080').text, 'here');
	t.regex(exec(trial, 'curl -s localhost:80').text, /exit code 7/);
});

test('nginx that listens on 127.0.0.1 answers its own Pod and no probe', (t) => {
	const trial = new Trial();
	trial.apply(front('server { listen 127.0.0.1:80; return 200 here; }'));
	t.false(isReady(trial));
	t.is(exec(trial, 'curl -s localhost').text, 'here');
});

test('nginx does not start without a host that it passes requests on to, and says so', (t) => {
	const trial = new Trial();
	trial.apply(front(proxy));
	t.false(isReady(trial));
	t.regex(
		trial.kubectl('logs front').stdout,
		/nginx: \[emerg] host not found in upstream "api" in \/etc\/nginx\/conf\.d\/default\.conf:1/,
	);
});

test('nginx passes requests on through the Service, and answers 502 when nobody takes them', (t) => {
	const trial = new Trial();
	trial.apply(`${api}---\n${front(proxy, {probe: '/hostname'})}`);
	t.true(isReady(trial));
	t.is(exec(trial, 'curl -s localhost/hostname').text, 'api');
	trial.kubectl('delete pod api --now');
	t.regex(exec(trial, 'curl -s localhost/hostname').text, /502 Bad Gateway/);
});

test('nginx -t and nginx -s reload read what has been written meanwhile', (t) => {
	const trial = new Trial();
	trial.apply(
		front('server { listen 80; return 200 one; }').replace('mountPath: /etc/nginx/conf.d', 'mountPath: /mnt'),
	);
	exec(trial, `sh -c 'echo "server { listen 81; return 200 two; }" > /etc/nginx/conf.d/default.conf'`);
	t.regex(exec(trial, 'curl -s localhost:81').text, /exit code 7/);
	t.regex(exec(trial, 'nginx -t').text, /test is successful/);
	t.is(exec(trial, 'nginx -s reload').code, 0);
	t.is(exec(trial, 'curl -s localhost:81').text, 'two');
	exec(trial, `sh -c 'echo "server {" > /etc/nginx/conf.d/default.conf'`);
	t.regex(
		exec(trial, 'nginx -t').text,
		/unexpected end of file, expecting "}" in \/etc\/nginx\/conf\.d\/default\.conf:2/,
	);
	t.is(exec(trial, 'nginx -s reload').code, 1);
});

test('templates get the variables of the container', (t) => {
	const trial = new Trial();
	trial.apply(
		front('server { listen ${PORT}; return 200 "$uri"; }', {port: 8081})
			.replace('/etc/nginx/conf.d', '/etc/nginx/templates')
			.replace('default.conf:', 'default.conf.template:')
			.replace('image: nginx:1.27', 'image: nginx:1.27\n    env: [{name: PORT, value: "8081"}]'),
	);
	t.true(isReady(trial));
	t.is(exec(trial, 'curl -s localhost:8081/x').text, '/x');
});

test('the log of a container that the kubelet has removed is not there, and the answer says so as if it were the log', (t) => {
	const trial = new Trial();
	trial.begin('apply -f front.yaml', {'front.yaml': front(proxy)});
	while (trial.at('cri.RemoveContainer').length < 2) {
		trial.steps(1);
	}

	const {stdout, code} = trial.kubectl('logs front --previous');
	t.regex(stdout, /^unable to retrieve container logs for containerd:\/\/[0-9a-f]{64}$/);
	t.is(code, 0);
});

for (const [configuration, scheme, message] of [
	['listen 80;', 'HTTPS', /http: server gave HTTP response to HTTPS client$/],
	[
		'listen 80 ssl; ssl_certificate /etc/hostname; ssl_certificate_key /etc/hostname;',
		'HTTP',
		/HTTP probe failed with statuscode: 400$/,
	],
] as const) {
	test(`a probe with ${scheme} fails at nginx with ${configuration}`, (t) => {
		const trial = new Trial();
		trial.apply(front(`server { ${configuration} }`).replace('port: 80}', `port: 80, scheme: ${scheme}}`));
		const events = trial.kubectl('get events --field-selector=reason=Unhealthy -o jsonpath={.items[0].message}').stdout;
		t.regex(events, message);
	});
}
