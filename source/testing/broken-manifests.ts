/** A manifest of an everyday kind that does not work, or a near miss that does. */
export interface BrokenManifest {
	readonly title: string;
	readonly manifest: string;
	/** Objects that are there before. */
	readonly before?: string;
	/** Nodes of the cluster; one by default. */
	readonly nodes?: ReadonlyArray<Readonly<Record<string, unknown>>>;
	/** Drivers of devices in the cluster; none by default. */
	readonly deviceDrivers?: ReadonlyArray<Readonly<Record<string, unknown>>>;
	/** Further commands. */
	readonly commands?: readonly string[];
	/** What the ending has to say, each text in this order; nothing wrong at all if it is missing. */
	readonly says?: readonly string[];
	/** What the ending must not say. */
	readonly never?: readonly string[];
	/** 1 where something does not work; by default as `says` tells. */
	readonly code?: 0 | 1;
}

const indent = (text: string, by: number): string =>
	text
		.trim()
		.split('\n')
		.map((line) => ' '.repeat(by) + line)
		.join('\n');

/** A Pod; `spec` is YAML from the first column on. */
const pod = (spec: string, name = 'web', metadata = 'labels: {app: web}'): string =>
	`apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\n  ${metadata}\nspec:\n${indent(spec, 2)}\n`;

/** A Deployment of one replica with the label `app: web`. */
const deployment = (spec: string, replicas = 1, more = ''): string =>
	`apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: ${replicas}\n${more}  selector:\n    matchLabels: {app: web}\n  template:\n    metadata:\n      labels: {app: web}\n    spec:\n${indent(spec, 6)}\n`;

const main = (more = '', image = 'nginx:1.27'): string =>
	`containers:\n- name: main\n  image: ${image}\n${more === '' ? '' : `${indent(more, 2)}\n`}`;

const script = (text: string): string => `command: [sh, -c, '${text}']`;

/** A container with a variable from the file that an init container has printed. */
const envFile = (print: string, image?: string): string =>
	`volumes: [{name: made, emptyDir: {}}]\ninitContainers:\n- name: maker\n  image: busybox:1.37\n  command: [sh, -c, '${print} > /made/env']\n  volumeMounts: [{name: made, mountPath: /made}]\n${main('env: [{name: COLOR, valueFrom: {fileKeyRef: {volumeName: made, path: env, key: COLOR}}}]', image)}`;

const service = (selector: string, ports = '- port: 80', name = 'web'): string =>
	`apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec:\n  selector: {${selector}}\n  ports:\n${indent(ports, 2)}\n`;

const job = (spec: string, template: string): string =>
	`apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: once\nspec:\n${indent(spec, 2)}\n  template:\n    spec:\n${indent(template, 6)}\n`;

const cronJob = (schedule: string, template: string): string =>
	`apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: tick\nspec:\n  schedule: "${schedule}"\n  jobTemplate:\n    spec:\n      backoffLimit: 0\n      template:\n        spec:\n${indent(template, 10)}\n`;

const claim = (more: string): string =>
	`apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: data\nspec:\n  accessModes: [ReadWriteOnce]\n  resources:\n    requests:\n      storage: 1Gi\n${more === '' ? '' : `${indent(more, 2)}\n`}`;

const volume = (name: string, size: string): string =>
	`apiVersion: v1\nkind: PersistentVolume\nmetadata:\n  name: ${name}\nspec:\n  accessModes: [ReadWriteOnce]\n  capacity: {storage: ${size}}\n  hostPath: {path: /srv}\n`;

const ingress = (more: string, backend = 'web', port = 'number: 80'): string =>
	`apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: web\nspec:\n${more === '' ? '' : `${indent(more, 2)}\n`}  rules:\n  - http:\n      paths:\n      - path: /\n        pathType: Prefix\n        backend:\n          service:\n            name: ${backend}\n            port: {${port}}\n`;

const files = (...all: readonly string[]): string => all.join('---\n');

const configMap = (name: string, data: string): string =>
	`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata: {${data}}\n`;

const envFrom = (kind: 'configMapRef' | 'secretRef', name: string): string =>
	main(`envFrom:\n- ${kind}:\n    name: ${name}`);

const envKey = (kind: 'configMapKeyRef' | 'secretKeyRef', name: string, key: string, more = ''): string =>
	main(`env:\n- name: MODE\n  valueFrom:\n    ${kind}:\n      name: ${name}\n      key: ${key}\n${more}`);

const mounted = (volume: string): string =>
	`${main('volumeMounts:\n- name: v\n  mountPath: /v')}\nvolumes:\n- name: v\n${indent(volume, 2)}`;

const threeNodes = [{name: 'node-a'}, {name: 'node-b'}, {name: 'node-c'}];

const images: readonly BrokenManifest[] = [
	{title: 'image: it exists', manifest: deployment(main())},
	{title: 'image: a tag that does not exist', manifest: deployment(main('', 'nginx:does-not-exist')), says: ['image']},
	{title: 'image: upper case', manifest: deployment(main('', 'Nginx')), says: ['image']},
	{title: 'image: never pulled', manifest: pod(main('imagePullPolicy: Never')), says: ['imagePullPolicy']},
	{
		title: 'image: a second container cannot be pulled',
		manifest: pod(`${main()}- name: side\n  image: nginx:does-not-exist`),
		says: ['image'],
	},
];

