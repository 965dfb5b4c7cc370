import {type BrokenManifest, pod, deployment, main, service, files} from './templates.js';

/** Rights or admission refuse it: a quota, a range, a policy, a webhook, or something that it names and that is not there. */
export const admission: readonly BrokenManifest[] = [
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
];
