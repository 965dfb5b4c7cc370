import {type BrokenManifest, pod, deployment, main, service, cronJob, files} from './templates.js';

const database = (storage: string): string =>
	`apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db}\nspec:\n  replicas: 0\n  serviceName: db\n  selector: {matchLabels: {app: db}}\n  template:\n    metadata: {labels: {app: db}}\n    spec: {containers: [{name: main, image: "nginx:1.27"}]}\n  volumeClaimTemplates:\n  - metadata: {name: data}\n    spec:\n      accessModes: [ReadWriteOnce]\n      resources: {requests: {storage: ${storage}}}\n`;

const address = (ip: string): string =>
	`apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  clusterIP: ${ip}\n  ports: [{port: 80}]\n`;

/** The apiserver can read it, and refuses a value: it is missing, invalid, or at odds with another one. */
export const validation: readonly BrokenManifest[] = [
	{
		title: 'a DaemonSet without a selector: its place is the selector, not the labels that the server names',
		manifest:
			'apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: edge}\nspec:\n  template:\n    metadata:\n      labels: {app: edge}\n    spec:\n      containers: [{name: main, image: "nginx:1.27"}]\n',
		says: ['`selector` does not match template `labels`', ':4:1  spec.selector', 'works'],
		code: 1,
	},
	{
		title: 'required: kubectl explain has no keys of a map',
		manifest:
			'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: a\nspec:\n  accessModes: [ReadWriteOnce]\n',
		says: ['kubectl explain persistentvolumeclaim.spec.resources explains'],
	},
	{
		title: 'copied from a cluster: a resourceVersion on an object that is new',
		manifest: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  resourceVersion: "123"\ndata: {a: b}\n',
		says: ['should not be set on objects to be created', ':5:3  metadata.resourceVersion', 'works'],
	},
	{
		title: 'ingress: a class in its annotation beside another one in its spec',
		manifest: files(
			deployment(main()),
			'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n',
			'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: web\n  annotations: {kubernetes.io/ingress.class: istio}\nspec: {ingressClassName: nginx, defaultBackend: {service: {name: web, port: {number: 80}}}}\n',
		),
		says: ['must match `ingressClassName`', 'metadata.annotations[kubernetes.io/ingress.class]', 'works'],
		never: ['kubectl explain'],
	},
	{
		title: 'apply: a generated name',
		manifest: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a-}\ndata: {a: b}\n',
		says: ['from a-: cannot use generate name with apply', 'metadata'],
	},
	{
		title: 'value: in small letters',
		manifest: pod(`tolerations: [{key: gpu, operator: exists}]\n${main()}`),
		says: ['spec.tolerations[0].operator', '+ tolerations: [{key: gpu, operator: Exists}]'],
	},
	{
		title: 'value: three mistakes of one object are mended together',
		manifest: files(
			deployment(main()),
			service('app: web', '- port: 80'),
			'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: web}\nspec:\n  ingressClassName: nginx\n  rules:\n  - http:\n      paths:\n      - {path: /a, pathType: exact, backend: {service: {name: web, port: {number: 80}}}}\n      - {path: /b, pathType: exact, backend: {service: {name: web, port: {number: 80}}}}\n      - {path: c, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}\n',
		),
		says: [
			'paths[2].path: Invalid value: "c"',
			'works',
			'+ - {path: /a, pathType: Exact',
			'+ - {path: /c, pathType: Prefix',
		],
		code: 1,
	},
	{
		title: 'value: a path of an Ingress that is missing',
		manifest: files(
			deployment(main()),
			service('app: web', '- port: 80'),
			'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: web}\nspec:\n  ingressClassName: nginx\n  rules:\n  - http:\n      paths:\n      - pathType: Prefix\n        backend: {service: {name: web, port: {number: 80}}}\n',
		),
		says: ['must be an absolute path', 'Did you mean /?', 'works', '+ path: /'],
		code: 1,
	},
	{
		title: 'value: an API version where a group belongs',
		manifest:
			'apiVersion: networking.k8s.io/v1\nkind: IngressClass\nmetadata: {name: lb}\nspec:\n  controller: example.com/lb\n  parameters: {apiGroup: k8s.example.com/v1alpha1, kind: Parameters, name: lb}\n',
		says: ['Did you mean k8s.example.com?', 'works'],
		code: 1,
	},
	{
		title: 'value: a port that is none',
		manifest: pod(main('ports: [{containerPort: 99999}]')),
		says: ['must be between 1 and 65535', 'kubectl explain pod.spec.containers.ports.containerPort'],
	},
	{
		title: 'value: a container without an image',
		manifest: pod('containers: [{name: main}]'),
		says: ['spec.containers[0].image is required', 'kubectl explain pod.spec.containers.image'],
	},
	{
		title: 'value: the second port of a Service has no name',
		manifest: service('app: web', '- {name: http, port: 80}\n- {port: 9090}'),
		says: ['spec.ports[1].name is required', 'name: port-2'],
	},
	{
		title: 'value: a schedule of four fields',
		manifest: cronJob('*/5 * * *', `${main('', 'busybox:1.37')}restartPolicy: Never`),
		says: ['expected exactly 5 fields', 'kubectl explain cronjob.spec.schedule'],
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
			'spec.containers[0] already has main',
			'+ - name: main-2',
		],
	},
	{
		title: 'name: an init container has that of a container',
		manifest: pod(`initContainers:\n- {name: main, image: "busybox:1.37", command: ["true"]}\n${main()}`),
		says: ['spec.initContainers[0].name', 'spec.containers[0] already has main', 'main-2'],
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
		title: 'labels: the selector does not match the template',
		manifest: deployment(main()).replace('labels: {app: web}', 'labels: {app: wbe}'),
		says: ['`selector` does not match template `labels`'],
	},
	{
		title: 'Service: an address where a name is wanted',
		manifest:
			'apiVersion: v1\nkind: Service\nmetadata: {name: db}\nspec: {type: ExternalName, externalName: "http://db.example.com:5432"}\n',
		says: ['spec.externalName', 'Did you mean db.example.com?', 'works'],
	},
	{
		title: 'mount: nearly the name of a claim of its StatefulSet',
		manifest:
			'apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db}\nspec:\n  serviceName: db\n  selector: {matchLabels: {app: db}}\n  template:\n    metadata: {labels: {app: db}}\n    spec: {containers: [{name: a, image: "nginx:1.27", volumeMounts: [{name: dtaa, mountPath: /d}]}]}\n  volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]\n',
		says: ['Not found: "dtaa"', 'Did you mean data?', 'works'],
	},
	{
		title: 'mount: nearly the name of a volume',
		manifest: pod(`${main('volumeMounts: [{name: conf, mountPath: /c}]')}volumes: [{name: config, emptyDir: {}}]`),
		says: ['Not found: "conf"', 'Did you mean config?', 'works', 'name: config'],
	},
	{
		title: 'variable: a value, and a place to take it from',
		manifest: pod(main('env:\n- name: A\n  value: x\n  valueFrom: {fieldRef: {fieldPath: metadata.name}}')),
		says: ['may not be specified when `value` is not empty', 'Only one of value and valueFrom', '- value: x', 'works'],
	},
	{
		title: 'probe: two handlers',
		manifest: pod(main('livenessProbe:\n  httpGet: {port: 80}\n  tcpSocket: {port: 80}')),
		says: ['may not specify more than 1 handler type', 'Only one of httpGet and tcpSocket', '- tcpSocket: {', 'works'],
	},
	{
		title: 'probe: no handler',
		manifest: pod(main('ports: [{containerPort: 80}]\nlivenessProbe:\n  periodSeconds: 5')),
		says: ['must specify a handler type', 'tcpSocket: {port: 80}', 'works'],
	},
	{
		title: 'probe: a liveness probe that wants two successes',
		manifest: pod(main('livenessProbe:\n  httpGet: {port: 80}\n  successThreshold: 2')),
		says: ['must be 1', '+ successThreshold: 1', 'works'],
	},
	{
		title: 'volume: two sources, of which one is an empty folder',
		manifest: files(
			pod(
				`${main('volumeMounts: [{name: v, mountPath: /v}]')}volumes:\n- name: v\n  emptyDir: {}\n  configMap: {name: a}`,
			),
			'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n',
		),
		says: ['may not specify more than 1 volume type', 'Only one of emptyDir and configMap', '- emptyDir: {}', 'works'],
	},
	{
		title: 'budget: both of its fields',
		manifest: files(
			deployment(main()),
			'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: web}\nspec:\n  minAvailable: 1\n  maxUnavailable: 1\n  selector: {matchLabels: {app: web}}\n',
		),
		says: ['minAvailable and maxUnavailable cannot be both set', 'spec.maxUnavailable', '- maxUnavailable: 1', 'works'],
	},
	{
		title: 'port: a name of 17 letters',
		manifest: deployment(main('ports:\n- name: http-web-frontend\n  containerPort: 80')),
		says: ['must be no more than 15 characters', '- name: http-web', 'works'],
	},
	{
		title: 'autoscaler: more replicas at least than at most',
		manifest: files(
			deployment(main('resources: {requests: {cpu: 100m}}')),
			'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec:\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}\n  minReplicas: 5\n  maxReplicas: 3\n',
		),
		says: [
			'must be greater than or equal to `minReplicas`',
			'+ maxReplicas: 5',
			'then: horizontalpodautoscaler/default/web: FailedGetResourceMetric',
		],
	},
	{
		title: 'rollout: neither a Pod more nor a Pod less',
		manifest: deployment(main()).replace(
			'replicas: 1',
			'replicas: 1\n  strategy:\n    rollingUpdate:\n      maxSurge: 0\n      maxUnavailable: 0',
		),
		says: ['may not be 0 when `maxSurge` is 0', '+ maxSurge: 1', 'works'],
	},
	{
		title: 'port: another one of the node, in its network',
		manifest: pod(`hostNetwork: true\n${main('ports:\n- containerPort: 80\n  hostPort: 8080')}`),
		says: ['must match `containerPort`', '- hostPort: 8080', 'works'],
	},
	{
		title: 'ConfigMap: a key with a space',
		manifest: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  my key: a\n',
		says: ['data[my key]', 'Did you mean my-key?', '+ my-key: a', 'works'],
	},
	{
		title: 'TLS: a Secret without its key, in stringData',
		manifest:
			'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ntype: kubernetes.io/tls\nstringData:\n  tls.crt: abc\n',
		says: ['data[tls.key]: Required value', ':5:1 '],
	},
	{
		title: 'TLS: a Secret with nothing',
		manifest: 'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ntype: kubernetes.io/tls\n',
		says: ['data[tls.key]: Required value', ':4:1 '],
	},
	{
		title: 'toleration: a value for any value',
		manifest: pod(`tolerations:\n- key: a\n  operator: Exists\n  value: b\n${main()}`),
		says: ['value must be empty', '- value: b', 'works'],
	},
	{
		title: 'schedule: a time zone that is misspelt',
		manifest: cronJob('*/5 * * * *', `${main('', 'busybox:1.37')}restartPolicy: Never`).replace(
			'spec:\n',
			'spec:\n  timeZone: Europe/Berln\n',
		),
		says: ['unknown time zone Europe/Berln', 'Did you mean Europe/Berlin?', '+ timeZone: Europe/Berlin'],
	},
	{
		title: 'validation: a number below its bound has a sign too much',
		manifest: deployment(main(), -1),
		says: [
			'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
			'Did you mean 1?',
			'works',
			'+ replicas: 1',
		],
	},
	{
		title: 'validation: a number above its bound',
		manifest: deployment(
			`affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 500, preference: {matchExpressions: [{key: zone, operator: Exists}]}}]}}\n${main()}`,
		),
		says: ['must be in the range 1-100', 'Did you mean 100?', 'works'],
	},
	{
		title: 'validation: Recreate beside the numbers of a rolling update',
		manifest: deployment(main(), 1, '  strategy:\n    type: Recreate\n    rollingUpdate: {maxSurge: 1}\n'),
		says: ["may not be specified when strategy `type` is 'Recreate'", 'works', '- rollingUpdate: {maxSurge: 1}'],
	},
	{
		title: 'validation: a nodePort of a Service that has none',
		manifest: files(deployment(main()), service('app: web', '- {port: 80, nodePort: 30080}')),
		says: [
			"spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
			'works',
			'+ type: NodePort',
		],
	},
	{
		title: 'validation: a probe of an init container',
		manifest: pod(
			`initContainers: [{name: prepare, image: "busybox:1.36", command: ["true"], livenessProbe: {exec: {command: ["true"]}}}]\n${main()}`,
		),
		says: ['may not be set for init containers without restartPolicy=Always', 'works'],
	},
	{
		title: 'validation: a container without an image, which its program needs',
		manifest: pod('containers:\n- name: work\n  command: [sh, -c, sleep 3600]\n'),
		says: ['spec.containers[0].image: Required value', 'works', '+ image: busybox'],
	},
	{
		title: 'validation: a container without an image, which its port needs',
		manifest: pod('containers:\n- name: front\n  ports: [{containerPort: 80}]\n'),
		says: ['spec.containers[0].image: Required value', 'works', 'image: nginx'],
	},
	{
		title: 'immutable: the template of claims of a StatefulSet is blamed at the changed value',
		before: database('1Gi'),
		manifest: database('2Gi'),
		says: [
			'updates to statefulset spec',
			'spec.volumeClaimTemplates[0].spec.resources.requests.storage',
			'kubectl delete statefulset db --cascade=orphan',
		],
	},
	{
		title: 'immutable: the address of a Service is blamed where the file writes it',
		before: address('10.96.7.7'),
		manifest: address('10.96.7.8'),
		says: ['may not change once set', 'spec.clusterIP', 'kubectl delete service web'],
		never: ['clusterIPs[0]\n'],
	},
	{
		title: 'immutable: the type of a Secret, which is not deleted, goes back to the stored one',
		before:
			'apiVersion: v1\nkind: Secret\nmetadata: {name: keys}\ntype: Opaque\nstringData: {tls.crt: abc, tls.key: abc}\n',
		manifest:
			'apiVersion: v1\nkind: Secret\nmetadata: {name: keys}\ntype: kubernetes.io/tls\nstringData: {tls.crt: abc, tls.key: abc}\n',
		says: ['field is immutable', '+ type: Opaque'],
		never: ['kubectl delete secret'],
	},
];
