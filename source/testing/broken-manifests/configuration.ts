import {type BrokenManifest, pod, deployment, main, files, mounted, service} from './templates.js';

/** A container with a variable from the file that an init container has printed. */
const envFile = (print: string, image?: string): string =>
	`volumes: [{name: made, emptyDir: {}}]\ninitContainers:\n- name: maker\n  image: busybox:1.37\n  command: [sh, -c, '${print} > /made/env']\n  volumeMounts: [{name: made, mountPath: /made}]\n${main('env: [{name: COLOR, valueFrom: {fileKeyRef: {volumeName: made, path: env, key: COLOR}}}]', image)}`;

const configMap = (name: string, data: string): string =>
	`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata: {${data}}\n`;

const envFrom = (kind: 'configMapRef' | 'secretRef', name: string): string =>
	main(`envFrom:\n- ${kind}:\n    name: ${name}`);

const envKey = (kind: 'configMapKeyRef' | 'secretKeyRef', name: string, key: string, more = ''): string =>
	main(`env:\n- name: MODE\n  valueFrom:\n    ${kind}:\n      name: ${name}\n      key: ${key}\n${more}`);

/** A ConfigMap, Secret, variable, volume or security context is at fault. */
export const configuration: readonly BrokenManifest[] = [
	{
		title: 'config map: another key than its only one',
		manifest: files(configMap('settings', 'color: blue'), pod(envKey('configMapKeyRef', 'settings', 'MODE'))),
		says: ["couldn't find key MODE in ConfigMap default/settings", 'settings has the key color.', '+ key: color'],
	},
	{
		title: 'config map: another name than that of the only one with the key',
		manifest: files(
			configMap('settings', 'mode: fast'),
			configMap('other', 'color: blue'),
			pod(envKey('configMapKeyRef', 'configuration-of-web', 'mode')),
		),
		says: ['configmap "configuration-of-web" not found', 'Did you mean settings?', '+ name: settings'],
	},
	{
		title: 'config map: missing, and its files are named by the command and by a sub-path',
		manifest: pod(
			`${main('command: [sh, -c, "cat /etc/web/list.txt; sleep 1d"]\nvolumeMounts:\n- {name: web, mountPath: /etc/web}\n- {name: web, mountPath: /etc/motd, subPath: motd}')}volumes: [{name: web, configMap: {name: web}}]`,
		),
		says: [
			'configmap "web" not found',
			'kubectl create configmap web',
			'--from-literal=list.txt=VALUE',
			'--from-literal=motd=VALUE',
		],
		never: ['KEY'],
	},
	{
		title: 'volumes: the objects of two are missing',
		manifest: pod(
			`${main('volumeMounts: [{name: b, mountPath: /b}, {name: a, mountPath: /a}]')}volumes: [{name: a, secret: {secretName: keys}}, {name: b, configMap: {name: settings}}]`,
		),
		says: [
			'secret "keys" not found',
			'spec.volumes[0].secret.secretName',
			'The kubelet also warns: FailedMount: MountVolume.SetUp failed for volume "b" : configmap "settings" not found',
			'works',
			'kubectl create secret generic keys',
			'kubectl create configmap settings',
		],
	},
	{
		title: 'volumes: their objects come late, and the kubelet tries again up to two minutes later',
		manifest: pod(
			`${main('volumeMounts: [{name: b, mountPath: /b}, {name: a, mountPath: /a}]')}volumes: [{name: a, secret: {secretName: keys}}, {name: b, configMap: {name: settings}}]`,
		),
		commands: ['create secret generic keys --from-literal=a=b', 'create configmap settings --from-literal=a=b'],
	},
	{
		title: 'mount: a file over a folder of the image',
		manifest: files(
			configMap('settings', 'app.conf: "x=1"'),
			pod(
				`${main('volumeMounts: [{name: c, mountPath: /etc/nginx, subPath: app.conf}]')}volumes: [{name: c, configMap: {name: settings}}]`,
			),
		),
		says: [
			'to rootfs at "/etc/nginx": mount src=',
			'not a directory: unknown',
			'volumeMounts[0].mountPath',
			'The image has a folder at /etc/nginx, but app.conf is a file',
			'mountPath: /etc/nginx/app.conf',
		],
	},
	{
		title: 'mount: a folder over a file of the image',
		manifest: files(
			configMap('settings', 'nginx.conf: "events {}\\nhttp { server { listen 80; } }"'),
			pod(
				`${main('volumeMounts: [{name: c, mountPath: /etc/nginx/nginx.conf}]')}volumes: [{name: c, configMap: {name: settings}}]`,
			),
		),
		says: [
			'create mountpoint for /etc/nginx/nginx.conf mount: cannot create subdirectories in',
			'volumeMounts[0].mountPath',
			'The image has a file at /etc/nginx/nginx.conf, but the volume c is a folder',
			'subPath: nginx.conf',
		],
	},
	{
		title: 'mount: a folder of a volume over a file of the image',
		manifest: files(
			configMap('settings', 'nginx.conf: "events {}\\nhttp { server { listen 80; } }"'),
			pod(
				`${main('volumeMounts: [{name: c, mountPath: /etc/nginx/nginx.conf, subPath: a}]')}volumes: [{name: c, configMap: {name: settings, items: [{key: nginx.conf, path: a/nginx.conf}]}}]`,
			),
		),
		says: ['volumeMounts[0].mountPath', 'but the volume c is a folder', 'subPath: a/nginx.conf'],
		never: ['has no a'],
	},
	{
		title: 'env: a script refuses a variable that a Service gives',
		manifest: files(
			pod(main('', 'zookeeper:3.9'), 'zookeeper', 'labels: {app: zookeeper}'),
			service('app: zookeeper', '- port: 2181', 'zookeeper'),
			service('app: web', '- port: 9092', 'kafka'),
			deployment(
				main(
					'env: [{name: KAFKA_ZOOKEEPER_CONNECT, value: "zookeeper:2181"}, {name: KAFKA_ADVERTISED_LISTENERS, value: "PLAINTEXT://kafka:9092"}]',
					'confluentinc/cp-kafka:7.5.0',
				),
			),
		),
		says: ['port is deprecated', 'from the Service kafka', '+ enableServiceLinks: false'],
	},
	{
		title: 'env: the same without service links',
		manifest: files(
			pod(main('', 'zookeeper:3.9'), 'zookeeper', 'labels: {app: zookeeper}'),
			service('app: zookeeper', '- port: 2181', 'zookeeper'),
			service('app: web', '- port: 9092', 'kafka'),
			deployment(
				`enableServiceLinks: false\n${main('env: [{name: KAFKA_ZOOKEEPER_CONNECT, value: "zookeeper:2181"}, {name: KAFKA_ADVERTISED_LISTENERS, value: "PLAINTEXT://kafka:9092"}]', 'confluentinc/cp-kafka:7.5.0')}`,
			),
		),
	},
	{
		title: 'host network: two Pods of one node want its port 80',
		manifest: deployment(`hostNetwork: true\n${main()}`, 2),
		says: ['98: Address already in use', 'spec.hostNetwork', 'share the ports of their node'],
	},
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
		says: ['waiting for external-attacher of cinder', 'cinder.csi.openstack.org does not run in this cluster'],
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
	{
		title: 'ending: of very many objects that are done, twenty are named',
		manifest: Array.from(
			{length: 40},
			(_, index) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings-${index}}\n`,
		).join('---\n'),
		says: ['✓ configmap/default/settings-19  stored', '✓ 20 more objects are done; -v lists them'],
		never: ['settings-20'],
		code: 0,
	},
	{
		title: 'a Secret that is refused, and a Pod that misses it: the refusal is the reason of both',
		manifest: [
			'{apiVersion: v1, kind: Secret, metadata: {name: db}, stringData: {pass: y}}',
			'---',
			'{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: c, image: nginx, envFrom: [{secretRef: {name: db}}]}]}}',
		].join('\n'),
		says: [
			'refused: secret/default/db',
			'+ {apiVersion: v1, kind: Secret, metadata: {name: db}, stringData: {pass: "y"}}',
			'secret "db" not found, because secret/default/db: Secret in version "v1" cannot be handled',
		],
		never: ['kubectl create secret'],
	},
	{
		title: 'a number that loses a digit: the change quotes the letters of the file',
		manifest: '{apiVersion: v1, kind: ConfigMap, metadata: {name: web, labels: {version: 1.10}}, data: {mode: 0644}}',
		says: ['{version: "1.10"}}, data: {mode: "0644"}}'],
	},
	{
		title: 'the Secret of a database that an init container waits for: a key that arrives late is enough',
		manifest: [
			'{apiVersion: v1, kind: Secret, metadata: {name: db}, stringData: {a: b, c: d}}',
			'---',
			'{apiVersion: v1, kind: Service, metadata: {name: db}, spec: {selector: {app: db}, ports: [{port: 5432}]}}',
			'---',
			'{apiVersion: v1, kind: Pod, metadata: {name: db, labels: {app: db}}, spec: {containers: [{name: db, image: "postgres:16", env: [{name: POSTGRES_PASSWORD, valueFrom: {secretKeyRef: {name: db, key: pass}}}]}]}}',
			'---',
			'{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {initContainers: [{name: wait, image: "busybox:1.36", command: [sh, -c, "until nc -z db 5432; do sleep 2; done"]}], containers: [{name: c, image: nginx}]}}',
		].join('\n'),
		says: [`works    kubectl patch secret db -p '{"stringData":{"pass":"VALUE"}}'`],
	},
	{
		title: 'a quota that counts a limit which no container sets: it becomes what is requested',
		manifest: [
			'{apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: {requests.cpu: "1", limits.memory: 1Gi}}}',
			'---',
			'{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: 200m, memory: 64Mi}}}]}}}}',
		].join('\n'),
		says: ['must specify limits.memory for: c', '"limits": {"memory": "64Mi"}'],
	},
	{
		title: 'the name of a Pod below a Service that its StatefulSet names and that does not exist',
		manifest: [
			'{apiVersion: v1, kind: Service, metadata: {name: cache-headless}, spec: {clusterIP: None, selector: {app: cache}, ports: [{port: 6379}]}}',
			'---',
			'{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: cache}, spec: {serviceName: cache, selector: {matchLabels: {app: cache}}, template: {metadata: {labels: {app: cache}}, spec: {containers: [{name: c, image: "redis:7"}]}}}}',
			'---',
			'{apiVersion: v1, kind: Pod, metadata: {name: client}, spec: {restartPolicy: Never, containers: [{name: c, image: "redis:7", command: [sh, -c, "sleep 20; redis-cli -h cache-0.cache set a 1"]}]}}',
		].join('\n'),
		says: [
			'The Service that StatefulSet cache names does not exist: with serviceName cache-headless, DNS knows cache-0 as cache-0.cache-headless.',
			'redis-cli -h cache-0.cache-headless set a 1',
			'serviceName: "cache-headless"',
		],
		never: ['in the namespace cache'],
	},
	{
		title: 'a Role that lacks two rights of a CronJob: both are added, and the Job of the fifth minute is waited for',
		manifest: [
			'{apiVersion: v1, kind: ServiceAccount, metadata: {name: b}}',
			'---',
			'{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: b}, rules: [{apiGroups: [""], resources: [pods], verbs: [get, list]}, {apiGroups: [""], resources: [pod/exec], verbs: [create]}]}',
			'---',
			'{apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: {name: b}, roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: b}, subjects: [{kind: ServiceAccount, name: b}]}',
			'---',
			'{apiVersion: v1, kind: Pod, metadata: {name: db}, spec: {containers: [{name: db, image: "postgres:16", env: [{name: POSTGRES_HOST_AUTH_METHOD, value: trust}]}]}}',
			'---',
			'{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: nginx}]}}}}',
			'---',
			'{apiVersion: batch/v1, kind: CronJob, metadata: {name: b}, spec: {schedule: "*/5 * * * *", jobTemplate: {spec: {backoffLimit: 0, template: {spec: {serviceAccountName: b, restartPolicy: Never, containers: [{name: b, image: "alpine/k8s:1.33.0", command: [sh, -c, "kubectl exec db -- pg_dumpall && kubectl get deployment web"]}]}}}}}}',
		].join('\n'),
		says: ['The Role b lacks this right.', '["pods/exec"]', '"resources": ["deployments"]'],
		never: ['namespace: default}'],
	},
	{
		title: 'variable: from a Secret that is missing, by an optional reference',
		manifest: pod(
			main(
				'env:\n- name: MYSQL_ROOT_PASSWORD\n  valueFrom: {secretKeyRef: {name: db, key: password, optional: true}}',
				'mysql:8',
			),
		),
		says: ['env[0].valueFrom.secretKeyRef', 'MYSQL_ROOT_PASSWORD comes from the key password of db'],
	},
	{
		title: 'value: a mapping where a ConfigMap takes text',
		manifest: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  db:\n    host: a\n',
		says: ['cannot unmarshal object', 'write it as text, after |'],
		never: ['put it in quotes'],
	},
	{
		title: 'the host of a proxy that does not exist: the place is in its ConfigMap',
		manifest: [
			'{apiVersion: v1, kind: ConfigMap, metadata: {name: proxy}, data: {default.conf: "server { listen 8080; location / { proxy_pass http://backend:3000; } }"}}',
			'---',
			'{apiVersion: v1, kind: Pod, metadata: {name: proxy}, spec: {containers: [{name: c, image: "nginx:1.27", volumeMounts: [{name: conf, mountPath: /etc/nginx/conf.d/default.conf, subPath: default.conf}]}], volumes: [{name: conf, configMap: {name: proxy}}]}}',
		].join('\n'),
		says: ['host not found in upstream "backend"', '.yaml:1:67  data[default.conf]'],
		never: ['mountPath: /etc/nginx/conf.d,'],
	},
	{
		title: "a probe of another port than the one on which a Pod listens in its node's network",
		manifest:
			'{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {hostNetwork: true, containers: [{name: c, image: "nginx:1.27", livenessProbe: {httpGet: {path: /, port: 81}, periodSeconds: 3}}]}}',
		says: ['livenessProbe.httpGet.port', 'The Pod does not listen on 81; it listens on 80.', 'port: 80}'],
		never: ['startupProbe'],
	},
	{
		title: 'the name of a Pod of a StatefulSet that is not ready: the name is right',
		manifest: [
			'{apiVersion: v1, kind: Service, metadata: {name: cache}, spec: {clusterIP: None, selector: {app: cache}, ports: [{port: 6379}]}}',
			'---',
			'{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: cache}, spec: {serviceName: cache, selector: {matchLabels: {app: cache}}, template: {metadata: {labels: {app: cache}}, spec: {containers: [{name: c, image: "redis:7", readinessProbe: {tcpSocket: {port: 80}}}]}}}}',
			'---',
			'{apiVersion: v1, kind: Pod, metadata: {name: client}, spec: {restartPolicy: Never, containers: [{name: c, image: "redis:7", command: [sh, -c, "sleep 20; redis-cli -h cache-0.cache set a 1"]}]}}',
		].join('\n'),
		says: ['It asked for cache-0.cache', 'port: 6379'],
		never: ['in the namespace cache', 'DNS knows'],
	},
	{
		title: 'file: prometheus without the file that its option names',
		manifest: deployment(main('args: [--config.file=/etc/config/prometheus.yml]', 'prom/prometheus:v3.2.1')),
		says: ['exited with code 2', 'open /etc/config/prometheus.yml: no such file or directory'],
	},
	{
		title: 'file: prometheus with the file of a ConfigMap',
		manifest: files(
			'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: prometheus}\ndata: {prometheus.yml: "scrape_configs: []"}\n',
			deployment(
				`${main('args: [--config.file=/etc/config/prometheus.yml]\nvolumeMounts: [{name: config, mountPath: /etc/config}]', 'prom/prometheus:v3.2.1')}volumes: [{name: config, configMap: {name: prometheus}}]\n`,
			),
		),
		code: 0,
	},
	{
		title: 'variable: kafka without the address of its controller',
		manifest: deployment(main('', 'confluentinc/cp-kafka:7.5.0')),
		says: ['dub ensure KAFKA_ZOOKEEPER_CONNECT', 'needs the variable KAFKA_ZOOKEEPER_CONNECT'],
		never: ['change-me'],
	},
	{
		title: 'address: etcd without one listens on localhost',
		manifest: files(deployment(main('', 'quay.io/coreos/etcd:v3.5.9')), service('app: web', '- {port: 2379}')),
		says: ['port 2379 of its Pods, where the program accepts connections on 127.0.0.1 only'],
	},
	{
		title: 'address: etcd with one for each network',
		manifest: files(
			deployment(
				main(
					'command: [etcd, --listen-client-urls=http://0.0.0.0:2379, --advertise-client-urls=http://web:2379]',
					'quay.io/coreos/etcd:v3.5.9',
				),
			),
			service('app: web', '- {port: 2379}'),
		),
		code: 0,
	},
	{
		title: 'address: prometheus with an option that names localhost',
		manifest: files(
			deployment(
				main(
					'args: [--config.file=/etc/prometheus/prometheus.yml, --web.listen-address=127.0.0.1:9090]',
					'prom/prometheus:v3.2.1',
				),
			),
			service('app: web', '- {port: 9090}'),
		),
		says: ['accepts connections on 127.0.0.1 only'],
	},
	{
		title: 'variable: zookeeper of Confluent without its port',
		manifest: deployment(main('', 'confluentinc/cp-zookeeper:7.5.0')),
		says: ['dub ensure ZOOKEEPER_CLIENT_PORT', 'needs the variable ZOOKEEPER_CLIENT_PORT'],
	},
	{
		title: 'server: mongo-express ends without the server that a variable misspells',
		manifest: files(
			deployment(main('env: [{name: ME_CONFIG_MONGODB_SERVER, value: mongodb-servise}]', 'mongo-express:1.0.2')),
			pod(main('', 'mongo:6'), 'mongodb', 'labels: {app: mongodb}'),
			service('app: mongodb', '- {port: 27017}', 'mongodb-service'),
		),
		says: ['asked for mongodb-servise', 'Could not connect to database', 'value: mongodb-service}'],
	},
	{
		title: 'server: mongo-express with its server, which a URL names',
		manifest: files(
			deployment(
				main(
					'env: [{name: ME_CONFIG_MONGODB_URL, value: "mongodb://root:example@mongo:27017/"}]',
					'mongo-express:1.0.2',
				),
			),
			pod(main('', 'mongo:6'), 'mongo', 'labels: {app: mongo}'),
			service('app: mongo', '- {port: 27017}', 'mongo'),
		),
		code: 0,
	},
	{
		title: 'file: loki and alertmanager with the files of their images',
		manifest: files(
			deployment(main('', 'grafana/loki:2.9.4')),
			pod(main('args: [--config.file=/etc/alertmanager/alertmanager.yml]', 'prom/alertmanager:v0.27.0'), 'alerts'),
		),
		code: 0,
	},
];
