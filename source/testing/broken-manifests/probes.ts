import {type BrokenManifest, pod, deployment, main, files} from './templates.js';

/** A probe is at fault. */
const metricsServer = (more = ''): string =>
	main(
		`args:\n- --cert-dir=/tmp\n- --secure-port=10250\n${more}readinessProbe: {httpGet: {path: /readyz, port: 10250, scheme: HTTPS}, initialDelaySeconds: 20}`,
		'registry.k8s.io/metrics-server/metrics-server:v0.8.0',
	);

export const probes: readonly BrokenManifest[] = [
	{
		title: 'readiness: a port with a name, where nobody listens as the configuration of nginx names another',
		manifest: files(
			'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: site}\ndata: {default.conf: "server { listen 8080; return 200; }"}\n',
			deployment(
				`${main('ports:\n- {containerPort: 80, name: http}\nreadinessProbe:\n  httpGet:\n    path: /\n    port: http\nvolumeMounts: [{name: site, mountPath: /etc/nginx/conf.d}]')}volumes: [{name: site, configMap: {name: site}}]`,
			),
		),
		says: ['readinessProbe.httpGet.port', 'The Pod does not listen on 80; it listens on 8080', 'works'],
	},
	{
		title: 'liveness: a file that the program removes; so many events that the recorder drops the last kill',
		manifest: pod(
			`${main("command: [bash, -ec, 'touch /tmp/live; sleep 30; rm /tmp/live; sleep 600']\nlivenessProbe:\n  exec: {command: [cat, /tmp/live]}\n  initialDelaySeconds: 5\n  periodSeconds: 5", 'ubuntu:24.04')}`,
		),
		says: ['Liveness probe failed: cat: /tmp/live: No such file or directory', 'livenessProbe'],
		never: ['exited with code 137'],
		code: 1,
	},
	{
		title: 'readiness: a port where nobody listens',
		manifest: deployment(main('readinessProbe:\n  httpGet:\n    path: /\n    port: 8080')),
		says: ['readinessProbe.httpGet.port', '80'],
	},
	{
		title: 'readiness: a path that answers 404',
		manifest: deployment(main('readinessProbe:\n  httpGet:\n    path: /healthz\n    port: 80')),
		says: ['readinessProbe.httpGet.path'],
	},
	{
		title: 'readiness: a name that no port has',
		manifest: deployment(
			main('ports:\n- name: http\n  containerPort: 80\nreadinessProbe:\n  httpGet:\n    port: htpp'),
		),
		says: ['readinessProbe', 'http', 'strconv.Atoi: parsing "htpp": invalid syntax'],
	},
	{
		title: 'liveness: a name that no port has never restarts the container',
		manifest: pod(main('livenessProbe:\n  httpGet:\n    port: htpp\n  periodSeconds: 5')),
		says: ['Liveness probe errored and resulted in unknown state: strconv.Atoi: parsing "htpp": invalid syntax'],
		never: ['restart'],
		code: 0,
	},
	{
		title: 'startup: a fix is proven, although the first probe is minutes later',
		manifest: deployment(
			main(
				'env: [{name: A, valueFrom: {secretKeyRef: {name: cred, key: a}}}]\nstartupProbe:\n  httpGet: {path: /, port: 80}\n  initialDelaySeconds: 180\n  periodSeconds: 20\n  failureThreshold: 30',
			),
		),
		says: ['secret "cred" not found', 'works    kubectl create secret generic cred'],
		never: ['has not succeeded yet'],
	},
	{
		title: 'readiness: it answers',
		manifest: deployment(main('readinessProbe:\n  httpGet:\n    path: /\n    port: 80')),
	},
	{
		title: 'liveness: a port where nobody listens',
		manifest: deployment(main('livenessProbe:\n  httpGet:\n    port: 8080\n  periodSeconds: 5')),
		says: ['iveness probe', 'livenessProbe.httpGet.port'],
		never: ['by itself', 'exited with code'],
	},
	{
		title: 'liveness: killed so often that the recorder drops events about it, with a program that ends with 0',
		manifest: deployment(
			main(
				'livenessProbe:\n  httpGet: {path: /healthz, port: 8000}\n  periodSeconds: 2',
				'dockersamples/examplevotingapp_vote',
			),
		),
		says: ['iveness probe', 'livenessProbe.httpGet.port', 'The Pod does not listen on 8000; it listens on 80.'],
		never: ['by itself', 'exited with code'],
	},
	{
		title: 'liveness: it answers',
		manifest: pod(main('livenessProbe:\n  httpGet:\n    port: 80\n  periodSeconds: 5')),
	},
	{
		title: 'startup: it never succeeds',
		manifest: pod(main('startupProbe:\n  tcpSocket:\n    port: 81\n  periodSeconds: 2')),
		says: ['tartup probe', 'startupProbe.tcpSocket.port'],
		never: ['by itself'],
	},
	{
		title: 'readiness: slow at first, then well',
		manifest: pod(
			main('readinessProbe:\n  tcpSocket:\n    port: 3306\n  periodSeconds: 2', 'mysql:8').replace(
				'  image',
				'  env: [{name: MYSQL_ROOT_PASSWORD, value: x}]\n  image',
			),
		),
	},
	{
		title: 'readiness: a gate that nobody opens',
		manifest: pod(`readinessGates:\n- conditionType: example.com/lb\n${main()}`),
		says: ['readinessGates'],
	},
	{
		title: 'probe: HTTPS to a server that speaks HTTP',
		manifest: deployment(main('readinessProbe: {httpGet: {path: /, port: 80, scheme: HTTPS}}')),
		says: ['readinessProbe.httpGet.scheme', 'speaks HTTP', 'works'],
	},
	{
		title: 'liveness: a command that asks the server, sooner than it has started',
		manifest: pod(
			main(
				'env: [{name: POSTGRES_PASSWORD, value: x}]\nlivenessProbe: {exec: {command: [pg_isready]}, periodSeconds: 1, failureThreshold: 1}',
				'postgres:16',
			),
		),
		says: ['Liveness probe failed', 'works', 'initialDelaySeconds: 30'],
	},
	{
		title: 'unknown image: its probe tests the answer of a server that is not simulated',
		manifest: pod(
			main(
				'ports: [{containerPort: 2181}]\nreadinessProbe: {exec: {command: [sh, -c, "echo ruok | nc 127.0.0.1 2181 | grep imok"]}}',
				'example.com/team/zookeeper:1',
			),
		),
		code: 0,
	},
	{
		title: 'unknown image: its probe asks a port that is closed, and tests nothing else',
		manifest: pod(
			main(
				'command: [sh, -c, sleep 3600]\nreadinessProbe: {exec: {command: [sh, -c, "nc -z 127.0.0.1 2181"]}}',
				'busybox:1.36',
			),
		),
		says: ['Readiness probe failed'],
	},
	{
		title: 'metrics-server: kubelets that sign their certificates themselves',
		manifest: deployment(metricsServer()),
		says: [
			'HTTP probe failed with statuscode: 500',
			'x509: cannot validate certificate',
			'serverTLSBootstrap',
			'works',
			'--kubelet-insecure-tls',
		],
	},
	{
		title: 'metrics-server: it accepts the certificates of the kubelets',
		manifest: deployment(metricsServer('- --kubelet-insecure-tls\n')),
		code: 0,
	},
];
