import {type BrokenManifest, indent, deployment, main, pod, script, service, files} from './templates.js';

const ingress = (more: string, backend = 'web', port = 'number: 80'): string =>
	`apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: web\nspec:\n${more === '' ? '' : `${indent(more, 2)}\n`}  rules:\n  - http:\n      paths:\n      - path: /\n        pathType: Prefix\n        backend:\n          service:\n            name: ${backend}\n            port: {${port}}\n`;

const alone = (name: string, image: string, more = ''): string =>
	pod(main(more, image), name, `labels: {app: ${name}}`);

const database = (image = 'redis:7'): string => alone('db', image, 'ports:\n- containerPort: 6379');

const databaseService = (selector: string): string => service(selector, '- port: 6379', 'db');

const waiting = (text: string): string =>
	pod(`${main()}initContainers:\n- name: wait\n  image: busybox:1.36\n  ${script(text)}`);

/** Services and Ingresses without an answer. */
export const traffic: readonly BrokenManifest[] = [
	{
		title: 'ingress: without a class and with a wrong port, both are told',
		manifest: files(
			deployment(main('ports:\n- containerPort: 80')),
			service('app: web'),
			ingress('', 'web', 'number: 8080'),
		),
		says: ['it names no class', '+ ingressClassName: nginx', 'works', 'points to port 8080 of the Service web'],
	},
	{
		title: 'name: its Service is there, and the end of the name is misspelt',
		manifest: files(
			deployment(main('ports:\n- containerPort: 80')),
			service('app: web'),
			pod(main(script('wget -qO- http://web.default.svc.cluster.locl && sleep 3600'), 'busybox:1.36'), 'client', ''),
		),
		says: ['Did you mean web.default.svc.cluster.local?', 'works'],
		never: ['has no ready Pod'],
	},
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
	{
		title: 'service: one Pod of a StatefulSet, which gets no image',
		manifest: files(
			`apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db}\nspec:\n  serviceName: db\n  selector: {matchLabels: {app: db}}\n  template:\n    metadata: {labels: {app: db}}\n    spec:\n${indent(main('', 'nginx:no'), 6)}\n`,
			service('app: other, statefulset.kubernetes.io/pod-name: db-1', '- port: 80', 'db-1'),
			service('app: db, statefulset.kubernetes.io/pod-name: db-0', '- port: 80', 'db-0'),
		),
		says: ['nginx:no: not found', 'service/default/db-1', 'selects no Pod'],
		never: ['service/default/db-0: selects no Pod', '- statefulset.kubernetes.io/pod-name: db-0'],
	},
	{
		title: 'service: a name with an underscore, and a client that knows it without',
		manifest: files(
			pod(main()),
			service('app: web').replace('name: web', 'name: web_1'),
			pod(
				`restartPolicy: Never\n${main(script('until wget -q -O - http://web; do sleep 1; done'), 'busybox:1.37')}`,
				'asks',
				'labels: {}',
			),
		),
		says: ['web_1', 'works', '+ name: web'],
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
	{
		title: 'ingress: to an action that an annotation of the AWS controller describes',
		manifest: files(
			deployment(main('ports:\n- containerPort: 80')),
			service('app: web'),
			ingress('ingressClassName: nginx', 'ssl-redirect', 'name: use-annotation'),
		),
	},
	{
		title: 'waiting: an init container for a Service that selects no Pod',
		manifest: files(
			database(),
			databaseService('app: bd'),
			waiting('until nc -z db 6379; do echo waiting; sleep 2; done'),
		),
		says: [
			'init container wait waits for the Service db, which has no endpoints, because service/default/db selects no Pod: app=bd',
			'works',
			'app: db',
		],
		never: ['has been running for'],
		code: 1,
	},
	{
		title: 'waiting: an init container for a Service whose Pod gets no image',
		manifest: files(
			database('redis:99.99.99'),
			databaseService('app: db'),
			waiting('until nc -z db 6379; do echo waiting; sleep 2; done'),
		),
		says: ['waits for the Service db, which has no endpoints, because pod/default/db', 'ErrImagePull'],
		code: 1,
	},
	{
		title: 'waiting: an init container for a name that the DNS does not have',
		manifest: files(database(), databaseService('app: db'), waiting('until nslookup dbx; do sleep 2; done')),
		says: [
			"init container wait waits for dbx, a name that the cluster's DNS does not know",
			'Did you mean db?',
			'works',
			'until nslookup db;',
		],
		code: 1,
	},
	{
		title: 'waiting: a container whose loop never ends',
		manifest: files(
			database(),
			databaseService('app: bd'),
			alone('web', 'busybox:1.36', script('until nc -z db 6379; do sleep 2; done; echo up; sleep 3600')),
		),
		says: ['but main waits in vain', 'container main waits for the Service db, which has no endpoints, because'],
		code: 1,
	},
	{
		title: 'waiting: a container that asks with pg_isready for a port that its Service does not have',
		manifest: files(
			database(),
			databaseService('app: db'),
			alone('web', 'postgres:16', script('until pg_isready -h db -p 5432; do sleep 2; done; sleep 3600')),
		),
		says: ['waits for port 5432 of the Service db, which has no such port', 'The Service db has port 6379.'],
		code: 1,
	},
	{
		title: 'waiting: wait-for-it in an image of its own',
		manifest: files(
			database(),
			databaseService('app: bd'),
			alone('web', 'registry.example.com/app:1', 'command: [./wait-for-it.sh, "db:6379", -t, "0", --, ./app]'),
		),
		says: ['container main waits for the Service db, which has no endpoints'],
		code: 1,
	},
	{
		title: 'waiting: wait-for-it in an image of its own, for a Service that answers',
		manifest: files(
			database(),
			databaseService('app: db'),
			alone('web', 'registry.example.com/app:1', 'command: [./wait-for-it.sh, "db:6379", -t, "0", --, ./app]'),
		),
		says: ['not simulated, assumed to work: ./app'],
		code: 0,
	},
	{
		title: 'waiting: a loop gets its answer from a program that starts late',
		manifest: files(
			alone('db', 'busybox:1.36', script('sleep 40; nc -lk -p 6379')),
			databaseService('app: db'),
			alone('web', 'busybox:1.36', script('until nc -z db 6379; do sleep 15; done; echo up; sleep 3600')),
		),
	},
	{
		title: 'waiting: a client asks again and again, and waits for nothing',
		manifest: alone('web', 'busybox:1.36', script('while true; do nslookup nobody; sleep 2; done')),
	},
	{
		title: 'service: its Deployment cannot create Pods, though others run',
		manifest: files(
			deployment(main('ports:\n- containerPort: 80')).replace(
				'    spec:\n',
				'    spec:\n      runtimeClassName: gvisor\n',
			),
			alone('db', 'redis:7'),
			service('app: web'),
		),
		says: ['stuck: replicaset/default/web', 'selects no Pod: app=web, because replicaset/default/web'],
		never: ['app: db'],
		code: 1,
	},
	{
		title: 'service: it selects no Pod of a namespace with several others',
		manifest: files(alone('db', 'redis:7'), alone('cache', 'redis:7'), service('app: web')),
		says: ['selects no Pod: app=web', 'The Pods of the namespace have app=cache and app=db.'],
		never: ['works', '+ '],
		code: 1,
	},
	{
		title: 'claim: a Pod waits for a claim of the file, and both have one reason',
		manifest: files(
			'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: data\nspec:\n  storageClassName: fast\n  accessModes: [ReadWriteOnce]\n  resources: {requests: {storage: 1Gi}}\n',
			pod(`${main()}volumes:\n- name: data\n  persistentVolumeClaim: {claimName: data}`),
		),
		says: ['stuck: persistentvolumeclaim/default/data, pod/default/web', 'storageClassName'],
		code: 1,
	},
	{
		title: 'liveness: it fails each time, and may do so for hours',
		manifest: pod(
			main(
				`${script('while true; do sleep 5; done')}\nlivenessProbe:\n  exec: {command: [sh, -c, exit 1]}\n  periodSeconds: 5\n  failureThreshold: 1000`,
				'busybox:1.36',
			),
		),
		says: ['Liveness probe failed', 'each time so far', 'after 1000 failures in a row'],
		code: 0,
	},
	{
		title: 'liveness: it may fail for hours, and succeeds',
		manifest: pod(
			main(
				`${script('while true; do sleep 5; done')}\nlivenessProbe:\n  exec: {command: [sh, -c, exit 0]}\n  periodSeconds: 5\n  failureThreshold: 1000`,
				'busybox:1.36',
			),
		),
	},
	{
		title: 'program: a script with [[ for the sh of the image bash, which is that of Alpine',
		manifest: pod(
			main(
				'command: [/bin/sh]\nargs: ["-c", "if [[ -z \\"$MODE\\" ]]; then echo MODE is missing; else sleep 3600; fi"]',
				'bash:5',
			),
		),
		says: ['exited with code 0', 'It printed: MODE is missing'],
		code: 1,
	},
	{
		title: 'service: its Pods only sleep, and listen on no port',
		manifest: files(deployment(main(script('sleep 3600'), 'busybox:1.36')), service('app: web')),
		says: ['port 80 of its Pods, where no container listens; they listen on no port'],
	},
	{
		title: 'service: no Pod, and a claim with the labels of its selector has troubles of its own',
		manifest: files(
			service('app: web'),
			'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: data\n  labels: {app: web}\nspec:\n  storageClassName: fast\n  accessModes: [ReadWriteOnce]\n  resources: {requests: {storage: 1Gi}}\n',
			pod(main(), 'other', 'labels: {app: other}'),
		),
		says: ['selects no Pod: app=web'],
		never: ['because persistentvolumeclaim'],
	},
	{
		title: 'names: a Pod of a StatefulSet whose headless Service is missing',
		manifest: files(
			'apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db}\nspec:\n  serviceName: data\n  selector: {matchLabels: {app: db}}\n  template:\n    metadata: {labels: {app: db}}\n    spec: {containers: [{name: main, image: "redis:7"}]}\n',
			'apiVersion: batch/v1\nkind: Job\nmetadata: {name: ping}\nspec:\n  backoffLimit: 0\n  template:\n    spec:\n      restartPolicy: Never\n      containers: [{name: main, image: "redis:7", command: [redis-cli, -h, db-0.data, ping]}]\n',
		),
		says: ['Apply a headless Service (clusterIP: None) named data'],
		never: ['Service named db-0'],
	},
	{
		title: 'policy: all are kept from the Pods of a Service',
		manifest: files(
			deployment(main()),
			service('app: web'),
			'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: deny}\nspec: {podSelector: {}, policyTypes: [Ingress]}\n',
		),
		says: ['no client reaches its port 80: the NetworkPolicy deny selects its Pods', 'allows ingress to port 80'],
	},
	{
		title: 'policy: it lets clients to another port than that of the program',
		manifest: files(
			deployment(main('', 'nginxinc/nginx-unprivileged:1.27')),
			service('app: web', '- {port: 80, targetPort: 8080}'),
			'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: some\nspec:\n  podSelector: {matchLabels: {app: web}}\n  ingress:\n  - ports: [{port: 80}]\n',
		),
		says: ['no policy has an ingress rule for port 8080', 'spec.ingress'],
	},
	{
		title: 'policy: all are kept away, and another one lets some in, by the name of a port',
		manifest: files(
			deployment(main('ports: [{name: http, containerPort: 80}]')),
			service('app: web'),
			'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: deny}\nspec: {podSelector: {}, policyTypes: [Ingress]}\n',
			'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: some}\nspec: {podSelector: {matchLabels: {app: web}}, ingress: [{from: [{podSelector: {matchLabels: {role: client}}}], ports: [{port: http}]}]}\n',
		),
	},
];
