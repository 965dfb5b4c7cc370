import {type BrokenManifest, pod, deployment, main, service, cronJob, files, mounted, indent} from './templates.js';

const large = main('resources: {requests: {cpu: "3"}}');

/** A Deployment without replicas, of a priority above all others. */
const urgent = files(
	'apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 1000\n',
	deployment(`priorityClassName: high\n${large}`, 0),
);

/** The apiserver refuses a part of it. */
export const admission: readonly BrokenManifest[] = [
	{
		title: 'a DaemonSet without a selector: its place is the selector, not the labels that the server names',
		manifest:
			'apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: edge}\nspec:\n  template:\n    metadata:\n      labels: {app: edge}\n    spec:\n      containers: [{name: main, image: "nginx:1.27"}]\n',
		says: ['`selector` does not match template `labels`', ':4:1  spec.selector', 'works'],
		code: 1,
	},
	{
		title: 'quota: no room for the second replica',
		manifest: files(
			'apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  name: small\nspec:\n  hard:\n    pods: "1"\n',
			deployment(main(), 2),
		),
		says: ['exceeded quota: small', 'spec.replicas'],
	},
	{
		title: 'quota: no room for another ConfigMap, whose name is the place',
		manifest: files(
			'apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  name: small\nspec:\n  hard:\n    configmaps: "1"\n',
			'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n',
		),
		says: ['exceeded quota: small', ':12:3  metadata.name', '+ configmaps: "2"', 'works'],
	},
	{
		title: 'quota: too much storage in a claim',
		manifest: files(
			'apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  name: small\nspec:\n  hard:\n    requests.storage: 5Gi\n',
			'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: a\nspec:\n  accessModes: [ReadWriteOnce]\n  resources:\n    requests:\n      storage: 10Gi\n',
		),
		says: ['exceeded quota: small', ':17:7', ' spec.resources.requests.storage', '+ requests.storage: 10Gi'],
		never: ['containers'],
	},
	{
		title: 'quota: no load balancers',
		manifest: files(
			'apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  name: small\nspec:\n  hard:\n    services.loadbalancers: "0"\n',
			'apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  type: LoadBalancer\n  ports: [{port: 80}]\n',
		),
		says: ['exceeded quota: small', ':14:3  spec.type', '+ services.loadbalancers: "1"'],
		never: ['containers'],
	},
	{
		title: 'limits: too much storage in a claim',
		manifest: files(
			'apiVersion: v1\nkind: LimitRange\nmetadata:\n  name: small\nspec:\n  limits: [{type: PersistentVolumeClaim, max: {storage: 5Gi}}]\n',
			'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: a\nspec:\n  accessModes: [ReadWriteOnce]\n  resources:\n    requests:\n      storage: 10Gi\n',
		),
		says: ['but request is 10Gi', 'spec.resources.requests.storage', '+ storage: 5Gi', 'works'],
	},
	{
		title: 'limits: a limit far above the request',
		manifest: files(
			'apiVersion: v1\nkind: LimitRange\nmetadata:\n  name: small\nspec:\n  limits: [{type: Container, maxLimitRequestRatio: {cpu: "2"}}]\n',
			pod(main('resources:\n  requests:\n    cpu: 100m\n  limits:\n    cpu: "1"')),
		),
		says: ['but provided ratio is 10.000000', 'resources.limits.cpu', 'cpu: 200m', 'works'],
	},
	{
		title: 'policy: Pods whose field an expression denies',
		manifest: files(
			'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata:\n  name: grace\nspec:\n  matchConstraints:\n    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]\n  validations:\n  - expression: object.metadata.name != "x"\n    message: not x\n  - expression: object.spec.terminationGracePeriodSeconds >= 30\n    message: too short\n',
			'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicyBinding\nmetadata:\n  name: grace\nspec:\n  policyName: grace\n  validationActions: [Deny]\n',
			deployment(`terminationGracePeriodSeconds: 5\n${main()}`),
		),
		says: ['too short', 'spec.template.spec.terminationGracePeriodSeconds'],
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
		title: 'amount: a placeholder in place of a quantity',
		manifest:
			'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: "${SIZE:=5Gi}"}}}\n',
		says: ['${SIZE:=5Gi} is a placeholder'],
		never: ['is not a quantity'],
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
		title: 'service account: a placeholder',
		manifest: pod(`serviceAccountName: \${ACCOUNT}\n${main()}`),
		says: ['serviceaccount "${ACCOUNT}" not found', '${ACCOUNT} is a placeholder'],
		never: ['create serviceaccount'],
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
		title: 'priority: a Pod without a controller that a later one preempts',
		manifest: files(urgent, pod(large, 'low')),
		commands: ['scale deployment/web --replicas=1'],
		says: [
			'✗ pod/default/low  preempted by default/web-',
			'scheduler.postfilter',
			'DefaultPreemption evicts default/low',
			'says     preempted by default/web-',
			', priority 1000 against 0',
			'No controller recreates it',
			'works    Add another node',
		],
	},
	{
		title: 'priority: a StatefulSet whose Pod a later Pod preempts',
		manifest: files(
			urgent,
			`apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: low}\nspec:\n  selector: {matchLabels: {app: low}}\n  template:\n    metadata:\n      labels: {app: low}\n    spec:\n${indent(large, 6)}\n`,
		),
		commands: ['scale deployment/web --replicas=1'],
		says: [
			'Insufficient cpu',
			'default/low-0 was preempted by default/web-',
			', priority 1000 against 0.',
			'Add a node with 3 cpu to spare',
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
		says: ['restricted', ':9, 11', 'capabilities: {drop: [ALL]}'],
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
		title: 'requests: a unit that is none',
		manifest: deployment(main('resources:\n  limits: {cpu: "1"}\n  requests:\n    memory: 64MB')),
		says: ['resources.requests.memory', '64MB is not a quantity', '+ memory: 64M'],
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
		title: 'kind: one that Kubernetes has removed',
		manifest: `apiVersion: admissionregistration.k8s.io/v1alpha1
kind: InitializerConfiguration
metadata: {name: stamp}
initializers:
- name: stamp.example.com
  rules: [{apiGroups: [''], apiVersions: [v1], resources: [pods]}]
`,
		says: ['Kubernetes v1.14 removed InitializerConfiguration', 'MutatingWebhookConfiguration'],
	},
	{
		title: 'version: of long ago',
		manifest: deployment(main()).replace('apps/v1', 'extensions/v1beta1'),
		says: ['apps/v1'],
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
		title: "kind: one of another group, whose name is like that of Kubernetes' own",
		manifest:
			'apiVersion: networking.istio.io/v1\nkind: ServiceEntry\nmetadata: {name: pypi}\nspec: {}\n---\napiVersion: serving.knative.dev/v1\nkind: Service\nmetadata: {name: web}\nspec: {}\n',
		says: [
			'No kind ServiceEntry is served in networking.istio.io/v1',
			'No kind Service is served in serving.knative.dev/v1',
		],
		never: ['ServiceCIDR', 'apiVersion: v1', 'works', 'helps'],
	},
	{
		title: 'type: text for a number inside a volume',
		manifest: pod(
			`${main('volumeMounts: [{name: v, mountPath: /v}]')}volumes:\n- name: v\n  fc:\n    targetWWNs: [abc]\n    lun: "2"`,
		),
		says: ['spec.volumes[0].fc.lun', 'The field takes a number', 'helps', '+ lun: 2'],
	},
	{
		title: 'webhook: its caBundle is no base64',
		manifest:
			'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {name: gate}\nwebhooks:\n- name: gate.example.com\n  sideEffects: None\n  admissionReviewVersions: [v1]\n  clientConfig:\n    service: {namespace: default, name: gate}\n    caBundle: CRT\n',
		says: ['illegal base64 data', 'webhooks[0].clientConfig.caBundle', 'CRT is not base64'],
		never: ['stringData'],
	},
	{
		title: 'webhook: it waits for its own server, and the Pods that it refused first come later',
		nodes: [{name: 'node-a'}, {name: 'node-b'}],
		before:
			'apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingWebhookConfiguration\nmetadata: {name: hook}\nwebhooks: [{name: hook.example.com, admissionReviewVersions: [v1], sideEffects: None, objectSelector: {matchExpressions: [{key: app, operator: NotIn, values: [hook]}]}, rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods], scope: Namespaced}], clientConfig: {service: {name: hook, namespace: default}}}]\n',
		manifest: files(
			service('app: hook', '- {port: 443, targetPort: 8443}', 'hook'),
			deployment(main()),
			deployment(main('ports: [{containerPort: 8443}]', 'example.com/team/hook:1')).replaceAll('web', 'hook'),
		),
		code: 0,
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
		title: 'field: two of the container are beside its list',
		manifest: deployment(`${main()}env:\n- name: A\n  value: x\nports: [{containerPort: 80}]\n`),
		says: [
			'spec.template.spec.env: unknown field',
			'+ env: [{name: A, value: x}]',
			'+ ports: [{containerPort: 80}]',
			'works',
		],
	},
	{
		title: 'field: one of the Pod is in its container',
		manifest: pod(main('nodeSelector: {kubernetes.io/os: linux}')),
		says: ['unknown field "spec.containers[0].nodeSelector"', 'works', 'nodeSelector: {kubernetes.io/os: linux}'],
	},
	{
		title: 'field: labels that are not below their key',
		manifest: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n  app: web\n',
		says: ['unknown field "metadata.app"', '+ labels: {app: web}', 'works'],
	},
	{
		title: 'type: a command line that is text, not a list',
		manifest: pod(main('command: sleep 3600', 'busybox:1.36')),
		says: ['The field takes a list; the file has text.', 'command: [sleep, "3600"]', 'works'],
		never: ['quotes'],
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
		title: 'version: the backend of an Ingress of before v1',
		manifest: files(
			deployment(main()),
			service('app: web', '- {port: 80}'),
			'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: web}\nspec:\n  rules:\n  - http:\n      paths:\n      - path: /\n        backend:\n          serviceName: web\n          servicePort: 80\n',
		),
		says: [
			'unknown field "spec.rules[0].http.paths[0].backend.serviceName"',
			'backend: {service: {name: web, port: {number: 80}}}',
			'pathType: Prefix',
		],
		never: ['backend: {}'],
	},
	{
		title: 'version: the two fields of a backend of before v1 are one change',
		manifest:
			'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: web}\nspec:\n  defaultBackend:\n    serviceName: web\n    servicePort: http\n',
		says: [
			'unknown field "spec.defaultBackend.serviceName"',
			'defaultBackend: {service: {name: web, port: {name: http}}}',
		],
		never: ['defaultBackend: {}'],
	},
];