const placement: readonly BrokenManifest[] = [
	{
		title: 'requests: more CPU than any node has',
		manifest: deployment(main('resources:\n  requests:\n    cpu: "64"')),
		says: ['cpu'],
	},
	{title: 'requests: as much as a node has', manifest: deployment(main('resources:\n  requests:\n    cpu: "1"'))},
	{
		title: 'requests: memory in the wrong unit',
		manifest: deployment(main('resources:\n  requests:\n    memory: 512Gi')),
		says: ['memory'],
	},
	{
		title: 'requests: too much of two resources',
		manifest: pod(main('resources:\n  requests:\n    cpu: "64"\n    memory: 640Gi')),
		says: ['cpu'],
	},
	{
		title: 'requests: only a limit is written',
		manifest: pod(main('resources:\n  limits:\n    cpu: "64"')),
		says: ['limits.cpu'],
	},
	{
		title: 'requests: a GPU that no node has',
		manifest: pod(main('resources:\n  limits:\n    nvidia.com/gpu: 1')),
		says: ['nvidia.com/gpu'],
	},
	{
		title: 'selector: a label that no node has',
		manifest: deployment(`nodeSelector:\n  disktype: ssd\n${main()}`),
		says: ['nodeSelector.disktype'],
	},
	{
		title: 'selector: a typo of a label that a node has',
		manifest: deployment(`nodeSelector:\n  disktype: sdd\n${main()}`),
		nodes: [{name: 'node-a', labels: {disktype: 'ssd'}}, {name: 'node-b'}],
		says: ['nodeSelector.disktype', 'ssd'],
	},
	{
		title: 'selector: the label is there',
		manifest: deployment(`nodeSelector:\n  disktype: ssd\n${main()}`),
		nodes: [{name: 'node-a', labels: {disktype: 'ssd'}}, {name: 'node-b'}],
	},
	{
		title: 'taint: not tolerated',
		manifest: deployment(main()),
		nodes: [{name: 'node-a', taints: [{key: 'dedicated', value: 'db', effect: 'NoSchedule'}]}],
		says: ['tolerations'],
	},
	{
		title: 'taint: tolerated with a wrong value',
		manifest: deployment(`tolerations:\n- key: dedicated\n  value: web\n  effect: NoSchedule\n${main()}`),
		nodes: [{name: 'node-a', taints: [{key: 'dedicated', value: 'db', effect: 'NoSchedule'}]}],
		says: ['tolerations'],
	},
	{
		title: 'taint: tolerated',
		manifest: deployment(`tolerations:\n- key: dedicated\n  operator: Exists\n${main()}`),
		nodes: [{name: 'node-a', taints: [{key: 'dedicated', value: 'db', effect: 'NoSchedule'}]}],
	},
	{
		title: 'taint: the tainted node is too small as well, so tolerating does not help',
		manifest: deployment(main('resources:\n  requests:\n    cpu: "4"')),
		nodes: [
			{name: 'node-a', capacity: {cpu: '2', memory: '4Gi'}},
			{name: 'node-b', capacity: {cpu: '2', memory: '4Gi'}},
			{
				name: 'node-c',
				capacity: {cpu: '2', memory: '4Gi'},
				taints: [{key: 'dedicated', value: 'db', effect: 'NoSchedule'}],
			},
		],
		says: ['cpu'],
		never: ['dedicated=db', 'tolerations'],
	},
	{
		title: 'cordon: the only node',
		manifest: pod(main(), 'late'),
		before: pod(main(), 'early'),
		commands: ['delete pod late', 'cordon node-a', 'apply -f FILE'],
		says: ['uncordon node-a'],
	},
	{
		title: 'ports: one replica more than nodes with a hostPort',
		manifest: deployment(main('ports:\n- containerPort: 80\n  hostPort: 80'), 2),
		says: ['hostPort'],
	},
	{
		title: 'affinity: apart from itself, with too many replicas',
		manifest: deployment(
			`affinity:\n  podAntiAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n    - labelSelector:\n        matchLabels: {app: web}\n      topologyKey: kubernetes.io/hostname\n${main()}`,
			2,
		),
		says: ['podAntiAffinity'],
	},
	{
		title: 'affinity: apart from itself, with enough nodes',
		manifest: deployment(
			`affinity:\n  podAntiAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n    - labelSelector:\n        matchLabels: {app: web}\n      topologyKey: kubernetes.io/hostname\n${main()}`,
			2,
		),
		nodes: threeNodes.slice(0, 2),
	},
	{
		title: 'affinity: beside a Pod that does not exist',
		manifest: pod(
			`affinity:\n  podAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n    - labelSelector:\n        matchLabels: {app: cache}\n      topologyKey: kubernetes.io/hostname\n${main()}`,
		),
		says: ['podAffinity'],
	},
	{
		title: 'affinity: a node label with a typo',
		manifest: pod(
			`affinity:\n  nodeAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n      nodeSelectorTerms:\n      - matchExpressions:\n        - key: disktype\n          operator: In\n          values: [sdd]\n${main()}`,
		),
		nodes: [{name: 'node-a', labels: {disktype: 'ssd'}}],
		says: ['nodeAffinity'],
	},
	{
		title: 'spread: over a topology key that no node has',
		manifest: deployment(
			`topologySpreadConstraints:\n- maxSkew: 1\n  topologyKey: zone\n  whenUnsatisfiable: DoNotSchedule\n  labelSelector:\n    matchLabels: {app: web}\n${main()}`,
			2,
		),
		nodes: threeNodes.slice(0, 2),
		says: ['topologySpreadConstraints'],
	},
	{
		title: 'scheduler: one that nobody runs',
		manifest: pod(`schedulerName: my-scheduler\n${main()}`),
		says: ['schedulerName'],
	},
	{
		title: 'scheduler: a gate',
		manifest: pod(`schedulingGates:\n- name: example.com/wait\n${main()}`),
		says: ['schedulingGates'],
	},
	{title: 'scheduler: a node that does not exist', manifest: pod(`nodeName: node-z\n${main()}`), says: ['nodeName']},
];

