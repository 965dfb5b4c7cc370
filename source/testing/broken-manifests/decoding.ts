import {type BrokenManifest, pod, deployment, main, service, files} from './templates.js';

/** The apiserver cannot read it: a kind, a version, a field, or the type of a value is at fault. */
export const decoding: readonly BrokenManifest[] = [
	{
		title: 'amount: a placeholder in place of a quantity',
		manifest:
			'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: "${SIZE:=5Gi}"}}}\n',
		says: ['${SIZE:=5Gi} is a placeholder'],
		never: ['is not a quantity'],
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
		title: 'requests: a unit that is none',
		manifest: deployment(main('resources:\n  limits: {cpu: "1"}\n  requests:\n    memory: 64MB')),
		says: ['resources.requests.memory', '64MB is not a quantity', '+ memory: 64M'],
	},
	{
		title: 'cpu: an amount of bytes, which no number of CPUs replaces',
		manifest: pod(main('resources:\n  limits:\n    cpu: 1GB')),
		says: ['resources.limits.cpu', '1GB is not a quantity'],
		never: ['+ cpu:'],
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
