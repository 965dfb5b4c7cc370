import {type BrokenManifest, cronJob, files, main, pod, script, service} from './templates.js';

const once = (container: string, spec = ''): string =>
	pod(`restartPolicy: Never\n${spec}containers:\n- name: main\n  ${container}\n`);

const account = (rules: string, subject = 'viewer'): string =>
	files(
		'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: viewer}\n',
		`apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: viewer}\nrules:\n${rules}\n`,
		`apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: viewer}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: viewer}\nsubjects: [{kind: ServiceAccount, name: ${subject}, namespace: default}]\n`,
	);

const getDeployments = once(
	'image: bitnami/kubectl:latest\n  args: [get, deployments]',
	'serviceAccountName: viewer\n',
);

const forbidden =
	'deployments.apps is forbidden: User "system:serviceaccount:default:viewer" cannot list resource "deployments" in API group "apps"';

/** Facts that the cluster does not have: images, names outside the cluster, objects that programs would create. */
export const assumed: readonly BrokenManifest[] = [
	{
		title: 'docker.io/library: a slip of the pen',
		manifest: pod(main('', 'ngnix:1.27')),
		says: [
			'failed to resolve reference "docker.io/library/ngnix:1.27": pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed',
			'image',
			'Did you mean nginx?',
			'works',
			'nginx:1.27',
		],
	},
	{
		title: "docker.io/library: an image of one's own without a registry",
		manifest: pod(main('', 'myapp:dev')),
		says: ['docker.io/library/myapp:dev', 'pull access denied', 'Push your own image to a registry'],
		never: ['works'],
	},
	{
		title: 'docker.io/library: no tag latest',
		manifest: pod(main('', 'elasticsearch')),
		says: [
			'docker.io/library/elasticsearch:latest: not found',
			'Docker Hub has no tag latest of elasticsearch: name a version.',
		],
		never: ['works'],
	},
	{
		title: 'an image in a format that containerd does not pull: a newer tag',
		manifest: pod(main('command: [sleep, 1d]', 'registry.k8s.io/busybox')),
		says: [
			'rpc error: code = Unimplemented desc = failed to pull and unpack image "registry.k8s.io/busybox:latest": not implemented: media type "application/vnd.docker.distribution.manifest.v1+prettyjws" is no longer supported since containerd v2.1',
			'schema 1, a format that containerd 2.1 no longer pulls',
			'works',
			'registry.k8s.io/busybox:1.27.2',
		],
	},
	{
		title: 'an image in a format that containerd does not pull: no other tag is known',
		manifest: pod(main('command: [sleep, 1d]', 'radial/busyboxplus:curl')),
		says: ['docker.io/radial/busyboxplus:curl', 'since containerd v2.1', 'or another image'],
		never: ['works'],
	},
	{
		title: 'docker.io/library: a variant that the image does not have',
		manifest: pod(main('', 'nginx:1.27-nowhere')),
		says: ['docker.io/library/nginx:1.27-nowhere: not found', 'check the name and the tag', 'works', 'nginx:1.27'],
	},
	{
		title: 'docker.io/library: a variant that no list names',
		manifest: pod(main('', 'redis:7-nowhere')),
		code: 0,
	},
	{title: 'docker.io/library: an image that is not simulated', manifest: pod(main('', 'neo4j:5')), code: 0},
	{title: 'another repository of docker.io', manifest: pod(main('', 'team/myapp:dev')), code: 0},
	{
		title: 'pull secret: of a private registry, missing',
		manifest: pod(`imagePullSecrets: [{name: regcred}]\n${main('', 'registry.example.com/team/app:1')}`),
		says: [
			'FailedToRetrieveImagePullSecret: Unable to retrieve some image pull secrets (regcred); attempting to pull the image may not succeed.',
			'imagePullSecrets[0].name',
			'kubectl create secret docker-registry regcred',
			'This rests on an assumption (private registry, assumed to refuse a pull without its Secret: registry.example.com/team/app:1).',
		],
	},
	{
		title: 'pull secret: missing, of an image that anybody may pull',
		manifest: pod(`imagePullSecrets: [{name: regcred}]\n${main()}`),
		says: ['note:', 'FailedToRetrieveImagePullSecret'],
		code: 0,
	},
	{
		title: 'runAsNonRoot: an image whose user nothing tells',
		manifest: pod(main('securityContext:\n  runAsNonRoot: true', 'quay.io/team/app:1')),
	},
	{
		title: 'an image that nothing is known of: what rests on it says so',
		manifest: pod(main('command: [/app]\nreadinessProbe:\n  httpGet: {path: /, port: web}', 'quay.io/team/app:1')),
		says: [
			'This rests on an assumption (not simulated, assumed to work: quay.io/team/app:1 (/app)).',
			'\nnot simulated, assumed to work: quay.io/team/app:1 (/app)',
		],
	},
	...['redis.defualt', 'redis.default.svc.cluster.locl', 'redis-0.wrong-headless'].map((host) => ({
		title: `DNS: ${host} is no name of the Internet`,
		manifest: files(once(`image: busybox:1.36\n  ${script(`nslookup ${host} && wget -qO- ${host}:6379`)}`)),
		says: [`DNS at 10.96.0.10 for ${host}: the name does not exist`],
	})),
	{
		title: 'DNS: a slip in the namespace',
		manifest: files(
			once(`image: busybox:1.36\n  ${script('wget -qO- http://web.defualt')}`),
			service('app: other', '- port: 80', 'web'),
		),
		says: ["wget: bad address 'web.defualt'"],
	},
	{
		title: 'DNS: a name of the Internet',
		manifest: once(`image: busybox:1.36\n  ${script('wget -qO- http://example.com')}`),
		code: 0,
	},
	{
		title: 'kubectl in a container: what its role allows',
		manifest: files(account('- {apiGroups: [apps], resources: [deployments], verbs: [get, list]}'), getDeployments),
		code: 0,
	},
	{
		title: 'kubectl in a container: a role of another API group',
		manifest: files(account('- {apiGroups: [""], resources: [deployments], verbs: [get, list]}'), getDeployments),
		says: [forbidden],
	},
	{
		title: 'kubectl in a container: a binding of another account',
		manifest: files(
			account('- {apiGroups: [apps], resources: [deployments], verbs: [get, list]}', 'default'),
			getDeployments,
		),
		says: [forbidden],
	},
	{
		title: 'kubectl in a container: no token',
		manifest: once('image: bitnami/kubectl:latest\n  args: [get, pods]', 'automountServiceAccountToken: false\n'),
		says: ['The connection to the server localhost:8080 was refused - did you specify the right host or port?'],
	},
	{
		title: 'kubectl in a container: files of a volume, and standard input',
		manifest: files(
			account('- {apiGroups: [""], resources: [configmaps], verbs: [get, list, create, patch]}'),
			'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: manifests}\ndata:\n  a.yaml: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: made}\n',
			once(
				`image: alpine/k8s:1.33.0\n  ${script('kubectl apply -f /manifests && sed s/made/other/ /manifests/a.yaml | kubectl create -f - && kubectl get configmap made other')}\n  volumeMounts: [{name: m, mountPath: /manifests}]`,
				'serviceAccountName: viewer\nvolumes: [{name: m, configMap: {name: manifests}}]\n',
			),
		),
		code: 0,
	},
	{
		title: 'a Secret that an unsimulated program makes',
		manifest: files(
			account('- {apiGroups: [""], resources: [secrets], verbs: [create]}'),
			pod(
				'serviceAccountName: viewer\ninitContainers: [{name: init, image: "quay.io/team/operator:1"}]\ncontainers: [{name: main, image: "nginx:1.27", env: [{name: PASSWORD, valueFrom: {secretKeyRef: {name: made, key: auth}}}]}]',
			),
		),
		code: 0,
	},
	{
		title: 'a Secret that an unsimulated program may not make',
		manifest: files(
			account('- {apiGroups: [""], resources: [secrets], verbs: [get]}'),
			pod(
				'serviceAccountName: viewer\ninitContainers: [{name: init, image: "quay.io/team/operator:1"}]\ncontainers: [{name: main, image: "nginx:1.27", env: [{name: PASSWORD, valueFrom: {secretKeyRef: {name: made, key: auth}}}]}]',
			),
		),
		says: ['secret "made" not found'],
	},
	{
		title: 'refused by its program: ghost without a database',
		manifest: pod(main('', 'ghost:5')),
		says: ['exited with code 2', 'Invalid database host'],
	},
	{
		title: 'near miss: ghost with the database that its image had before, and in the mode of developers',
		manifest: files(
			pod(main('', 'ghost:4'), 'old'),
			pod(main('env: [{name: NODE_ENV, value: development}]', 'ghost:5'), 'new'),
		),
	},
	{
		title: 'refused by its program: options as the command of postgres',
		manifest: pod(
			main('command: ["-c", "max_connections=200"]\nenv: [{name: POSTGRES_PASSWORD, value: x}]', 'postgres:16'),
		),
		says: ['exec: "-c": executable file not found in $PATH', 'command'],
	},
	{
		title: 'refused by its program: options as the arguments of postgres',
		manifest: pod(
			main('args: ["-c", "max_connections=200"]\nenv: [{name: POSTGRES_PASSWORD, value: x}]', 'postgres:16'),
		),
	},
	{
		title: 'refused by its program: nginx without capabilities',
		manifest: pod(main('securityContext:\n  capabilities:\n    drop: [ALL]')),
		says: [
			'securityContext.capabilities.drop',
			'nginx: [emerg] chown("/var/cache/nginx/client_temp", 101) failed (1: Operation not permitted)',
			'works',
			'CHOWN',
		],
	},
	{
		title: 'refused by its program: nginx with the capabilities that it needs',
		manifest: pod(
			main('securityContext:\n  capabilities:\n    drop: [ALL]\n    add: [CHOWN, SETGID, SETUID, NET_BIND_SERVICE]'),
		),
	},
	{
		title: 'refused by its program: nginx of another user without capabilities',
		manifest: pod(main('securityContext:\n  capabilities:\n    drop: [ALL]', 'nginxinc/nginx-unprivileged:1.27')),
	},
	{
		title: 'refused by the runtime: a seccomp profile that no node has',
		manifest: pod(
			main('securityContext:\n  seccompProfile:\n    type: Localhost\n    localhostProfile: profiles/audit.json'),
		),
		says: [
			'cannot load seccomp profile "/var/lib/kubelet/seccomp/profiles/audit.json": open /var/lib/kubelet/seccomp/profiles/audit.json: no such file or directory',
			'seccompProfile.localhostProfile',
			'works',
			'RuntimeDefault',
		],
	},
	{
		title: 'refused by its program: a probe of redis without the password',
		manifest: pod(
			main(
				'args: [redis-server, --requirepass, secret]\nreadinessProbe: {exec: {command: [sh, -c, redis-cli ping | grep PONG]}}',
				'redis:7',
			),
		),
		says: ['readinessProbe.exec.command'],
	},
	{
		title: 'refused by its program: a probe of redis with the password',
		manifest: pod(
			main(
				'args: [redis-server, --requirepass, secret]\nreadinessProbe: {exec: {command: [sh, -c, redis-cli -a secret ping | grep PONG]}}',
				'redis:7',
			),
		),
	},
	{
		title: 'refused by the kernel: less memory than elasticsearch needs to start',
		manifest: pod(main('resources: {limits: {memory: 256Mi}}', 'elasticsearch:8.13.0')),
		says: ['OOMKilled', 'resources.limits.memory'],
	},
	{
		title: 'refused by the kernel: sysctl without privileges',
		manifest: once(`image: busybox:1.36\n  command: [sysctl, -w, vm.max_map_count=262144]`),
		says: ["sysctl: error setting key 'vm.max_map_count': Read-only file system"],
	},
	{
		title: 'allowed by the kernel: settings, with privileges',
		manifest: once(
			`image: busybox:1.36\n  ${script('sysctl -w vm.max_map_count=262144 && echo 1 > /proc/sys/vm/overcommit_memory && echo never > /sys/kernel/mm/transparent_hugepage/enabled')}\n  securityContext: {privileged: true}`,
		),
	},
	{
		title: 'a declared port is not where the program listens',
		manifest: files(
			pod(main('ports: [{name: http, containerPort: 80}]', 'nginxinc/nginx-unprivileged:1.27')),
			service('app: web', '- {port: 80, targetPort: http}'),
		),
		says: ['its port 80 forwards to port http of its Pods, where no container listens; they', '8080', 'targetPort'],
	},
	{
		title: 'a port that a configuration opens which is not simulated',
		manifest: files(
			pod(main('ports: [{containerPort: 55678}]', 'otel/opentelemetry-collector:0.115.0')),
			service('app: web', '- {port: 55678}'),
		),
	},
	{
		title: 'go-httpbin listens on 8080',
		manifest: files(
			pod(main('', 'mccutchen/go-httpbin:v2.15.0')),
			service('app: web', '- {port: 8000, targetPort: 8080}'),
		),
	},
	{
		title: 'another port is declared than that where the program listens',
		manifest: files(pod(main('ports: [{containerPort: 8080}]')), service('app: web')),
	},
	{
		title: 'idle: a DaemonSet that no node matches',
		manifest:
			'apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n      nodeSelector: {disk: ssd}\n      containers: [{name: main, image: "nginx:1.27"}]\n',
		says: ['note: daemonset/default/web', 'no node matches', 'spec.template.spec.nodeSelector'],
		code: 0,
	},
	{
		title: 'idle: a Service without a selector',
		manifest: 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n',
		says: ['note: service/default/web', 'no selector and no EndpointSlice'],
		code: 0,
	},
	{
		title: 'idle: a CronJob that is not due',
		manifest: cronJob('0 0 1 1 *', `restartPolicy: Never\n${main('command: [date]', 'busybox:1.36')}`),
		says: ['note: cronjob/default/tick', 'is not due within the run'],
		code: 0,
	},
	{
		title: 'unknown image: its script ends with an error',
		manifest: pod(main(script('echo starting; exit 3'), 'example.com/team/app:1')),
		says: ['exited with code 3', 'spec.containers[0].command', 'It printed: starting'],
	},
	{
		title: 'unknown image: its script goes to its own files and starts its own program',
		manifest: pod(
			`${main(`${script('cd /app && . ./env.sh && ls lib && exec ./server --port 8080')}\nports: [{containerPort: 8080}]\nreadinessProbe: {httpGet: {path: /, port: 8080}}`, 'example.com/team/app:1')}`,
		),
		code: 0,
	},
	{
		title: 'unknown image: its script reads a file that a mounted ConfigMap does not have',
		manifest: files(
			'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {app.conf: "a=1"}\n',
			pod(
				`${main(`${script('cat /etc/app/application.conf && sleep 1000')}\nvolumeMounts: [{name: c, mountPath: /etc/app}]`, 'example.com/team/app:1')}volumes: [{name: c, configMap: {name: settings}}]\n`,
			),
		),
		says: ["can't open '/etc/app/application.conf': No such file or directory"],
	},
	{
		title: 'unknown image: a script of its own is assumed to serve',
		manifest: pod(main('command: [bash, /app/start.sh]', 'example.com/team/app:1')),
		code: 0,
	},
	{
		title: 'unknown image: a worker declares the port on which the server beside it listens',
		manifest: pod(
			`${main('command: [celery, worker]\nports: [{containerPort: 5000}]', 'example.com/team/app:1')}- name: server\n  image: example.com/team/app:1\n  command: [./start.sh]\n  ports: [{containerPort: 5000}]\n  readinessProbe: {httpGet: {path: /, port: 5000}}\n`,
		),
		code: 0,
	},
	{
		title: 'unknown image: an init container fills a volume with programs, which both containers run',
		manifest: pod(
			`initContainers:\n- name: install\n  image: example.com/team/app:1\n  ${script('/usr/local/bin/python -m venv /venv && /venv/bin/pip install httpx')}\n  volumeMounts: [{name: v, mountPath: /venv}]\n${main('command: [/venv/bin/python, -m, app]\nvolumeMounts: [{name: v, mountPath: /venv}]', 'example.com/team/app:1')}volumes: [{name: v, emptyDir: {}}]\n`,
		),
		code: 0,
	},
	{
		title: 'an image of git: the result of its work is assumed',
		manifest: once('image: alpine/git:2.45.2\n  command: [git, clone, https://example.com/site.git, /src]'),
		says: ['not simulated, assumed to work: docker.io/alpine/git:2.45.2 (git clone'],
		code: 0,
	},
];