const configuration: readonly BrokenManifest[] = [
	{
		title: 'env: a missing ConfigMap',
		manifest: deployment(envFrom('configMapRef', 'settings')),
		says: ['envFrom[0]'],
	},
	{
		title: 'env: a typo of a ConfigMap that exists',
		manifest: files(configMap('settings', 'mode: fast'), deployment(envFrom('configMapRef', 'setings'))),
		says: ['setings', 'settings'],
	},
	{
		title: 'env: the ConfigMap is there',
		manifest: files(configMap('settings', 'mode: fast'), deployment(envFrom('configMapRef', 'settings'))),
	},
	{
		title: 'env: a key that the ConfigMap does not have',
		manifest: files(configMap('settings', 'mode: fast'), pod(envKey('configMapKeyRef', 'settings', 'mod'))),
		says: ['key', 'mode'],
	},
	{
		title: 'env: a key that is missing, and may be',
		manifest: files(
			configMap('settings', 'mode: fast'),
			pod(envKey('configMapKeyRef', 'settings', 'mod', '      optional: true')),
		),
	},
	{
		title: 'env: a file that gives its values without quotes',
		manifest: pod(envFile('echo COLOR=blue')),
		says: ["couldn't parse env file", 'valueFrom.fileKeyRef.path', "NAME='value', in single quotes"],
	},
	{
		title: 'env: the same after a long pull',
		manifest: pod(envFile('echo COLOR=blue', 'python:3.12')),
		says: ["couldn't parse env file", 'valueFrom.fileKeyRef.path'],
	},
	{
		title: 'env: a variable that its file does not have',
		manifest: pod(envFile('echo "# nothing yet"')),
		says: [
			'key "COLOR" not found in file',
			'valueFrom.fileKeyRef.key',
			'No container has written a value for COLOR',
			'optional: true',
		],
	},
	{
		title: 'env: a missing Secret',
		manifest: pod(envKey('secretKeyRef', 'password', 'value')),
		says: ['secretKeyRef', 'kubectl create secret generic password'],
	},
	{
		title: 'volume: a missing ConfigMap',
		manifest: deployment(mounted('configMap:\n  name: settings')),
		says: ['configMap', 'kubectl create configmap settings'],
	},
	{
		title: 'volume: a typo of a Secret that exists',
		manifest: files(
			'apiVersion: v1\nkind: Secret\nmetadata:\n  name: password\nstringData: {value: x}\n',
			pod(mounted('secret:\n  secretName: pasword')),
		),
		says: ['secretName', 'password'],
	},
	{
		title: 'volume: a key that the ConfigMap does not have',
		manifest: files(
			configMap('settings', 'mode: fast'),
			pod(mounted('configMap:\n  name: settings\n  items:\n  - key: mod\n    path: m')),
		),
		says: ['mod'],
	},
	{
		title: 'volume: a disk that nobody in the cluster attaches',
		manifest: pod(mounted('cinder:\n  volumeID: disk-1\n  fsType: ext4')),
		says: ['waiting for external-attacher of cinder', 'Nobody in this cluster runs cinder.csi.openstack.org'],
	},
	{
		title: 'volume: an optional ConfigMap',
		manifest: pod(mounted('configMap:\n  name: settings\n  optional: true')),
	},
	{
		title: 'volume: a mount without its volume',
		manifest: pod(main('volumeMounts:\n- name: nope\n  mountPath: /v')),
		says: ['volumeMounts[0].name'],
	},
	{
		title: 'runAsNonRoot: an image that runs as root',
		manifest: pod(main('securityContext:\n  runAsNonRoot: true')),
		says: ['runAsNonRoot', 'runAsUser'],
	},
	{
		title: 'runAsNonRoot: with a user',
		manifest: pod(
			main('securityContext:\n  runAsNonRoot: true\n  runAsUser: 1000', 'nginxinc/nginx-unprivileged:1.27'),
		),
	},
	{
		title: 'runAsUser: a program that writes where only root may',
		manifest: pod(main('securityContext:\n  runAsUser: 101')),
		says: ['mkdir() "/var/cache/nginx/client_temp" failed (13: Permission denied)'],
	},
	{
		title: 'readOnlyRootFilesystem: a program that writes in its image',
		manifest: pod(main('securityContext:\n  readOnlyRootFilesystem: true')),
		says: ['mkdir() "/var/cache/nginx/client_temp" failed (30: Read-only file system)'],
	},
	{
		title: 'readOnlyRootFilesystem: with volumes where the program writes',
		manifest: pod(
			`${main('securityContext:\n  readOnlyRootFilesystem: true\n  runAsUser: 101\nvolumeMounts:\n- {name: scratch, mountPath: /var/cache/nginx}\n- {name: run, mountPath: /var/run}')}volumes:\n- {name: scratch, emptyDir: {}}\n- {name: run, emptyDir: {}}`,
		),
	},
];

const containers: readonly BrokenManifest[] = [
	{
		title: 'exit: nginx does not know the host that it passes requests on to',
		manifest: files(
			'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: site}\ndata: {default.conf: "server { location / { proxy_pass http://api; } }"}\n',
			deployment(
				`${main('volumeMounts: [{name: site, mountPath: /etc/nginx/conf.d}]')}volumes: [{name: site, configMap: {name: site}}]`,
			),
		),
		says: ['code 1', 'host not found in upstream "api"'],
	},
	{
		title: 'eviction: an emptyDir beyond its sizeLimit',
		manifest: pod(
			`${main(`${script('dd if=/dev/zero of=/cache/a bs=1M count=9; sleep 3600')}\nvolumeMounts: [{name: cache, mountPath: /cache}]`, 'busybox:1.37')}volumes: [{name: cache, emptyDir: {sizeLimit: 5Mi}}]`,
		),
		says: ['Usage of EmptyDir volume "cache" exceeds the limit "5Mi"', 'emptyDir.sizeLimit', 'raise the limit'],
		never: ['request as much as it uses'],
	},
	{title: 'exit: with 3, again and again', manifest: pod(main(script('exit 3'), 'busybox:1.37')), says: ['code 3']},
	{
		title: 'exit: by itself with 0, though it is to run always',
		manifest: deployment(main(script('echo done'), 'busybox:1.37')),
		says: ['code 0', 'Job'],
	},
	{
		title: 'exit: after a minute and a half',
		manifest: pod(main(script('sleep 90; exit 1'), 'busybox:1.37')),
		says: ['code 1'],
	},
	{
		title: 'exit: an image that asks for a password says so in its output',
		manifest: pod(main('', 'postgres:16')),
		says: ['It printed: Error: Database is uninitialized'],
	},
	{
		title: 'exit: nothing to run',
		manifest: pod(main('', 'busybox:1.37')),
		says: ['command'],
	},
	{
		title: 'exit: a command that does not exist',
		manifest: pod(main('command: [ngnix]')),
		says: ['command'],
	},
	{
		title: 'exit: the second container ends, the first is well',
		manifest: pod(`${main()}- name: side\n  image: busybox:1.37\n  ${script('exit 1')}`),
		says: ['side exited with code 1'],
		never: ['main exited'],
	},
	{
		title: 'exit: one container has completed, the other runs on',
		manifest: pod(`restartPolicy: OnFailure\n${main()}- name: once\n  image: busybox:1.37\n  ${script('echo done')}`),
		says: ['container once has completed, and container main runs on', 'initContainers'],
	},
	{
		title: 'near miss: a program that the script installs first',
		manifest: pod(
			main(
				`${script('apk add socat && socat TCP-LISTEN:80,fork TCP:db:80')}\nports: [{containerPort: 80}]\nreadinessProbe: {tcpSocket: {port: 80}}`,
				'alpine:3.22',
			),
		),
	},
	{
		title: 'near miss: sources that the script fetches first',
		manifest: pod(
			main(
				`${script('git clone https://example.com/a/shop.git && cd shop/web && npm ci && npm start')}\nreadinessProbe: {httpGet: {path: /, port: 3000}}`,
				'node:22',
			),
		),
	},
	{
		title: 'near miss: a shell with an open standard input',
		manifest: pod(main('stdin: true\ntty: true', 'ubuntu:24.04')),
	},
	{
		title: 'init: it fails',
		manifest: deployment(`initContainers:\n- name: prepare\n  image: busybox:1.37\n  command: ["false"]\n${main()}`),
		says: ['init container prepare', 'initContainers[0]'],
	},
	{
		title: 'init: it has completed, the container after it fails',
		manifest: deployment(
			`initContainers:\n- name: prepare\n  image: busybox:1.37\n  command: ["true"]\n${main(script('exit 4'), 'busybox:1.37')}`,
		),
		says: ['container main', 'code 4'],
		never: ['prepare exited'],
	},
	{
		title: 'init: it has completed, the container after it cannot be pulled',
		manifest: pod(
			`initContainers:\n- name: prepare\n  image: busybox:1.37\n  command: ["true"]\n${main('', 'nginx:does-not-exist')}`,
		),
		says: ['containers[0].image'],
		never: ['prepare exited'],
	},
	{
		title: 'init: it waits for a Service that never comes',
		manifest: pod(
			`initContainers:\n- name: wait\n  image: busybox:1.37\n  ${script('until nslookup db; do sleep 2; done')}\n${main()}`,
		),
		says: ['init container wait', 'initContainers[0]'],
	},
	{
		title: 'init: it has completed',
		manifest: pod(`initContainers:\n- name: prepare\n  image: busybox:1.37\n  command: ["true"]\n${main()}`),
	},
	{
		title: 'postStart: it fails',
		manifest: pod(main('lifecycle:\n  postStart:\n    exec:\n      command: ["false"]')),
		says: ['postStart', 'lifecycle.postStart'],
		never: ['by itself'],
	},
	{
		title: 'postStart: it does not end',
		manifest: pod(main('lifecycle:\n  postStart:\n    exec:\n      command: [sleep, "3600"]')),
		says: ['container main runs, but its postStart hook has not ended', 'lifecycle.postStart.exec.command'],
	},
	{
		title: 'postStart: it ends after a while',
		manifest: pod(main('lifecycle:\n  postStart:\n    exec:\n      command: [sleep, "20"]')),
	},
	{
		title: 'AppArmor: a profile that the node cannot enforce',
		manifest: pod(main('securityContext:\n  appArmorProfile: {type: Localhost, localhostProfile: mine}')),
		says: ['AppArmor: Cannot enforce AppArmor', 'spec.containers[0].securityContext.appArmorProfile'],
	},
];

const probes: readonly BrokenManifest[] = [
	{
		title: 'readiness: a port with a name, where nobody listens as the configuration of nginx names another',
		manifest: files(
			'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: site}\ndata: {default.conf: "server { listen 8080; return 200; }"}\n',
			deployment(
				`${main('ports:\n- {containerPort: 80, name: http}\nreadinessProbe:\n  httpGet:\n    path: /\n    port: http\nvolumeMounts: [{name: site, mountPath: /etc/nginx/conf.d}]')}volumes: [{name: site, configMap: {name: site}}]`,
			),
		),
		says: ['readinessProbe.httpGet.port', 'Nobody listens on 80', '8080', 'works'],
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
		says: ['readinessProbe', 'http'],
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
		says: ['iveness probe', 'livenessProbe.httpGet.port', 'Nobody listens on 8000 there; the Pod listens on 80.'],
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
];

const admission: readonly BrokenManifest[] = [
	{
		title: 'quota: no room for the second replica',
		manifest: files(
			'apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  name: small\nspec:\n  hard:\n    pods: "1"\n',
			deployment(main(), 2),
		),
		says: ['exceeded quota: small', 'replicas'],
	},
	{
		title: 'quota: it wants requests',
		manifest: files(
			'apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  name: small\nspec:\n  hard:\n    requests.cpu: "1"\n',
			deployment(main()),
		),
		says: ['must specify requests.cpu', 'containers'],
	},
	{
		title: 'quota: there is room',
		manifest: files(
			'apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  name: small\nspec:\n  hard:\n    pods: "2"\n',
			deployment(main(), 2),
		),
	},
	{
		title: 'limit range: the limit is over the maximum',
		manifest: files(
			'apiVersion: v1\nkind: LimitRange\nmetadata:\n  name: small\nspec:\n  limits:\n  - type: Container\n    max:\n      cpu: "1"\n',
			deployment(main('resources:\n  limits:\n    cpu: "2"')),
		),
		says: ['maximum cpu usage', 'limits.cpu'],
	},
	{
		title: 'namespace: it does not exist',
		manifest: deployment(main()).replace('name: web\n', 'name: web\n  namespace: shop\n'),
		says: ['namespaces "shop" not found', 'kubectl create namespace shop'],
	},
	{
		title: 'service account: it does not exist',
		manifest: deployment(`serviceAccountName: builder\n${main()}`),
		says: ['serviceaccount "builder" not found', 'serviceAccountName', 'kubectl create serviceaccount builder'],
	},
	...(
		[
			['v1', 'ReplicationController', 'replicas: 1'],
			['apps/v1', 'StatefulSet', 'selector: {matchLabels: {app: web}}'],
			['apps/v1', 'DaemonSet', 'selector: {matchLabels: {app: web}}'],
			['batch/v1', 'Job', 'backoffLimit: 2'],
		] as const
	).map(([apiVersion, kind, field]) => ({
		title: `service account: it does not exist, for a ${kind}`,
		manifest: `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: web}\nspec:\n  ${field}\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n      serviceAccountName: builder\n      containers:\n      - name: main\n        image: ${kind === 'Job' ? 'busybox:1.36' : 'nginx:1.27'}\n${kind === 'Job' ? "        command: ['true']\n      restartPolicy: Never\n" : ''}`,
		says: ['serviceaccount "builder" not found', 'serviceAccountName', 'kubectl create serviceaccount builder'],
	})),
	{
		title: 'user: no role lets her create Pods',
		manifest: pod(main()),
		commands: ['delete pod web', 'create -f FILE --as jane'],
		says: [
			'User "jane" cannot create resource "pods"',
			'kubectl create rolebinding NAME --clusterrole=edit --user=jane',
			'kubectl auth can-i create pods --as=jane',
		],
	},
	{
		title: 'priority: a class that does not exist',
		manifest: deployment(`priorityClassName: urgent\n${main()}`),
		says: ['no PriorityClass with name urgent was found', 'priorityClassName'],
	},
	{
		title: 'webhook: nobody answers',
		manifest: pod(main()),
		before:
			'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata:\n  name: guard\nwebhooks:\n- name: guard.example.com\n  admissionReviewVersions: [v1]\n  sideEffects: None\n  clientConfig:\n    service: {name: guard, namespace: default, path: /check}\n  rules:\n  - apiGroups: [""]\n    apiVersions: [v1]\n    operations: [CREATE]\n    resources: [pods]\n',
		says: ['guard.example.com', 'failurePolicy'],
	},
	{
		title: 'pod security: privileged in a restricted namespace',
		manifest: files(
			'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: safe\n  labels:\n    pod-security.kubernetes.io/enforce: baseline\n',
			deployment(main('securityContext:\n  privileged: true')).replace('name: web\n', 'name: web\n  namespace: safe\n'),
		),
		says: ['violates PodSecurity', 'privileged'],
	},
	{
		title: 'pod security: nothing that a restricted namespace wants',
		before:
			'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: safe\n  labels: {pod-security.kubernetes.io/enforce: restricted}\n',
		manifest: deployment(main('securityContext: {privileged: true}', 'redis:alpine')).replace(
			'name: web\n',
			'name: web\n  namespace: safe\n',
		),
		says: ['restricted', 'spec.template.spec.containers[0].securityContext', 'capabilities: {drop: [ALL]}'],
	},
	{
		title: 'pod security: two containers that a restricted namespace refuses alike',
		before:
			'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: safe\n  labels: {pod-security.kubernetes.io/enforce: restricted}\n',
		manifest: pod(
			`${main()}- name: side\n  image: busybox:1.37\n  command: [sleep, infinity]`,
			'web',
			'namespace: safe',
		),
		says: ['restricted', ':9, 12', 'capabilities: {drop: [ALL]}'],
	},
	{
		title: 'value: in small letters',
		manifest: pod(`tolerations: [{key: gpu, operator: exists}]\n${main()}`),
		says: ['spec.tolerations[0].operator', '+ tolerations: [{key: gpu, operator: Exists}]'],
	},
	{
		title: 'value: a port that is none',
		manifest: pod(main('ports: [{containerPort: 99999}]')),
		says: ['must be between 1 and 65535', 'kubectl explain pod.spec.containers.ports.containerPort'],
	},
	{
		title: 'value: a container without an image',
		manifest: pod('containers: [{name: main}]'),
		says: ['spec.containers[0].image has to be written', 'kubectl explain pod.spec.containers.image'],
	},
	{
		title: 'value: the second port of a Service has no name',
		manifest: service('app: web', '- {name: http, port: 80}\n- {port: 9090}'),
		says: ['spec.ports[1].name has to be written', 'name: port-2'],
	},
	{
		title: 'value: a schedule of four fields',
		manifest: cronJob('*/5 * * *', `${main('', 'busybox:1.37')}restartPolicy: Never`),
		says: ['expected exactly 5 fields', 'kubectl explain cronjob.spec.schedule'],
	},
	{
		title: 'volume: a folder that the node does not have',
		manifest: pod(mounted('hostPath: {path: /srv/none, type: Directory}')),
		says: ['is not a directory', '+ hostPath: {path: /srv/none, type: DirectoryOrCreate}'],
	},
	{
		title: 'field: a typo',
		manifest: deployment(main()).replace('replicas', 'replcas'),
		says: ['unknown field "spec.replcas"', 'replicas'],
	},
	{
		title: 'field: text instead of a number',
		manifest: deployment(main()).replace('replicas: 1', 'replicas: "1"'),
		says: ['replicas'],
	},
	{
		title: 'name: capitals and an underscore',
		manifest: deployment(main()).replace('name: web', 'name: Web_App'),
		says: ['"Web_App"', 'metadata.name', 'Did you mean web-app?', '+ name: web-app'],
	},
	{
		title: 'name: a container has one with capitals',
		manifest: pod(main().replace('name: main', 'name: Main.1')),
		says: ['spec.containers[0].name', 'Did you mean main-1?', '+ - name: main-1'],
	},
	{
		title: 'name: two containers share one',
		manifest: pod(`${main()}- name: main\n  image: redis:7`),
		says: [
			'Duplicate value: "main"',
			'spec.containers[1].name',
			'spec.containers[0] has main already',
			'+ - name: main-2',
		],
	},
	{
		title: 'name: an init container has that of a container',
		manifest: pod(`initContainers:\n- {name: main, image: "busybox:1.37", command: ["true"]}\n${main()}`),
		says: ['spec.initContainers[0].name', 'spec.containers[0] has main already', 'main-2'],
	},
	{
		title: 'labels: a value with a space',
		manifest: pod(main(), 'web', 'labels: {app: web shop!}'),
		says: ['metadata.labels', 'Did you mean web-shop?', 'web-shop'],
	},
	{
		title: 'labels: the same wrong value in selector and template',
		manifest: deployment(main()).replaceAll('app: web', 'app: web shop'),
		says: ['2 errors', 'Did you mean web-shop?', 'web-shop'],
	},
	{
		title: 'requests: a unit that is none',
		manifest: deployment(main('resources:\n  limits: {cpu: "1"}\n  requests:\n    memory: 64MB')),
		says: ['resources.requests.memory', '64MB is no quantity', '+ memory: 64M'],
	},
	{
		title: 'labels: the selector does not match the template',
		manifest: deployment(main()).replace('labels: {app: web}', 'labels: {app: wbe}'),
		says: ['`selector` does not match template `labels`'],
	},
	{
		title: 'kind: a typo',
		manifest: deployment(main()).replace('Deployment', 'Deploymnt'),
		says: ['Did you mean Deployment?'],
	},
	{
		title: 'version: of long ago',
		manifest: deployment(main()).replace('apps/v1', 'extensions/v1beta1'),
		says: ['apps/v1'],
	},
];

const storage: readonly BrokenManifest[] = [
	{
		title: 'runtime class: it does not exist',
		manifest: deployment(`runtimeClassName: gvisor\n${main()}`),
		says: [
			'RuntimeClass "gvisor" not found',
			'spec.template.spec.runtimeClassName',
			'apply one first',
			'- runtimeClassName: gvisor',
		],
	},
	{
		title: 'claim: it does not exist',
		manifest: deployment(mounted('persistentVolumeClaim:\n  claimName: data')),
		says: ['persistentvolumeclaim "data" not found', 'claimName'],
	},
	{
		title: 'claim: a typo of one that exists',
		manifest: files(claim(''), pod(mounted('persistentVolumeClaim:\n  claimName: dta'))),
		says: ['claimName', 'data'],
	},
	{
		title: 'claim: a class that does not exist',
		manifest: files(claim('storageClassName: fast'), pod(mounted('persistentVolumeClaim:\n  claimName: data'))),
		says: ['storageclass.storage.k8s.io "fast" not found', 'storageClassName', 'standard'],
	},
	{
		title: 'claim: a class whose provisioner nobody runs',
		manifest: files(
			'apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata:\n  name: fast\nprovisioner: example.com/fast\n',
			claim('storageClassName: fast'),
			pod(mounted('persistentVolumeClaim:\n  claimName: data')),
		),
		says: ['example.com/fast'],
	},
	{
		title: 'claim: bound',
		manifest: files(claim(''), pod(mounted('persistentVolumeClaim:\n  claimName: data'))),
	},
	{
		title: 'claim: of a Pod that names its node itself',
		manifest: files(claim(''), pod(`nodeName: node-a\n${mounted('persistentVolumeClaim:\n  claimName: data')}`)),
		says: ['PVC is not bound', 'spec.nodeName', '+ nodeSelector: {kubernetes.io/hostname: node-a}'],
	},
	{
		title: 'claim: names a volume that does not exist',
		manifest: claim('volumeName: disk'),
		says: [
			'Pending: it names the volume disk, which does not exist',
			'volumeName',
			"The cluster's PersistentVolumes: none.",
		],
	},
	{
		title: 'claim: names a volume that is too small',
		manifest: files(volume('disk', '500Mi'), claim('storageClassName: ""\nvolumeName: disk')),
		says: ['Cannot bind to requested volume "disk": requested PV is too small', 'volumeName'],
	},
	{
		title: 'claim: names a volume, with a typo',
		manifest: files(volume('disk', '1Gi'), claim('storageClassName: ""\nvolumeName: dsik')),
		says: ['it names the volume dsik', '+ volumeName: disk'],
	},
	{
		title: 'claim: names a volume that is there',
		manifest: files(volume('disk', '1Gi'), claim('storageClassName: ""\nvolumeName: disk')),
	},
	{
		title: 'claim: without a class, and no volume fits',
		manifest: files(claim('storageClassName: ""'), pod(mounted('persistentVolumeClaim:\n  claimName: data'))),
		says: ['storageClassName'],
	},
];

const workloads: readonly BrokenManifest[] = [
	{
		title: 'job: a restartPolicy that Jobs do not have',
		manifest: job('backoffLimit: 0', `restartPolicy: Always\n${main('command: ["true"]', 'busybox:1.37')}`),
		says: ['spec.template.spec.restartPolicy', '- restartPolicy: Always', '+ restartPolicy: OnFailure'],
	},
	{
		title: 'requests: more than the limit',
		manifest: pod(main('resources:\n  limits:\n    cpu: 100m\n  requests:\n    cpu: 500m')),
		says: ['must be less than or equal to cpu limit of 100m', '- cpu: 500m', '+ cpu: 100m'],
	},
	{
		title: 'service: a nodePort beyond the range',
		manifest: files(
			pod(main()),
			service('app: web', '- port: 80\n  nodePort: 80').replace('spec:\n', 'spec:\n  type: NodePort\n'),
		),
		says: ['the valid range', '- nodePort: 80'],
		code: 1,
	},
	{
		title: 'job: it fails at once',
		manifest: job('backoffLimit: 0', `restartPolicy: Never\n${main('command: ["false"]', 'busybox:1.37')}`),
		says: ['code 1'],
	},
	{
		title: 'job: it fails after its retries',
		manifest: job('backoffLimit: 2', `restartPolicy: Never\n${main('command: ["false"]', 'busybox:1.37')}`),
		says: ['BackoffLimitExceeded', 'code 1'],
	},
	{
		title: 'job: its deadline is over',
		manifest: job('activeDeadlineSeconds: 10', `restartPolicy: Never\n${main(script('sleep 100'), 'busybox:1.37')}`),
		says: ['DeadlineExceeded', 'activeDeadlineSeconds'],
		never: ['by itself'],
	},
	{
		title: 'job: it completes',
		manifest: job('backoffLimit: 2', `restartPolicy: Never\n${main('command: ["true"]', 'busybox:1.37')}`),
	},
	{
		title: 'job: it restarts its container until the limit',
		manifest: job('backoffLimit: 1', `restartPolicy: OnFailure\n${main('command: ["false"]', 'busybox:1.37')}`),
		says: ['BackoffLimitExceeded'],
	},
	{
		title: 'pod: its deadline is over',
		manifest: pod(`activeDeadlineSeconds: 5\n${main(script('sleep 100'), 'busybox:1.37')}`),
		says: ['DeadlineExceeded', 'activeDeadlineSeconds'],
		never: ['by itself'],
	},
	{
		title: 'cron job: its Pods fail',
		manifest: cronJob('* * * * *', `restartPolicy: Never\n${main('command: ["false"]', 'busybox:1.37')}`),
		says: ['code 1'],
	},
	{
		title: 'cron job: its Pods complete',
		manifest: cronJob('* * * * *', `restartPolicy: Never\n${main('command: ["true"]', 'busybox:1.37')}`),
	},
	{
		title: 'replication controller: its Pods fail',
		manifest: `apiVersion: v1\nkind: ReplicationController\nmetadata:\n  name: web\nspec:\n  replicas: 1\n  selector: {app: web}\n  template:\n    metadata:\n      labels: {app: web}\n    spec:\n${indent(main(script('exit 1'), 'busybox:1.37'), 6)}\n`,
		says: ['code 1'],
	},
	{
		title: 'replication controller: well',
		manifest: `apiVersion: v1\nkind: ReplicationController\nmetadata:\n  name: web\nspec:\n  replicas: 1\n  selector: {app: web}\n  template:\n    metadata:\n      labels: {app: web}\n    spec:\n${indent(main(), 6)}\n`,
	},
	{
		title: 'autoscaler: no metrics',
		manifest: files(
			deployment(main('resources:\n  requests:\n    cpu: 100m')),
			'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: web\nspec:\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}\n  maxReplicas: 3\n  metrics:\n  - type: Resource\n    resource:\n      name: cpu\n      target: {type: Utilization, averageUtilization: 50}\n',
		),
		says: ['horizontalpodautoscaler/default/web', 'metrics'],
	},
	{
		title: 'autoscaler: a target that does not exist',
		manifest: files(
			deployment(main('resources:\n  requests:\n    cpu: 100m')),
			'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: web\nspec:\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: wbe}\n  maxReplicas: 3\n',
		),
		says: ['scaleTargetRef.name', 'web'],
	},
	{
		title: 'progress: the deadline that is written is waited for',
		manifest: deployment(main('', 'nginx:does-not-exist'), 1, '  progressDeadlineSeconds: 60\n'),
		says: ['ProgressDeadlineExceeded', 'image'],
	},
	{
		title: 'budget: a drain that it forbids, and that has no time limit',
		manifest: files(
			deployment(main()),
			'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: web\nspec:\n  minAvailable: 1\n  selector:\n    matchLabels: {app: web}\n',
		),
		commands: ['drain node-a --ignore-daemonsets'],
		says: [
			'kubectl drain node-a --ignore-daemonsets goes on after 600 s, and nothing is due',
			'needs 1 healthy Pod and has 1',
			`kubectl patch poddisruptionbudget web \\ -p '{"spec":{"minAvailable":0}}'`,
		],
	},
	{
		title: 'budget: a drain that it forbids',
		manifest: files(
			deployment(main()),
			'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: web\nspec:\n  minAvailable: 1\n  selector:\n    matchLabels: {app: web}\n',
		),
		commands: ['drain node-a --ignore-daemonsets --timeout=20s'],
		says: [
			'disruption budget',
			'needs 1 healthy Pod and has 1',
			`kubectl patch poddisruptionbudget web \\ -p '{"spec":{"minAvailable":0}}'`,
		],
		// On the only node, a second replica would not start once it is cordoned.
		never: ['kubectl scale'],
	},
	{
		title: 'finalizer: it holds a deleted Pod',
		manifest: pod(main(), 'web', 'finalizers: [example.com/keep]'),
		commands: ['delete pod web --wait=false'],
		says: ['example.com/keep', 'metadata.finalizers'],
	},
	{
		title: 'namespace: Terminating, held by an object in it',
		manifest: files(
			'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: old\n',
			'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: keep\n  namespace: old\n  finalizers: [example.com/keep]\n',
		),
		commands: ['delete namespace old --wait=false'],
		says: ['example.com/keep', 'keep -n old'],
	},
];

const traffic: readonly BrokenManifest[] = [
	{
		title: 'service: it selects no Pod',
		manifest: files(deployment(main('ports:\n- containerPort: 80')), service('app: wbe')),
		says: ['selects no Pod', 'spec.selector', 'app: web'],
		code: 1,
	},
	{
		title: 'service: its Deployment wants no Pods',
		manifest: files(deployment(main()).replace('replicas: 1', 'replicas: 0'), service('app: web')),
		says: ['selects no Pod', 'kubectl scale deployment web --replicas=1'],
		never: ['selector: {}'],
		code: 0,
	},
	{
		title: 'service: it selects its Pods',
		manifest: files(deployment(main('ports:\n- containerPort: 80')), service('app: web')),
	},
	{
		title: 'service: a port where its Pods do not listen',
		manifest: files(
			deployment(main('ports:\n- containerPort: 80')),
			service('app: web', '- port: 80\n  targetPort: 8080'),
		),
		says: ['targetPort', '80'],
		code: 1,
	},
	{
		title: 'service: a name that no port has',
		manifest: files(
			deployment(main('ports:\n- name: http\n  containerPort: 80')),
			service('app: web', '- port: 80\n  targetPort: htpp'),
		),
		says: ['targetPort', 'http'],
		code: 1,
	},
	{title: 'service: alone, before its Pods', manifest: service('app: web'), says: ['selects no Pod'], code: 0},
	{
		title: 'service: headless, without ports that anybody listens on',
		manifest: files(
			deployment(main('ports:\n- containerPort: 80')),
			service('app: web').replace('spec:\n', 'spec:\n  clusterIP: None\n'),
		),
	},
	{
		title: 'ingress: without a class',
		manifest: files(deployment(main('ports:\n- containerPort: 80')), service('app: web'), ingress('')),
		says: ['class'],
		code: 1,
	},
	{
		title: 'ingress: to a Service that is not there',
		manifest: files(
			deployment(main('ports:\n- containerPort: 80')),
			service('app: web'),
			ingress('ingressClassName: nginx', 'wbe'),
		),
		says: ['backend.service.name', 'web'],
		code: 1,
	},
	{
		title: 'ingress: to a port that the Service does not have',
		manifest: files(
			deployment(main('ports:\n- containerPort: 80')),
			service('app: web'),
			ingress('ingressClassName: nginx', 'web', 'number: 8080'),
		),
		says: ['backend.service.port', '80'],
		code: 1,
	},
	{
		title: 'ingress: well',
		manifest: files(
			deployment(main('ports:\n- containerPort: 80')),
			service('app: web'),
			ingress('ingressClassName: nginx'),
		),
	},
];

const gpus = [
	{name: 'gpu.example.com', devices: [{name: 'gpu-0', attributes: {model: 'T4'}, capacity: {memory: '16Gi'}}]},
];

const deviceClaim = (model: string, deviceClass = 'gpu.example.com', count = 1): string =>
	`apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata:\n  name: gpu\nspec:\n  devices:\n    requests:\n    - name: gpu\n      exactly:\n        deviceClassName: ${deviceClass}\n        count: ${count}\n        selectors:\n        - cel: {expression: "device.attributes['gpu.example.com'].model == '${model}'"}\n`;

const claiming = (from: string): string =>
	`${main('resources:\n  claims:\n  - name: gpu')}resourceClaims:\n- name: gpu\n  ${from}\n`;

const devices: readonly BrokenManifest[] = [
	{
		title: 'device: one that a node has',
		manifest: files(deviceClaim('T4'), pod(claiming('resourceClaimName: gpu'))),
		deviceDrivers: gpus,
	},
	{
		title: 'device: a claim that does not exist',
		manifest: pod(claiming('resourceClaimName: gpu')),
		deviceDrivers: gpus,
		says: [
			'resourceclaim.resource.k8s.io "gpu" not found',
			'spec.resourceClaims[0].resourceClaimName',
			'Apply a ResourceClaim named gpu in the namespace default.',
		],
	},
	{
		title: 'device: a typo of a claim',
		manifest: files(deviceClaim('T4'), pod(claiming('resourceClaimName: gpo'))),
		deviceDrivers: gpus,
		says: ['resourceclaim.resource.k8s.io "gpo" not found', 'Did you mean gpu?', '+ resourceClaimName: gpu'],
	},
	{
		title: 'device: a template that does not exist',
		manifest: pod(claiming('resourceClaimTemplateName: gpu')),
		deviceDrivers: gpus,
		says: ['FailedResourceClaimCreation', 'Apply a ResourceClaimTemplate named gpu in the namespace default.'],
		never: ['no event'],
	},
	{
		title: 'device: none has the attribute',
		manifest: files(deviceClaim('A100'), pod(claiming('resourceClaimName: gpu'))),
		deviceDrivers: gpus,
		says: ['cannot allocate all claims', 'gpu.example.com/node-a/gpu-0 does not meet the selector device.attributes'],
	},
	{
		title: 'device: more than there are',
		manifest: files(deviceClaim('T4', 'gpu.example.com', 2), pod(claiming('resourceClaimName: gpu'))),
		deviceDrivers: gpus,
		says: ['cannot allocate all claims', 'gpu.example.com/node-a/gpu-0 would do by itself'],
	},
	{
		title: 'device: a typo of a class',
		manifest: files(deviceClaim('T4', 'gpu.exmple.com'), pod(claiming('resourceClaimName: gpu'))),
		deviceDrivers: gpus,
		says: ['device class gpu.exmple.com does not exist', 'Did you mean gpu.example.com?'],
	},
	{
		title: 'device: nobody publishes any',
		manifest: files(
			'apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata:\n  name: gpu.example.com\nspec: {}\n',
			deviceClaim('T4'),
			pod(claiming('resourceClaimName: gpu')),
		),
		says: ['cannot allocate all claims', 'No driver has published a device'],
	},
	{
		title: 'device: its driver is not there',
		manifest: files(
			'apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata:\n  name: gpu.example.com\nspec: {}\n',
			'apiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata:\n  name: gpus\nspec: {driver: gpu.example.com, nodeName: node-a, pool: {name: node-a, generation: 1, resourceSliceCount: 1}, devices: [{name: gpu-0, attributes: {model: {string: T4}}}]}\n',
			deviceClaim('T4'),
			pod(claiming('resourceClaimName: gpu')),
		),
		says: ['DRA driver gpu.example.com is not registered', 'No plug-in of the driver gpu.example.com runs on node-a'],
	},
	{
		title: 'device: it is taken',
		before: files(
			deviceClaim('T4').replace('name: gpu', 'name: other'),
			pod(claiming('resourceClaimName: other'), 'first'),
		),
		manifest: files(deviceClaim('T4'), pod(claiming('resourceClaimName: gpu'))),
		deviceDrivers: gpus,
		says: ['gpu.example.com/node-a/gpu-0 would do, but claim default/other has it.'],
	},
];

/** Manifests of everyday kinds, broken and near misses. */
export const brokenManifests: readonly BrokenManifest[] = [
	...images,
	...placement,
	...configuration,
	...containers,
	...probes,
	...admission,
	...storage,
	...devices,
	...workloads,
	...traffic,
];
